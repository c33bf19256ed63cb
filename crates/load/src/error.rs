//! Errors that prevent a run.

use std::path::PathBuf;

use thiserror::Error;

use crate::match_seats::CreateError;

/// Why a run cannot start. Errors during a run are counted instead.
#[derive(Debug, Error)]
pub enum LoadError {
    /// There is nothing to do.
    #[error("nothing to do: ask for at least one match or one idle socket")]
    Nothing,
    /// A match cannot be created.
    #[error("cannot set up a match at {address}: {error}")]
    Create {
        /// The server.
        address: String,
        /// What is wrong.
        error: CreateError,
    },
    /// There are more sockets than files that may be open.
    #[error(
        "{sockets} sockets need as many open files, and this system allows {limit}: raise the hard \
         limit, as with ulimit -n {} in a shell of root", sockets + 100
    )]
    Files {
        /// The sockets.
        sockets: u64,
        /// The limit.
        limit: u64,
    },
    /// A server cannot be started.
    #[error("cannot start a server: {0}")]
    Server(String),
    /// An attack cannot be prepared.
    #[error("cannot prepare the attack {attack}: {reason}")]
    Attack {
        /// Its name.
        attack: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The async runtime cannot be created.
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
