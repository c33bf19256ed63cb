//! Opening a database file.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::database_path::DatabasePath;
use super::lock::{Lock, Locking};
use super::readers::Readers;
use super::writer::Writer;
use super::{Sqlite, schema, wal};
use crate::StoreError;

const READERS: usize = 2;
/// The busy timeout. Only recovery after a crash makes a connection wait.
const PATIENCE: Duration = Duration::from_secs(10);
/// The log is checkpointed after this many pages, 16 MiB.
const CHECKPOINT_PAGES: i64 = 4096;
/// A longer log is truncated.
const LOG_BYTES: i64 = 64 << 20;
/// In KiB.
const WRITER_CACHE: i64 = 32 << 10;
const STATEMENTS: usize = 32;

pub(super) fn to_write(given: &Path) -> Result<Sqlite, StoreError> {
    let path = DatabasePath::create(given);
    let lock = match Lock::take(&path)? {
        Locking::Held(lock) => Arc::new(lock),
        Locking::ReadOnly(error) => return reader(path, error.to_string()),
    };
    match wal::fault(&path.log()) {
        Ok(None) => {}
        Ok(Some(fault)) => tracing::error!(%fault, "the database was damaged"),
        Err(error) => tracing::warn!(%error, "the write-ahead log cannot be checked"),
    }
    let connection = match writing_connection(path.file()) {
        Err(StoreError::ReadOnly(reason)) => return reader(path, reason),
        connection => connection?,
    };
    // Only now is it known to be a database of this program.
    path.make_private();
    let writer = Writer::start(connection, lock.clone())?;
    let readers = readers(&path, Some(&lock))?;
    Ok(Sqlite { path, readers, writer: Ok(writer) })
}

pub(super) fn to_read(given: &Path) -> Result<Sqlite, StoreError> {
    reader(DatabasePath::of(given), "it was opened for reading".into())
}

fn reader(path: DatabasePath, reason: String) -> Result<Sqlite, StoreError> {
    if !path.file().exists() {
        return Err(StoreError::Unavailable("there is no such file".into()));
    }
    Ok(Sqlite { readers: readers(&path, None)?, path, writer: Err(reason) })
}

fn writing_connection(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = connection(Connection::open_with_flags(path, flags)?)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
    connection.pragma_update(None, "cache_size", -WRITER_CACHE)?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

fn readers(path: &DatabasePath, lock: Option<&Arc<Lock>>) -> Result<Readers, StoreError> {
    let connections = (0..READERS).map(|_| reading_connection(path)).collect::<Result<_, _>>()?;
    Readers::start(connections, lock)
}

fn reading_connection(path: &DatabasePath) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let usual =
        Connection::open_with_flags(path.file(), flags).map_err(StoreError::from).and_then(checked);
    if usual.is_err() && !path.log().exists() {
        // A write-ahead log needs a file beside the database even for reading. Where none can be
        // created, nobody writes either.
        let uri = format!("file:{}?immutable=1", escaped(path.file()));
        let unchanging = Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI);
        if let Ok(connection) = unchanging.map_err(StoreError::from).and_then(checked) {
            return Ok(connection);
        }
    }
    usual
}

fn checked(new: Connection) -> Result<Connection, StoreError> {
    let connection = connection(new)?;
    schema::check(&connection)?;
    Ok(connection)
}

fn connection(connection: Connection) -> Result<Connection, StoreError> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// The path as part of a URI, with special bytes escaped.
fn escaped(path: &Path) -> String {
    let escape = |byte: &u8| match byte {
        b'/' | b'.' | b'-' | b'_' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
            char::from(*byte).to_string()
        }
        other => format!("%{other:02x}"),
    };
    path.as_os_str().as_encoded_bytes().iter().map(escape).collect()
}
