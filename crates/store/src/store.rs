//! The store: one interface to either database.

use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::broadcast;

use crate::commit_rows::{CommitRows, NewRow};
use crate::database_url::DatabaseUrl;
#[cfg(feature = "simulation")]
use crate::memory::Memory;
#[cfg(feature = "postgres")]
use crate::postgres::Postgres;
use crate::row::{Row, RowBody};
use crate::seats_bytes::{AuxiliaryColumns, seal_brief};
use crate::snapshot::StoreSnapshot;
use crate::sqlite::Sqlite;
use crate::{
    Append, Brief, Change, Commit, Counts, Due, Entry, Finished, Head, Listing, MatchId, Postpone,
    Progress, Running, Seating, StoreError, Stored, SummaryRow,
};

/// Durable matches in SQLite or PostgreSQL. Clones are cheap and share the same database.
///
/// A running match is its head with all entries applied. A writer states how many entries it has
/// seen; of two writers with the same number only one succeeds. Tasks, processes and nodes need no
/// other coordination.
#[derive(Clone)]
pub struct Store {
    backend: Backend,
    hints: broadcast::Sender<MatchId>,
}

/// The future of a database's response. Boxed, so that the code that talks to a database is
/// compiled once, in this crate, rather than for each caller.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

#[derive(Clone)]
enum Backend {
    Sqlite(Arc<Sqlite>),
    #[cfg(feature = "postgres")]
    Postgres(Arc<Postgres>),
    #[cfg(feature = "simulation")]
    Memory(Arc<Memory>),
}

/// Calls the underlying database.
macro_rules! ask {
    ($store:expr, $database:ident => $question:expr) => {
        match &$store.backend {
            Backend::Sqlite($database) => $question,
            #[cfg(feature = "postgres")]
            Backend::Postgres($database) => $question,
            #[cfg(feature = "simulation")]
            Backend::Memory($database) => $question,
        }
    };
}

