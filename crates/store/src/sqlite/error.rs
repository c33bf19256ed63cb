//! SQLite's errors as errors of the store.

use rusqlite::ErrorCode;

use crate::StoreError;

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let text = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full(text),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly(text),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Corrupt(text),
            Some(_) => StoreError::Unavailable(text),
            // The remaining errors are columns of the wrong type and numbers out of range.
            None => StoreError::Corrupt(text),
        }
    }
}
