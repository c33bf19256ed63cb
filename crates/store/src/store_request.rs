//! Requests to a store and their results.

use crate::{Entry, MatchId, PlayerName, SeatHolder};

/// A new entry for a running match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// The expected number of entries in the match. If it differs, nothing is stored and the call
    /// fails with [`Conflict`](crate::StoreError::Conflict).
    pub number: u32,
    /// The entry.
    pub entry: Entry,
    /// The next deadline as Unix time in milliseconds; `None` keeps the old one.
    pub wake: Option<u64>,
    /// The seats from now on, for lists; `None` if they are unchanged.
    pub seating: Option<Seating>,
}

/// The holders of a running match's seats.
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

/// A running match and its deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Due {
    /// The deadline, as Unix time in milliseconds.
    pub wake: u64,
    /// The match.
    pub id: MatchId,
}

/// A new deadline for a running match. It is set only if the match and its deadline are still as
/// the caller has seen them, so only one of several nodes claims a due match, and none changes the
/// deadline of a match that has advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Postpone {
    /// The match.
    pub id: MatchId,
    /// The expected number of entries in the match.
    pub number: u32,
    /// Its expected current deadline; `None` accepts any.
    pub seen: Option<u64>,
    /// The new deadline, as Unix time in milliseconds.
    pub wake: u64,
}

/// The progress of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The match.
    pub id: MatchId,
    /// The number of entries of a running match; `None` if it is not running.
    pub entries: Option<u32>,
    /// Its rematch, if any.
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
