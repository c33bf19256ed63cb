//! What is asked for.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value as Json, json};

use crate::Address;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server.
    pub address: Address,
    /// The game, by name.
    pub game: String,
    /// The options of its set-up.
    pub setup: Map<String, Json>,
    /// How many matches are played at a time.
    pub matches: usize,
    /// For how long.
    pub time: Duration,
    /// How many more sockets only watch one match.
    pub idle: usize,
    /// Where each acknowledged choice is written.
    pub ledger: Option<PathBuf>,
}

impl Plan {
    /// The request for a match with two people.
    pub(crate) fn request(&self) -> Json {
        json!({ "game": self.game, "setup": self.setup, "seats": ["person", "person"], "listed": false })
    }
}
