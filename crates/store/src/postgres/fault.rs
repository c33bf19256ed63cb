//! PostgreSQL's errors as errors of the store.

use std::error::Error;

use deadpool_postgres::PoolError;
use tokio_postgres::error::SqlState;

use crate::StoreError;

/// Why an attempt failed.
#[derive(Debug)]
pub(super) enum Fault {
    /// A retry would fail in the same way.
    Final(StoreError),
    /// The connection broke or there was a conflict, so a retry may succeed. The outcome of this
    /// attempt is unknown.
    Lost(String),
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Fault::Final(error)
    }
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Self {
        let text = describe(&error);
        let Some(code) = error.code() else {
            return Fault::Lost(text);
        };
        match *code {
            SqlState::DISK_FULL => StoreError::Full(text).into(),
            SqlState::READ_ONLY_SQL_TRANSACTION => StoreError::ReadOnly(text).into(),
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => {
                StoreError::Corrupt(text).into()
            }
            // An entry for a match that is no longer running.
            SqlState::FOREIGN_KEY_VIOLATION => StoreError::Gone.into(),
            SqlState::UNIQUE_VIOLATION => StoreError::Conflict.into(),
            _ if is_transient(code.code()) => Fault::Lost(text),
            _ => StoreError::Unavailable(text).into(),
        }
    }
}

impl From<PoolError> for Fault {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => error.into(),
            PoolError::Closed => StoreError::Unavailable("it is closed".into()).into(),
            other => Fault::Lost(other.to_string()),
        }
    }
}

/// Whether an error is transient: connections (08), transaction conflicts (40), resources (53) and
/// restarts (57P).
fn is_transient(code: &str) -> bool {
    ["08", "40", "53", "57P"].iter().any(|class| code.starts_with(class))
}

/// The error with its causes; the server's own message is in the source.
fn describe(error: &tokio_postgres::Error) -> String {
    if let Some(server) = error.as_db_error() {
        return format!("{} ({})", server.message(), server.code().code());
    }
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
