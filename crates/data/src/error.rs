//! Errors of files.

use std::io;

use ennead_search::self_play::SelfPlayError;
use parquet::errors::ParquetError;
use thiserror::Error;

/// Why a file could not be written.
#[derive(Debug, Error)]
pub enum DataError {
    /// The output cannot be written.
    #[error("{0}")]
    Io(io::Error),
    /// The Parquet library rejected something.
    #[error("{0}")]
    Parquet(ParquetError),
    /// The schema has fewer columns than the table.
    #[error("the schema lacks a column")]
    Columns,
    /// The games cannot be played.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
}

impl From<ParquetError> for DataError {
    /// Unwraps an I/O error: the cause matters more than the library that reports it.
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(inner) => match inner.downcast::<io::Error>() {
                Ok(error) => DataError::Io(*error),
                Err(inner) => DataError::Parquet(ParquetError::External(inner)),
            },
            error => DataError::Parquet(error),
        }
    }
}
