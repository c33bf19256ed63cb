//! The start of a match's log.

use crate::{PlayerName, SeatHolder};

/// A time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// No time limit.
    None,
    /// A fixed time for each move.
    PerMove {
        /// Milliseconds.
        ms: u32,
    },
    /// A base time for the whole match, and an increment with each move.
    Base {
        /// Milliseconds at the start.
        ms: u32,
        /// Milliseconds that each move adds.
        increment: u32,
    },
}

/// What a match begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Beginning {
    /// A fresh deal.
    #[default]
    Fresh,
    /// This many choices of another match: the match is a fork.
    Fork(u32),
    /// The same while a seat is open at the start: these choices. What they hide is dealt anew when
    /// the last seat is taken.
    Template(Vec<u32>),
}

impl Beginning {
    /// The number of choices that a fork begins with; `None` for a fresh deal.
    pub fn continues(&self) -> Option<u32> {
        match self {
            Beginning::Fresh => None,
            Beginning::Fork(choices) => Some(*choices),
            Beginning::Template(choices) => Some(choices.len() as u32),
        }
    }
}

/// The start of a match's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The record of the match before its first choice: the game and its set-up.
    pub start: Vec<u8>,
    /// The holders of the seats at the start.
    pub seats: [SeatHolder; 2],
    /// The names of the people on the seats, where given.
    pub names: [Option<PlayerName>; 2],
    /// The time control.
    pub clock: Clock,
    /// Whether lists show the match.
    pub listed: bool,
    /// When it was created, as Unix time in milliseconds.
    pub created: u64,
    /// What it begins with.
    pub beginning: Beginning,
}

impl Head {
    /// Whether both seats are held by bots.
    pub fn is_between_bots(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, SeatHolder::Bot(_)))
    }
}
