//! Errors of tables and of the files of a solve.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A table that cannot be read or written.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file system failed.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was attempted.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file is damaged or of another kind.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        reason: String,
    },
    /// The table does not contain a position.
    #[error("the table in {} does not contain this position: {reason}", path.display())]
    Absent {
        /// The directory.
        path: PathBuf,
        /// What it does contain.
        reason: String,
    },
}

impl TableError {
    /// The message with only the name of the file, for readers who must not learn where it is.
    pub fn without_directory(&self) -> String {
        let name = |path: &Path| path.file_name().unwrap_or_default().display().to_string();
        match self {
            TableError::Io { action, path, source } => {
                format!("cannot {action} {}: {source}", name(path))
            }
            TableError::File { path, reason } => format!("{}: {reason}", name(path)),
            TableError::Absent { reason, .. } => {
                format!("the table does not contain this position: {reason}")
            }
        }
    }
}

/// Names the file in an error.
pub(crate) fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TableError {
    let path = path.to_path_buf();
    move |source| TableError::Io { action, path, source }
}
