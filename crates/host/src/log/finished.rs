//! A match that is over.

use ennead_game::Seat;

use crate::{Clock, PlayerName, SeatHolder};

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By the rules of the game; the record determines the outcome.
    Rules,
    /// This seat resigned.
    Resigned(Seat),
    /// This seat ran out of time.
    Time(Seat),
    /// Both seats agreed on a draw.
    Agreed,
    /// It was called off.
    Abandoned,
}

/// A finished match: its record, and what the record does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The record: game, set-up and all choices.
    pub record: Vec<u8>,
    /// The holders of the seats, kept by a rematch.
    pub seats: [SeatHolder; 2],
    /// The names of the people on the seats, where given; kept by a rematch.
    pub names: [Option<PlayerName>; 2],
    /// Why it ended.
    pub reason: Reason,
    /// The time control, kept by a rematch.
    pub clock: Clock,
    /// When it was created, as Unix time in milliseconds.
    pub created: u64,
    /// When it ended, as Unix time in milliseconds.
    pub ended: u64,
    /// Whether lists show the match.
    pub listed: bool,
    /// The number of choices that it began with, if it was a fork.
    pub continues: Option<u32>,
}
