//! The division of a process's memory.
//!
//! A process reserves a fixed part for itself. The rest is divided among its workers, and each
//! worker's share into thirds: the data that it sorts, the copy that sorting needs, and everything
//! else, mainly messages in flight and file buffers.

use super::SolveError;
use super::team::{BATCH_BYTES, window};

/// The program itself: code, stacks, and the allocator's overhead. A test build of the command line
/// takes 20 MB to solve tic-tac-toe.
const PROCESS: u64 = 24 << 20;
/// Buffers of the files that a worker reads and writes at the same time, except the runs of a
/// merge.
const FILES: u64 = 1 << 20;
/// Buffers of a file that is read sequentially.
const CURSOR: u64 = 96 << 10;
/// The number of layers for which batches are collected at the same time. Few games skip layers.
const HEADS: u64 = 2;
/// The most runs merged at once: each takes three open files.
const MOST_RUNS: u64 = 64;
/// The fewest runs merged at once.
const FEWEST_RUNS: u64 = 8;

/// The memory of one worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Bytes of data to sort; sorting needs as much again.
    pub(crate) sorted: u64,
    /// The number of runs it may merge at once.
    pub(crate) runs: usize,
}

impl Share {
    /// The share of each worker, if the process may use `memory` bytes.
    pub(crate) fn of(memory: u64, workers: usize) -> Share {
        let third = memory.saturating_sub(PROCESS) / workers.max(1) as u64 / 3;
        let runs = (third / CURSOR).clamp(FEWEST_RUNS, MOST_RUNS) as usize;
        Share { sorted: third, runs }
    }

    /// Rejects less memory than the buffers need; the error says how much would be enough.
    pub(crate) fn check(memory: u64, workers: usize, peers: usize) -> Result<(), SolveError> {
        let least = least(workers, peers);
        if memory >= least {
            return Ok(());
        }
        Err(SolveError::Cluster(format!(
            "{workers} worker(s) of {peers} need at least {} MB of memory, not {}",
            least.div_ceil(1 << 20),
            memory >> 20
        )))
    }
}

/// The minimum memory of a process: the last third of a worker's share must hold all buffers.
fn least(workers: usize, peers: usize) -> u64 {
    let under_way = peers as u64 * (HEADS + window(peers)) * BATCH_BYTES;
    PROCESS + workers as u64 * 3 * (FILES + under_way).max(FEWEST_RUNS * CURSOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_less_than_the_whole() {
        for (workers, peers) in [(1, 1), (2, 2), (1, 2), (8, 64)] {
            let least = least(workers, peers);
            assert!(Share::check(least, workers, peers).is_ok());
            assert!(Share::check(least - 1, workers, peers).is_err());
            for memory in [least, 64 << 20, 512 << 20, 1 << 40] {
                let share = Share::of(memory, workers);
                assert!(share.sorted * 3 * workers as u64 + PROCESS <= memory.max(PROCESS));
                assert!((8..=64).contains(&share.runs));
            }
        }
    }
}
