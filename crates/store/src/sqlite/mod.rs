//! Matches in one SQLite file: one thread writes, others read.

mod change;
mod error;
mod lock;
mod open;
mod query;
mod readers;
mod schema;
mod writer;

use std::path::Path;

use readers::Readers;
use rusqlite::Connection;
use writer::Writer;

use crate::row::Row;
use crate::{Append, Counts, EntryBytes, Finished, FinishedBytes, Listing, MatchId, StoreError};
use change::New;

/// A database file.
pub(crate) struct Sqlite {
    readers: Readers,
    /// The writer, or why nothing can be written.
    writer: Result<Writer, String>,
}

impl Sqlite {
    /// Opens a file for reading and writing, or only for reading where it cannot be written.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        open::to_write(path).map_err(|error| at(path, error))
    }

    /// Opens a file for reading while another process may write to it.
    pub(crate) fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        open::to_read(path, "it was opened for reading".into()).map_err(|error| at(path, error))
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
        row: Row,
        wake: u64,
        open: bool,
        rematch_of: Option<MatchId>,
    ) -> Result<MatchId, StoreError> {
        let new = New { row, wake, open };
        self.write(move |connection| change::create(connection, &new, rematch_of)).await
    }

    pub(crate) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let data = append.entry.to_bytes();
        let Append { id, number, wake, open, .. } = append;
        self.write(move |connection| {
            change::append(connection, id, number, &data)?;
            wake.map_or(Ok(()), |wake| change::set_wake(connection, id, wake))?;
            open.map_or(Ok(()), |open| change::set_open(connection, id, open))
        })
        .await
    }

    pub(crate) async fn finish(
        &self,
        id: MatchId,
        number: u32,
        finished: &Finished,
    ) -> Result<(), StoreError> {
        let (listed, data) = (finished.listed, finished.to_bytes(id));
        self.write(move |connection| change::finish(connection, id, number, listed, &data)).await
    }

    pub(crate) async fn postpone(&self, id: MatchId, wake: u64) -> Result<(), StoreError> {
        self.write(move |connection| change::set_wake(connection, id, wake)).await
    }

    pub(crate) async fn put(&self, row: Row, open: bool) -> Result<bool, StoreError> {
        let new = New { row, wake: 0, open };
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

    pub(crate) async fn due(&self, now: u64, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        self.readers.read(move |connection| query::due(connection, now, limit)).await
    }

    pub(crate) async fn list(
        &self,
        which: Listing,
        before: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        self.readers.read(move |connection| query::list(connection, which, before, limit)).await
    }

    pub(crate) async fn rows(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        self.readers.read(move |connection| query::page(connection, after, limit)).await
    }

    pub(crate) async fn counts(&self) -> Result<Counts, StoreError> {
        self.readers.read(query::counts).await
    }

    pub(crate) async fn faults(&self) -> Result<Vec<String>, StoreError> {
        self.readers.read(query::faults).await
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
