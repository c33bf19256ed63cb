//! Why nothing can be measured.

use std::path::PathBuf;

use thiserror::Error;

use crate::table::TableError;

/// Why nothing can be measured. What goes wrong later is counted instead.
#[derive(Debug, Error)]
pub enum LoadError {
    /// There is nothing to do.
    #[error("nothing to do: ask for at least one match or one idle socket")]
    Nothing,
    /// A match cannot be set up.
    #[error("cannot set up a match at {address}: {error}")]
    Table {
        /// The server.
        address: String,
        /// What is wrong.
        error: TableError,
    },
    /// No runtime for sockets.
    #[error("cannot work with sockets: {0}")]
    Runtime(std::io::Error),
    /// The ledger cannot be created.
    #[error("cannot write {}: {error}", path.display())]
    Ledger {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: std::io::Error,
    },
}
