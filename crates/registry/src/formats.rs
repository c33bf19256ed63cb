//! The formats of all games.

use ennead_game::{AnyGame, FormatInfo, Header, HeaderError, RECORD, Value};
use thiserror::Error;

use crate::{GAMES, game_numbered};

/// A record whose game cannot be told.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordGameError {
    /// The first bytes are wrong.
    #[error("record header: {0}")]
    Header(#[from] HeaderError),
    /// The number belongs to no game.
    #[error("record header: no game has number {number} (known: {})", known_numbers())]
    UnknownGame {
        /// The number found.
        number: u8,
    },
}

fn known_numbers() -> String {
    let known: Vec<String> = GAMES.iter().map(|game| format!("{} {}", game.number(), game.id())).collect();
    known.join(", ")
}

/// A format, and the game that it belongs to; records belong to all of them.
#[derive(Clone, Copy)]
pub struct Format {
    /// Name, size and options.
    pub info: &'static FormatInfo,
    /// The one game that it is a format of; none for `record`.
    pub game: Option<&'static dyn AnyGame>,
}

impl Format {
    /// The game that a value of this format is of: a record says so itself.
    pub fn game_of(&self, value: &Value) -> Result<&'static dyn AnyGame, RecordGameError> {
        match self.game {
            Some(game) => Ok(game),
            None => game_of_record(value),
        }
    }
}

/// The game that a record is of, by the number in its header.
fn game_of_record(value: &Value) -> Result<&'static dyn AnyGame, RecordGameError> {
    let number = match value {
        Value::Bytes(bytes) => Header::game_number(bytes)?,
        other => Header::game_number(&other.to_bytes())?,
    };
    game_numbered(number).ok_or(RecordGameError::UnknownGame { number })
}

/// Every format of every game, in the order of the games, and `record` last.
pub fn formats() -> Vec<Format> {
    let own = |game: &&'static dyn AnyGame| {
        let game = *game;
        game.formats().into_iter().map(move |info| Format { info, game: Some(game) })
    };
    let record = Format { info: &RECORD, game: None };
    GAMES.iter().flat_map(own).chain([record]).collect()
}

/// The format with this name.
pub fn format(id: &str) -> Option<Format> {
    formats().into_iter().find(|format| format.info.id == id)
}
