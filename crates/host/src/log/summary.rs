//! Summaries of matches for lists.

use ennead_game::Seat;

use crate::{Clock, PlayerName, SeatHolder};

/// The result of a match that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchResult {
    /// This seat won.
    Win(Seat),
    /// A draw.
    Draw,
    /// It was called off.
    CalledOff,
}

/// The facts about a finished match that lists show and that only a replay could recompute. Stored
/// beside the match, so that a list needs no replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    /// The record of the match before its first choice: the game and its set-up.
    pub start: Vec<u8>,
    /// The number of choices.
    pub ply: u32,
    /// The result.
    pub result: MatchResult,
}

/// The summary of a match for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The record of the match before its first choice: the game and its set-up.
    pub start: Vec<u8>,
    /// The holders of the seats.
    pub seats: [SeatHolder; 2],
    /// The names of the people on the seats.
    pub names: [Option<PlayerName>; 2],
    /// The time control.
    pub clock: Clock,
    /// Whether lists show the match.
    pub listed: bool,
    /// When it was created, as Unix time in milliseconds.
    pub created: u64,
    /// The number of choices so far.
    pub ply: u32,
    /// The result, once the match is over.
    pub result: Option<MatchResult>,
    /// The number of choices that it began with, if it is a fork.
    pub continues: Option<u32>,
}
