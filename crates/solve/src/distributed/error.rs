//! Errors of a solve.

use std::path::PathBuf;

use ennead_game::NoKeysError;
use thiserror::Error;

use crate::TableError;

/// A solve that could not be finished. Its checkpoints remain, so that it can be resumed.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The set-up has no packed keys.
    #[error(transparent)]
    NoKeys(#[from] NoKeysError),
    /// A file cannot be read or written, or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The directory contains something else.
    #[error("{}: {reason}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What it contains, and what would help.
        reason: String,
    },
    /// The processes cannot work together.
    #[error("{0}")]
    Cluster(String),
    /// Another worker failed.
    #[error("worker {worker}: {message}")]
    Elsewhere {
        /// The worker.
        worker: usize,
        /// Its error.
        message: String,
    },
    /// A move does not lead to a higher layer.
    #[error(
        "{game} cannot be solved: a move leads from layer {from} to layer {to}, but its measure \
         must grow with every move"
    )]
    Measure {
        /// The game.
        game: &'static str,
        /// The layer before the move.
        from: u32,
        /// The layer after it.
        to: u32,
    },
    /// A win or loss is too far away.
    #[error("a win or loss takes more than 126 moves, which tables cannot hold")]
    TooLong,
}
