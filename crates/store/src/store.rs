//! The store: one interface, two databases.

use tokio::sync::broadcast;

use crate::{Append, Counts, Entry, Finished, Head, Listing, MatchId, StoreError, Stored};

/// Durable matches, in SQLite or PostgreSQL. Clones share the same database; they are cheap.
#[derive(Clone)]
pub struct Store {
    hints: broadcast::Sender<MatchId>,
}

const NOT_YET: &str = "not built";

fn not_yet<T>() -> Result<T, StoreError> {
    Err(StoreError::Unavailable(NOT_YET.into()))
}

impl Store {
    /// Opens the database that a URL names, `sqlite:PATH` or `postgres://…`. Folders and tables are made where they are missing, and
    /// older ones are brought up to date.
    pub async fn open(_url: &str) -> Result<Store, StoreError> {
        Ok(Store { hints: broadcast::channel(1).0 })
    }

    /// The same database to look at only, while somebody else may be writing to it.
    pub async fn open_to_read(url: &str) -> Result<Store, StoreError> {
        Store::open(url).await
    }

    /// Begins a match. `wake` is when somebody should look at it, in milliseconds of Unix time.
    ///
    /// With `rematch_of` the new match is linked to an old one in the same transaction; if the old one has a rematch already, its id is
    /// returned and nothing is made.
    pub async fn create(
        &self,
        _id: MatchId,
        _head: &Head,
        _entries: &[Entry],
        _wake: u64,
        _rematch_of: Option<MatchId>,
    ) -> Result<MatchId, StoreError> {
        not_yet()
    }

    /// Adds an entry to a running match; it is durable when this returns.
    pub async fn append(&self, _append: Append) -> Result<(), StoreError> {
        not_yet()
    }

    /// Ends a running match that has `number` entries: they go, and the finished match comes, in one transaction.
    pub async fn finish(&self, _id: MatchId, _number: u32, _finished: &Finished) -> Result<(), StoreError> {
        not_yet()
    }

    /// The match with this id, if there is one.
    pub async fn load(&self, _id: MatchId) -> Result<Option<Stored>, StoreError> {
        not_yet()
    }

    /// The rematch of a match, if there is one.
    pub async fn rematch(&self, _id: MatchId) -> Result<Option<MatchId>, StoreError> {
        not_yet()
    }

    /// Running matches that somebody should look at by `now`, the longest overdue first.
    pub async fn due(&self, _now: u64, _limit: u32) -> Result<Vec<MatchId>, StoreError> {
        not_yet()
    }

    /// Changes when somebody should look at a running match again.
    pub async fn postpone(&self, _id: MatchId, _wake: u64) -> Result<(), StoreError> {
        not_yet()
    }

    /// Listed matches, newest first, beginning below `before`.
    pub async fn list(
        &self,
        _which: Listing,
        _before: Option<MatchId>,
        _limit: u32,
    ) -> Result<Vec<(MatchId, Stored)>, StoreError> {
        not_yet()
    }

    /// How many matches there are. This goes through all of them: ask now and then, not with every request.
    pub async fn counts(&self) -> Result<Counts, StoreError> {
        not_yet()
    }

    /// Whether the database can be written now.
    pub async fn ready(&self) -> Result<(), StoreError> {
        not_yet()
    }

    /// Matches that another node has changed. Never the truth: hints may be lost, come late or come twice.
    pub fn hints(&self) -> broadcast::Receiver<MatchId> {
        self.hints.subscribe()
    }

    /// Finishes what was asked for before, and lets the database go. Clones answer [`StoreError::Unavailable`] from then on.
    pub async fn close(self) {}

    /// Matches after an id in the order of their ids, each with its rematch.
    pub async fn page(
        &self,
        _after: Option<MatchId>,
        _limit: u32,
    ) -> Result<Vec<(MatchId, Stored, Option<MatchId>)>, StoreError> {
        not_yet()
    }

    /// Adds a match as another store held it, and says whether it is new; [`StoreError::Exists`] if there is another one with its id.
    /// Running matches are due at once. Many may be in flight: they share commits.
    pub async fn put(
        &self,
        _id: MatchId,
        _stored: &Stored,
        _rematch: Option<MatchId>,
    ) -> Result<bool, StoreError> {
        not_yet()
    }
}
