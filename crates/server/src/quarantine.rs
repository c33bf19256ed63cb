//! Stored matches that this node cannot read.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ennead_host::MatchId;
use metrics::gauge;
use tokio::time::Instant;

/// The most matches that are remembered; more are reported every time.
const CAPACITY: usize = 100_000;
/// A match is tried again after this time: somebody may have repaired it.
const RETRY: Duration = Duration::from_secs(60);

/// Matches that are damaged, or of a game that this node does not know. They are left alone, so
/// that another node, perhaps of a newer version, can go on with them.
#[derive(Default)]
pub(crate) struct Quarantine(Mutex<HashMap<MatchId, Instant>>);

impl Quarantine {
    fn matches(&self) -> MutexGuard<'_, HashMap<MatchId, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a match; returns whether it is new and has to be reported.
    pub(crate) fn add(&self, id: MatchId) -> bool {
        let mut matches = self.matches();
        let is_new = match matches.len() < CAPACITY || matches.contains_key(&id) {
            true => matches.insert(id, Instant::now()).is_none(),
            false => true,
        };
        gauge!("ennead_quarantined_matches").set(matches.len() as f64);
        is_new
    }

    /// Whether a match should not be tried now.
    pub(crate) fn holds(&self, id: MatchId) -> bool {
        self.matches().get(&id).is_some_and(|since| since.elapsed() < RETRY)
    }

    /// Releases a match that can be read after all.
    pub(crate) fn release(&self, id: MatchId) {
        let mut matches = self.matches();
        if matches.remove(&id).is_some() {
            gauge!("ennead_quarantined_matches").set(matches.len() as f64);
        }
    }
}
