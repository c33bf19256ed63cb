//! What can be wrong with a file of matches.

use std::io;

use thiserror::Error;

/// Why a file of matches cannot be read or written.
#[derive(Debug, Error)]
pub enum TransferError {
    /// The file itself.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no file of matches, or damaged.
    #[error("byte {at}: {what}")]
    Damaged {
        /// Where, from 0.
        at: u64,
        /// What is wrong.
        what: String,
    },
    /// A line is wrong.
    #[error("line {line}: {what}")]
    Line {
        /// Which one, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
}
