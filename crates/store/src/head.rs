//! What a match begins with.

use crate::SeatHolder;

/// How time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// It is not.
    None,
    /// So much for each move.
    PerMove {
        /// Milliseconds.
        ms: u32,
    },
    /// So much for the whole match, and some more after each move.
    Base {
        /// Milliseconds at the start.
        ms: u32,
        /// Milliseconds that each move adds.
        increment: u32,
    },
}

/// What a match begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The record of the match before its first choice: the game and its set-up.
    pub start: Vec<u8>,
    /// Who holds the seats at the start.
    pub seats: [SeatHolder; 2],
    /// How time is counted.
    pub clock: Clock,
    /// Whether the match is shown to everyone in lists.
    pub listed: bool,
    /// When it was created, in milliseconds of Unix time.
    pub created: u64,
}
