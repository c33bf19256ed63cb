//! The plan of a run.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Map, Value as Json, json};

use crate::{Address, Watched};

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server.
    pub address: Address,
    /// The game's id.
    pub game: String,
    /// The options of its set-up.
    pub setup: Map<String, Json>,
    /// The number of simultaneous matches.
    pub matches: usize,
    /// The duration.
    pub time: Duration,
    /// The number of additional sockets that only watch one match.
    pub idle: usize,
    /// The server's process, whose memory is monitored.
    pub watched: Watched,
    /// The file for acknowledged choices.
    pub ledger: Option<PathBuf>,
}

impl Plan {
    /// The request for a match between two people.
    pub(crate) fn request(&self) -> Json {
        json!({
            "game": self.game,
            "setup": self.setup,
            "seats": ["person", "person"],
            "listed": false,
        })
    }
}
