//! Counts of the attackers' actions.

use std::sync::atomic::{AtomicU64, Ordering};

/// The attackers' actions and their outcomes.
#[derive(Debug, Default)]
pub struct Strikes {
    sent: AtomicU64,
    answered: AtomicU64,
    refused: AtomicU64,
}

impl Strikes {
    pub(crate) fn note_sent(&self, count: u64) {
        self.sent.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn note_answered(&self, count: u64) {
        self.answered.fetch_add(count, Ordering::Relaxed);
    }

    pub(crate) fn note_refused(&self, count: u64) {
        self.refused.fetch_add(count, Ordering::Relaxed);
    }

    /// Requests, frames or connections.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// Those that the server is known to have granted.
    pub fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// Those that the server rejected, and connections that it closed.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }
}
