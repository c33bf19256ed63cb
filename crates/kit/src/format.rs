//! Formats, looked up by identifier.

use ennead_game::{FormatInfo, HeaderError, Value};
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
}
