//! Formats, looked up by identifier.

use ennead_game::{FormatInfo, GameError, HeaderError, Value, reject};
use thiserror::Error;

use crate::{Games, Kit};

/// A record whose game cannot be determined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordGameError {
    /// The header is invalid.
    #[error("record header: {0}")]
    Header(#[from] HeaderError),
    /// No game has this number.
    #[error(
        "this is not a record of a match: its first byte names game {number}, and the known \
         games are {known}"
    )]
    UnknownGame {
        /// The number found.
        number: u8,
        /// The known games with their numbers.
        known: String,
    },
}

/// A usage error, such as encoding a record without naming its game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// A format and the game that it belongs to. The formats of records belong to all games.
#[derive(Clone, Copy)]
pub struct Format {
    /// The format's description.
    pub info: &'static FormatInfo,
    /// Its game; `None` for records.
    pub kit: Option<&'static Kit>,
}

impl Format {
    /// The game of a value in this format; for a record, the game named in its header.
    pub fn game_of(&self, value: &Value, games: Games) -> Result<&'static Kit, RecordGameError> {
        match (self.kit, value) {
            (Some(kit), _) => Ok(kit),
            (None, Value::Bytes(bytes)) => games.game_of_record(bytes),
            (None, other) => games.game_of_record(&other.to_bytes()),
        }
    }

    /// The game to encode a text of this format for: its own, or for a record the given one.
    pub fn game_to_encode(
        &self,
        named: Option<&'static Kit>,
        games: Games,
    ) -> Result<&'static Kit, UsageError> {
        match (self.kit, named) {
            (Some(own), Some(other)) if own.id() != other.id() => Err(UsageError(format!(
                "{} is a format of {}: --game {} does not go with it",
                self.info.id,
                own.id(),
                other.id()
            ))),
            (Some(kit), _) | (None, Some(kit)) => Ok(kit),
            (None, None) => Err(UsageError(format!(
                "a record belongs to a game: use --game with one of {}",
                games.names()
            ))),
        }
    }

    /// Rejects values of a game that cannot be converted to this format.
    pub fn check_game(&self, kit: &Kit) -> Result<(), GameError> {
        match self.kit {
            Some(own) if own.id() != kit.id() => Err(reject(format!(
                "{} is a format of {}, but the value is of {}",
                self.info.id,
                own.id(),
                kit.id()
            ))),
            _ => Ok(()),
        }
    }
}
