//! Matches in an SQLite file: one thread writes, others read.

mod change;
mod database_path;
mod error;
mod lock;
mod migration;
mod open;
mod query;
mod readers;
mod schema;
mod wal;
mod writer;

use std::path::Path;

use database_path::DatabasePath;
use readers::Readers;
use rusqlite::Connection;
use writer::Writer;

use crate::commit_rows::{CommitRows, NewRow};
use crate::row::Row;
use crate::snapshot::{Pages, last_of};
use crate::{Counts, Due, Listing, MatchId, Postpone, Progress, StoreError, SummaryRow};

/// A database file.
pub(crate) struct Sqlite {
    path: DatabasePath,
    readers: Readers,
    /// The writer, or why the database is read-only.
    writer: Result<Writer, String>,
}

impl Sqlite {
    /// Opens a file for reading and writing, or read-only if it cannot be written.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        open::to_write(path).map_err(|error| at(path, error))
    }

    /// Opens a file read-only, while another process may write to it.
    pub(crate) fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        open::to_read(path).map_err(|error| at(path, error))
    }

    async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        match &self.writer {
            Ok(writer) => writer.write(change).await,
            Err(reason) => Err(StoreError::ReadOnly(reason.clone())),
        }
    }

    pub(crate) async fn create(
        &self,
        new: NewRow,
        rematch_of: Option<MatchId>,
    ) -> Result<MatchId, StoreError> {
        self.write(move |connection| change::create(connection, &new, rematch_of)).await
    }

    pub(crate) async fn commit(&self, rows: CommitRows) -> Result<(), StoreError> {
        self.write(move |connection| change::commit(connection, &rows)).await
    }

    pub(crate) async fn set_brief(&self, id: MatchId, brief: Vec<u8>) -> Result<(), StoreError> {
        self.write(move |connection| change::set_brief(connection, id, &brief)).await
    }

    pub(crate) async fn delete(&self, id: MatchId) -> Result<bool, StoreError> {
        self.write(move |connection| change::delete(connection, id)).await
    }

    pub(crate) async fn postpone(&self, postpone: Postpone) -> Result<(), StoreError> {
        self.write(move |connection| change::postpone(connection, &postpone)).await
    }

    pub(crate) async fn put(&self, new: NewRow) -> Result<bool, StoreError> {
        self.write(move |connection| change::put(connection, &new)).await
    }

    pub(crate) async fn ready(&self) -> Result<(), StoreError> {
        self.write(change::touch).await
    }

    pub(crate) fn commits(&self) -> u64 {
        self.writer.as_ref().map_or(0, Writer::commits)
    }

    pub(crate) async fn load(&self, id: MatchId) -> Result<Option<Row>, StoreError> {
        self.readers.read(move |connection| query::row(connection, id)).await
    }

    pub(crate) async fn rematch(&self, id: MatchId) -> Result<Option<MatchId>, StoreError> {
        self.readers.read(move |connection| query::rematch(connection, id)).await
    }

    pub(crate) async fn due(
        &self,
        now: u64,
        after: Option<Due>,
        limit: u32,
    ) -> Result<Vec<Due>, StoreError> {
        self.readers.read(move |connection| query::due(connection, now, after, limit)).await
    }

    pub(crate) async fn progress(&self, ids: Vec<MatchId>) -> Result<Vec<Progress>, StoreError> {
        self.readers.read(move |connection| query::progress(connection, &ids)).await
    }

    pub(crate) async fn list(
        &self,
        which: Listing,
        before: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<SummaryRow>, StoreError> {
        self.readers.read(move |connection| query::list(connection, which, before, limit)).await
    }

    pub(crate) async fn summaries(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<SummaryRow>, StoreError> {
        self.readers.read(move |connection| query::summaries(connection, after, limit)).await
    }

    pub(crate) async fn rows(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        self.readers.read(move |connection| query::page(connection, after, limit)).await
    }

    pub(crate) async fn snapshot(&self, limit: u32, pages: Pages) -> Result<(), StoreError> {
        let read = move |connection: &Connection| {
            let mut after = None;
            loop {
                let page = query::page(connection, after, limit)?;
                after = last_of(&page);
                if after.is_none() || pages.blocking_send(Ok(page)).is_err() {
                    return Ok(());
                }
            }
        };
        self.readers.read(read).await
    }

    pub(crate) async fn counts(&self) -> Result<Counts, StoreError> {
        self.readers.read(query::counts).await
    }

    pub(crate) async fn faults(&self) -> Result<Vec<String>, StoreError> {
        let mut faults = self.readers.read(query::faults).await?;
        if !lock::is_held(&self.path) {
            faults.extend(wal::fault(&self.path.log())?);
        }
        Ok(faults)
    }

    /// Closes the readers first, so that the writer closes last and leaves a single file behind.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        if let Ok(writer) = &self.writer {
            writer.close().await;
        }
    }
}

/// Adds the file's name to an error.
fn at(path: &Path, error: StoreError) -> StoreError {
    let place = |text: String| match text.contains(&*path.to_string_lossy()) {
        true => text,
        false => format!("{}: {text}", path.display()),
    };
    match error {
        StoreError::Full(text) => StoreError::Full(place(text)),
        StoreError::ReadOnly(text) => StoreError::ReadOnly(place(text)),
        StoreError::Unavailable(text) => StoreError::Unavailable(place(text)),
        StoreError::Corrupt(text) => StoreError::Corrupt(place(text)),
        other => other,
    }
}
