//! Failure of a process.

use std::sync::{Mutex, PoisonError};

/// Ends all workers of a process when a peer is lost or a worker panics: neither can be reported
/// over the dataflow, which has stopped.
#[derive(Default)]
pub(crate) struct Alarm(Mutex<Option<String>>);

impl Alarm {
    /// Raises the alarm; only the first reason counts.
    pub(crate) fn raise(&self, reason: String) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.get_or_insert(reason);
    }

    /// The reason, if the alarm was raised.
    pub(crate) fn reason(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
