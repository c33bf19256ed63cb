//! Requests to a store and their answers.

use crate::{Entry, MatchId, PlayerName, SeatHolder};

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
    /// The seats from now on, for lists; none if nobody took one.
    pub seating: Option<Seating>,
}

/// Who holds the seats of a running match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The holders.
    pub seats: [SeatHolder; 2],
    /// Their names.
    pub names: [Option<PlayerName>; 2],
}

impl Seating {
    pub(crate) fn is_open(&self) -> bool {
        self.seats.contains(&SeatHolder::Open)
    }
}

/// A running match and when it is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Due {
    /// When it is due, in milliseconds of Unix time.
    pub wake: u64,
    /// The match.
    pub id: MatchId,
}

/// A new deadline for a running match. It is set only if the match and its deadline are still as
/// the caller has seen them, so that of several nodes one takes a due match, and none moves the
/// deadline of a match that has gone on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Postpone {
    /// The match.
    pub id: MatchId,
    /// The number of entries that the match has.
    pub number: u32,
    /// Its current deadline; none if it does not matter.
    pub seen: Option<u64>,
    /// The new deadline, in milliseconds of Unix time.
    pub wake: u64,
}

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The match.
    pub id: MatchId,
    /// The number of entries of a running match; none if it is not running.
    pub entries: Option<u32>,
    /// Its rematch, if there is one.
    pub rematch: Option<MatchId>,
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
