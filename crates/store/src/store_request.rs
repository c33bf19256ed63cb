//! Requests to a store and their answers.

use crate::{Entry, MatchId};

/// One more entry for a running match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// The number of entries that the match has so far. If that is no longer right, nothing is
    /// stored and the answer is [`Conflict`](crate::StoreError::Conflict).
    pub number: u32,
    /// The entry.
    pub entry: Entry,
    /// When the match has to be processed again, in milliseconds of Unix time; none keeps the old
    /// time.
    pub wake: Option<u64>,
    /// Whether a seat is open from now on; none keeps the old state.
    pub open: Option<bool>,
}

/// The number of matches, listed or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Matches with an open seat.
    pub open: u64,
    /// Matches that are being played.
    pub running: u64,
    /// Matches that are over.
    pub finished: u64,
}
