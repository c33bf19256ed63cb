//! Requests to a store and their results.

use crate::{Brief, Entry, Finished, Head, MatchId, PlayerName, SeatHolder};

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

/// A change of a running match, made in one transaction: all of it is stored, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The match.
    pub id: MatchId,
    /// The expected number of entries in the match. If it differs, nothing is stored and the call
    /// fails with [`Conflict`](crate::StoreError::Conflict).
    pub number: u32,
    /// What happens in the match.
    pub change: Change,
    /// The match that continues this one.
    pub next: Option<Successor>,
}

/// What happens in a running match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Entries are appended.
    Append {
        /// The entries.
        entries: Vec<Entry>,
        /// The next deadline as Unix time in milliseconds; `None` keeps the old one.
        wake: Option<u64>,
        /// The seats from now on, for lists; `None` if they are unchanged.
        seating: Option<Seating>,
    },
    /// The finished match replaces the running one.
    Finish {
        /// The finished match.
        finished: Finished,
        /// What lists show; without it, they have to replay the match.
        brief: Option<Brief>,
    },
}

/// A new match that another one leads to, such as the fork of a takeback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// Its id.
    pub id: MatchId,
    /// The start of its log.
    pub head: Head,
    /// Its first entries.
    pub entries: Vec<Entry>,
    /// Its first deadline, as Unix time in milliseconds.
    pub wake: u64,
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
