//! A match that is over.

use ennead_game::Seat;

use crate::{Clock, SeatHolder};

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The rules say that it is over, and the record says how.
    Rules,
    /// This seat gave up.
    Resigned(Seat),
    /// This seat's time ran out.
    Time(Seat),
    /// Both agreed on a draw.
    Agreed,
    /// It was called off.
    Abandoned,
}

/// A match that is over: its record and a few bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The record: game, set-up and all choices.
    pub record: Vec<u8>,
    /// Who held the seats: a rematch is between the same.
    pub seats: [SeatHolder; 2],
    /// Why it ended.
    pub reason: Reason,
    /// The clock that was played by: a rematch has the same.
    pub clock: Clock,
    /// When it was created, in milliseconds of Unix time.
    pub created: u64,
    /// When it ended, in milliseconds of Unix time.
    pub ended: u64,
    /// Whether the match is shown to everyone in lists.
    pub listed: bool,
}
