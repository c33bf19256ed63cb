//! What is asked of a store and what comes back.

use crate::{Entry, Finished, MatchId, Running};

/// A match as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// It goes on.
    Running(Running),
    /// It is over.
    Finished(Finished),
}

/// One more entry for a running match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// Which match.
    pub id: MatchId,
    /// How many entries there are so far. If there are others by now, nothing is stored and the answer is
    /// [`Conflict`](crate::StoreError::Conflict).
    pub number: u32,
    /// The entry.
    pub entry: Entry,
    /// When somebody should look at the match again, in milliseconds of Unix time; none leaves it as it is.
    pub wake: Option<u64>,
    /// Whether a seat is open from now on; none leaves it as it is.
    pub open: Option<bool>,
}

/// Which matches a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Those that wait for somebody to take a seat.
    Open,
    /// Those that are being played.
    Running,
    /// Those that are over.
    Finished,
}

/// How many matches there are, listed or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that wait for somebody to take a seat.
    pub open: u64,
    /// Those that are being played.
    pub running: u64,
    /// Those that are over.
    pub finished: u64,
}