impl Store {
    /// Opens the database with this URL, `sqlite:PATH` or `postgres://…`. Missing folders and
    /// tables are created, and older tables are migrated.
    ///
    /// Only one process at a time can open an SQLite file for writing. A read-only file is opened
    /// nevertheless; every change then fails with [`StoreError::ReadOnly`].
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        match DatabaseUrl::parse(url)? {
            DatabaseUrl::Sqlite(path) => Store::sqlite(move || Sqlite::open(&path)).await,
            #[cfg(feature = "postgres")]
            DatabaseUrl::Postgres(url) => {
                let hints = Postgres::hint_channel();
                let postgres = Postgres::open(&url, hints.clone()).await?;
                Ok(Store { backend: Backend::Postgres(Arc::new(postgres)), hints })
            }
        }
    }

    /// Opens a database read-only, while another process may write to it. Nothing is created or
    /// migrated.
    pub async fn open_to_read(url: &str) -> Result<Store, StoreError> {
        match DatabaseUrl::parse(url)? {
            DatabaseUrl::Sqlite(path) => Store::sqlite(move || Sqlite::open_to_read(&path)).await,
            #[cfg(feature = "postgres")]
            DatabaseUrl::Postgres(url) => {
                let postgres = Postgres::open_to_read(&url).await?;
                Ok(Store {
                    backend: Backend::Postgres(Arc::new(postgres)),
                    hints: Postgres::hint_channel(),
                })
            }
        }
    }

    async fn sqlite(
        open: impl FnOnce() -> Result<Sqlite, StoreError> + Send + 'static,
    ) -> Result<Store, StoreError> {
        let opened = tokio::task::spawn_blocking(open).await;
        let sqlite = opened.map_err(|error| StoreError::Unavailable(error.to_string()))??;
        // There are no other nodes, so there are no hints.
        Ok(Store { backend: Backend::Sqlite(Arc::new(sqlite)), hints: broadcast::Sender::new(1) })
    }

    #[cfg(feature = "simulation")]
    pub(crate) fn of_memory(memory: Arc<Memory>, hints: broadcast::Sender<MatchId>) -> Store {
        Store { backend: Backend::Memory(memory), hints }
    }

    /// Creates a match. `wake` is its first deadline, as Unix time in milliseconds.
    ///
    /// With `rematch_of`, the new match is linked to an old one in the same transaction; if the old
    /// one already has a rematch, its id is returned and nothing is created. [`StoreError::Exists`]
    /// if the id is taken.
    pub fn create(
        &self,
        id: MatchId,
        head: &Head,
        entries: &[Entry],
        wake: u64,
        rematch_of: Option<MatchId>,
    ) -> StoreFuture<'_, MatchId> {
        let new = NewRow::running(id, head, entries, wake);
        Box::pin(async move { ask!(self, database => database.create(new, rematch_of).await) })
    }

    /// Changes a running match, and creates the match that continues it, in one transaction. The
    /// change is durable when this returns.
    ///
    /// [`StoreError::Conflict`] if the match has a different number of entries or already leads to
    /// another one, [`StoreError::Gone`] if it is not running, [`StoreError::Exists`] if the id of
    /// the successor is taken.
    pub fn commit(&self, commit: Commit) -> StoreFuture<'_, ()> {
        let rows = CommitRows::of(commit);
        Box::pin(async move { ask!(self, database => database.commit(rows).await) })
    }

    /// [Commits](Self::commit) one entry.
    pub fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        let Append { id, number, entry, wake, seating } = append;
        let change = Change::Append { entries: vec![entry], wake, seating };
        self.commit(Commit { id, number, change, next: None })
    }

    /// [Commits](Self::commit) the end of a match.
    pub fn finish(
        &self,
        id: MatchId,
        number: u32,
        finished: &Finished,
        brief: Option<&Brief>,
    ) -> StoreFuture<'_, ()> {
        let change = Change::Finish { finished: finished.clone(), brief: brief.cloned() };
        self.commit(Commit { id, number, change, next: None })
    }

    /// Stores the brief of a finished match that has none; does nothing if there is no such match.
    pub fn set_brief(&self, id: MatchId, brief: &Brief) -> StoreFuture<'_, ()> {
        let brief = seal_brief(id, brief);
        Box::pin(async move { ask!(self, database => database.set_brief(id, brief).await) })
    }

    /// Deletes a match, running or finished, and the links from and to it. Returns whether it
    /// existed.
    pub fn delete(&self, id: MatchId) -> StoreFuture<'_, bool> {
        Box::pin(async move { ask!(self, database => database.delete(id).await) })
    }

    /// The match with this id, if there is one.
    pub fn load(&self, id: MatchId) -> StoreFuture<'_, Option<Stored>> {
        Box::pin(async move {
            let row = self.load_row(id).await?;
            row.map(|row| row.read()).transpose()
        })
    }

    /// The match with this id as the database stores it. The caller decides on which thread it is
    /// decoded, which takes long for a long match.
    pub fn load_row(&self, id: MatchId) -> StoreFuture<'_, Option<Row>> {
        Box::pin(async move { ask!(self, database => database.load(id).await) })
    }

    /// The rematch of a match, if there is one.
    pub fn rematch(&self, id: MatchId) -> StoreFuture<'_, Option<MatchId>> {
        Box::pin(async move { ask!(self, database => database.rematch(id).await) })
    }

    /// Running matches that are due by `now`, the longest overdue first, starting after `after`.
    pub fn due(&self, now: u64, after: Option<Due>, limit: u32) -> StoreFuture<'_, Vec<Due>> {
        Box::pin(async move { ask!(self, database => database.due(now, after, limit).await) })
    }

    /// Sets the deadline of a running match; [`StoreError::Gone`] if it is not running, and
    /// [`StoreError::Conflict`] if it is not as the caller has seen it.
    pub fn postpone(&self, postpone: Postpone) -> StoreFuture<'_, ()> {
        Box::pin(async move { ask!(self, database => database.postpone(postpone).await) })
    }

    /// The progress of these matches, in any order.
    pub fn progress(&self, ids: Vec<MatchId>) -> StoreFuture<'_, Vec<Progress>> {
        Box::pin(async move { ask!(self, database => database.progress(ids).await) })
    }

    /// The database's clock as Unix time in milliseconds, if nodes share the database.
    pub fn time(&self) -> StoreFuture<'_, Option<u64>> {
        Box::pin(async move {
            match &self.backend {
                Backend::Sqlite(_) => Ok(None),
                #[cfg(feature = "postgres")]
                Backend::Postgres(postgres) => postgres.time().await.map(Some),
                #[cfg(feature = "simulation")]
                Backend::Memory(memory) => memory.time().await,
            }
        })
    }

    /// Listed matches below `before`, newest first.
    pub fn list(
        &self,
        which: Listing,
        before: Option<MatchId>,
        limit: u32,
    ) -> StoreFuture<'_, Vec<SummaryRow>> {
        Box::pin(async move { ask!(self, database => database.list(which, before, limit).await) })
    }

    /// Summaries of the matches after an id, in id order, listed or not.
    pub fn summaries(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> StoreFuture<'_, Vec<SummaryRow>> {
        Box::pin(async move { ask!(self, database => database.summaries(after, limit).await) })
    }

    /// The number of matches. This scans all of them, so do not call it on every request.
    pub fn counts(&self) -> StoreFuture<'_, Counts> {
        Box::pin(async move { ask!(self, database => database.counts().await) })
    }

    /// Checks that the database accepts writes by trying one.
    pub fn ready(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move { ask!(self, database => database.ready().await) })
    }

    /// The number of commits so far, each of which may cover many changes; `None` where the
    /// database groups commits itself.
    pub fn commits(&self) -> Option<u64> {
        match &self.backend {
            Backend::Sqlite(sqlite) => Some(sqlite.commits()),
            #[cfg(feature = "postgres")]
            Backend::Postgres(_) => None,
            #[cfg(feature = "simulation")]
            Backend::Memory(_) => None,
        }
    }

    /// Whether other nodes may write to the same database, so that cached state may be outdated.
    pub fn is_shared(&self) -> bool {
        match &self.backend {
            Backend::Sqlite(_) => false,
            #[cfg(feature = "postgres")]
            Backend::Postgres(_) => true,
            #[cfg(feature = "simulation")]
            Backend::Memory(memory) => memory.is_shared(),
        }
    }

    /// Matches that other nodes have changed. Hints may be lost, delayed or duplicated.
    pub fn hints(&self) -> broadcast::Receiver<MatchId> {
        self.hints.subscribe()
    }

    /// Completes pending requests and closes the database. Clones fail with
    /// [`StoreError::Unavailable`] from then on.
    pub async fn close(self) {
        ask!(self, database => database.close().await);
    }

    /// Matches after an id, in id order, as the database stores them. Each page is a consistent
    /// snapshot; the next page is a later one.
    pub fn rows(&self, after: Option<MatchId>, limit: u32) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(async move { ask!(self, database => database.rows(after, limit).await) })
    }

    /// All matches as of this moment, in pages of at most `limit`, while others may write.
    pub fn snapshot(&self, limit: u32) -> StoreSnapshot {
        let (snapshot, pages) = StoreSnapshot::new();
        let store = self.clone();
        tokio::spawn(async move {
            let read = ask!(store, database => database.snapshot(limit, pages.clone()).await);
            if let Err(error) = read {
                // The reader may be gone.
                let _ = pages.send(Err(error)).await;
            }
        });
        snapshot
    }

    /// Matches after an id, in id order, each with its rematch. Use [`rows`](Self::rows) to read
    /// past damaged matches.
    pub fn page(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> StoreFuture<'_, Vec<(MatchId, Stored, Option<MatchId>)>> {
        Box::pin(async move {
            let rows = self.rows(after, limit).await?;
            rows.iter().map(|row| Ok((row.id, row.read()?, row.rematch))).collect()
        })
    }

    /// Adds a match from another store; returns whether it is new. [`StoreError::Exists`] if a
    /// different match has its id. Running matches are due at once. Concurrent calls share commits.
    pub fn put(
        &self,
        id: MatchId,
        stored: &Stored,
        rematch: Option<MatchId>,
    ) -> StoreFuture<'_, bool> {
        let (listed, auxiliary) = match stored {
            Stored::Running(Running { head, entries }) => {
                let seats = Seating::after(head, entries);
                (head.listed, AuxiliaryColumns::of(id, head, &seats, 0))
            }
            Stored::Finished(finished) => (finished.listed, AuxiliaryColumns::default()),
        };
        let row = Row { id, rematch, listed, body: RowBody::of(id, stored) };
        let new = NewRow { row, auxiliary };
        Box::pin(async move { ask!(self, database => database.put(new).await) })
    }

    /// Faults of the database itself, one per line, independent of the matches in it. This reads
    /// the whole database.
    pub fn faults(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move { ask!(self, database => database.faults().await) })
    }
}
