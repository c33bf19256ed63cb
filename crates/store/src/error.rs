//! Errors of the store.

use ennead_host::Failure;
use ennead_protocol::Code;
use thiserror::Error;

/// Why a store failed. Nothing was changed, except that [`Unavailable`](StoreError::Unavailable)
/// leaves it unknown: loading the match tells.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The match has another number of entries.
    #[error("the match has gone on in the meantime")]
    Conflict,
    /// No running match has this id: it is over, or never existed.
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
    /// The stored data is inconsistent.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Whether only this request was rejected and the store itself works.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, StoreError::Conflict | StoreError::Gone | StoreError::Exists)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Full(_) => Code::StoreFull,
            StoreError::ReadOnly(_) => Code::StoreReadOnly,
            StoreError::Corrupt(_) => Code::Internal,
            StoreError::Unavailable(_)
            | StoreError::Conflict
            | StoreError::Gone
            | StoreError::Exists => Code::StoreUnavailable,
        };
        Failure::new(code, error.to_string())
    }
}
