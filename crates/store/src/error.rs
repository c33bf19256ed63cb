//! Errors of the store.

use ennead_host::Failure;
use ennead_protocol::Code;
use thiserror::Error;

/// Why a store failed. Nothing was changed, except that after
/// [`Unavailable`](StoreError::Unavailable) the outcome is unknown: load the match to find out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The match has a different number of entries.
    #[error("the match has changed in the meantime")]
    Conflict,
    /// No running match has this id: it is over, or never existed.
    #[error("no such match is running")]
    Gone,
    /// A different match has this id.
    #[error("there is another match with this id")]
    Exists,
    /// The disk is full.
    #[error("the database has no space left: {0}")]
    Full(String),
    /// The database is read-only.
    #[error("the database is read-only: {0}")]
    ReadOnly(String),
    /// The database does not respond, or cannot be opened.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// The stored data is inconsistent.
    #[error("the database is damaged: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Whether only this request was rejected, while the store itself works.
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
