//! What can go wrong.

use thiserror::Error;

/// Why a store did not do what was asked. Nothing was changed then, but for [`Unavailable`](StoreError::Unavailable), which may leave it
/// open: loading the match tells.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The match has other entries by now.
    #[error("the match has gone on in the meantime")]
    Conflict,
    /// No running match has this id: it is over, or never was.
    #[error("no such match is running")]
    Gone,
    /// There is another match with this id.
    #[error("there is another match with this id")]
    Exists,
    /// There is no space left.
    #[error("the database has no space left: {0}")]
    Full(String),
    /// The database cannot be written.
    #[error("the database can only be read: {0}")]
    ReadOnly(String),
    /// The database does not answer, or cannot be opened.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// What is stored makes no sense.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Whether the store is well and only this one request was refused.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, StoreError::Conflict | StoreError::Gone | StoreError::Exists)
    }
}
