//! Errors in files of matches.

use std::io;

use thiserror::Error;

/// Why a file of matches cannot be read or written.
#[derive(Debug, Error)]
pub enum TransferError {
    /// Reading or writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is not a file of matches, or it is damaged.
    #[error("byte {at}: {what}")]
    Damaged {
        /// The offset, from 0.
        at: u64,
        /// What is wrong.
        what: String,
    },
    /// A line is invalid.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
}
