//! The store: one interface, two databases.

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::place::Place;
#[cfg(feature = "postgres")]
use crate::postgres::Postgres;
use crate::row::{Body, Row};
use crate::running::seats;
use crate::sqlite::Sqlite;
use crate::{Append, Counts, Entry, Finished, Head, Listing, MatchId, SeatHolder, StoreError, Stored};

/// Durable matches, in SQLite or PostgreSQL. Clones share the same database; they are cheap.
///
/// A running match is what its entries make of its head. Whoever adds an entry says how many there are already, and only one of two
/// who say the same number succeeds: that is all there is to agree on between tasks, processes and nodes.
#[derive(Clone)]
pub struct Store {
    backend: Backend,
    hints: broadcast::Sender<MatchId>,
}

#[derive(Clone)]
enum Backend {
    Sqlite(Arc<Sqlite>),
    #[cfg(feature = "postgres")]
    Postgres(Arc<Postgres>),
}

/// Asks whichever database there is.
macro_rules! ask {
    ($store:expr, $database:ident => $question:expr) => {
        match &$store.backend {
            Backend::Sqlite($database) => $question,
            #[cfg(feature = "postgres")]
            Backend::Postgres($database) => $question,
        }
    };
}

impl Store {
    /// Opens the database that a URL names, `sqlite:PATH` or `postgres://…`. Folders and tables are made where they are missing, and
    /// older tables are brought up to date.
    ///
    /// One process at a time can open an SQLite file like this. A file that cannot be written is opened all the same: every change is
    /// then answered by [`StoreError::ReadOnly`].
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        match Place::parse(url)? {
            Place::Sqlite(path) => Store::sqlite(move || Sqlite::open(&path)).await,
            #[cfg(feature = "postgres")]
            Place::Postgres(url) => {
                let hints = Postgres::heard();
                let postgres = Postgres::open(&url, hints.clone()).await?;
                Ok(Store { backend: Backend::Postgres(Arc::new(postgres)), hints })
            }
        }
    }

    /// The same database to look at only, while somebody else may be writing to it. Nothing is made or brought up to date.
    pub async fn open_to_read(url: &str) -> Result<Store, StoreError> {
        match Place::parse(url)? {
            Place::Sqlite(path) => Store::sqlite(move || Sqlite::open_to_read(&path)).await,
            #[cfg(feature = "postgres")]
            Place::Postgres(url) => {
                let postgres = Postgres::open_to_read(&url).await?;
                Ok(Store { backend: Backend::Postgres(Arc::new(postgres)), hints: Postgres::heard() })
            }
        }
    }

    async fn sqlite(
        open: impl FnOnce() -> Result<Sqlite, StoreError> + Send + 'static,
    ) -> Result<Store, StoreError> {
        let opened = tokio::task::spawn_blocking(open).await;
        let sqlite = opened.map_err(|error| StoreError::Unavailable(error.to_string()))??;
        // There are no other nodes, so that hints never come.
        Ok(Store { backend: Backend::Sqlite(Arc::new(sqlite)), hints: broadcast::Sender::new(1) })
    }

    /// Begins a match. `wake` is when somebody should look at it, in milliseconds of Unix time.
    ///
    /// With `rematch_of` the new match is linked to an old one in the same transaction; if the old one has a rematch already, its id is
    /// returned and nothing is made. [`StoreError::Exists`] if the id is taken.
    pub async fn create(
        &self,
        id: MatchId,
        head: &Head,
        entries: &[Entry],
        wake: u64,
        rematch_of: Option<MatchId>,
    ) -> Result<MatchId, StoreError> {
        let open = seats(head, entries).contains(&SeatHolder::Open);
        let row = Row { id, rematch: None, listed: head.listed, body: Body::running(id, head, entries) };
        ask!(self, database => database.create(row, wake, open, rematch_of).await)
    }

    /// Adds an entry to a running match; it is durable when this returns.
    ///
    /// [`StoreError::Conflict`] if the match does not have as many entries as was said, [`StoreError::Gone`] if it is not running.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        ask!(self, database => database.append(append).await)
    }

    /// Ends a running match that has `number` entries: they go, and the finished match comes, in one transaction.
    pub async fn finish(&self, id: MatchId, number: u32, finished: &Finished) -> Result<(), StoreError> {
        ask!(self, database => database.finish(id, number, finished).await)
    }

    /// The match with this id, if there is one.
    pub async fn load(&self, id: MatchId) -> Result<Option<Stored>, StoreError> {
        let row = ask!(self, database => database.load(id).await)?;
        row.map(|row| row.read()).transpose()
    }

    /// The rematch of a match, if there is one.
    pub async fn rematch(&self, id: MatchId) -> Result<Option<MatchId>, StoreError> {
        ask!(self, database => database.rematch(id).await)
    }

    /// Running matches that somebody should look at by `now`, the longest overdue first.
    pub async fn due(&self, now: u64, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        ask!(self, database => database.due(now, limit).await)
    }

    /// Changes when somebody should look at a running match again; [`StoreError::Gone`] if it is not running.
    pub async fn postpone(&self, id: MatchId, wake: u64) -> Result<(), StoreError> {
        ask!(self, database => database.postpone(id, wake).await)
    }

    /// Listed matches, newest first, beginning below `before`.
    pub async fn list(
        &self,
        which: Listing,
        before: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Stored)>, StoreError> {
        let rows = ask!(self, database => database.list(which, before, limit).await)?;
        rows.iter().map(|row| Ok((row.id, row.read()?))).collect()
    }

    /// How many matches there are. This goes through all of them: ask now and then, not with every request.
    pub async fn counts(&self) -> Result<Counts, StoreError> {
        ask!(self, database => database.counts().await)
    }

    /// Whether the database can be written now: it is tried.
    pub async fn ready(&self) -> Result<(), StoreError> {
        ask!(self, database => database.ready().await)
    }

    /// How many commits the changes so far have shared; none where the database itself does the sharing.
    pub fn commits(&self) -> Option<u64> {
        match &self.backend {
            Backend::Sqlite(sqlite) => Some(sqlite.commits()),
            #[cfg(feature = "postgres")]
            Backend::Postgres(_) => None,
        }
    }

    /// Whether other nodes may write to the same database, so that what was read a moment ago may be old.
    pub fn is_shared(&self) -> bool {
        match self.backend {
            Backend::Sqlite(_) => false,
            #[cfg(feature = "postgres")]
            Backend::Postgres(_) => true,
        }
    }

    /// Matches that another node has changed. Never the truth: hints may be lost, come late or come twice.
    pub fn hints(&self) -> broadcast::Receiver<MatchId> {
        self.hints.subscribe()
    }

    /// Finishes what was asked for before, and lets the database go. Clones answer [`StoreError::Unavailable`] from then on.
    pub async fn close(self) {
        ask!(self, database => database.close().await);
    }

    /// Matches after an id in the order of their ids, as the database holds them. A page is of one moment; the next page is of a later
    /// one.
    pub async fn rows(&self, after: Option<MatchId>, limit: u32) -> Result<Vec<Row>, StoreError> {
        ask!(self, database => database.rows(after, limit).await)
    }

    /// Matches after an id in the order of their ids, each with its rematch. See [`rows`](Self::rows) for what is damaged.
    pub async fn page(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Stored, Option<MatchId>)>, StoreError> {
        let rows = self.rows(after, limit).await?;
        rows.iter().map(|row| Ok((row.id, row.read()?, row.rematch))).collect()
    }

    /// Adds a match as another store held it, and says whether it is new; [`StoreError::Exists`] if there is another one with its id.
    /// Running matches are due at once. Many may be in flight: they share commits.
    pub async fn put(
        &self,
        id: MatchId,
        stored: &Stored,
        rematch: Option<MatchId>,
    ) -> Result<bool, StoreError> {
        let (listed, open) = match stored {
            Stored::Running(running) => (running.head.listed, running.is_open()),
            Stored::Finished(finished) => (finished.listed, false),
        };
        let row = Row { id, rematch, listed, body: Body::of(id, stored) };
        ask!(self, database => database.put(row, open).await)
    }

    /// What is wrong with the database as such, a line each, whatever the matches in it hold. This reads all of it.
    pub async fn faults(&self) -> Result<Vec<String>, StoreError> {
        ask!(self, database => database.faults().await)
    }
}
