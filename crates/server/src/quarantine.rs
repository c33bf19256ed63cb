//! Stored matches that this node cannot read.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ennead_host::MatchId;
use metrics::gauge;
use tokio::time::Instant;

/// The most matches remembered; beyond that, matches are reported every time.
const CAPACITY: usize = 100_000;
/// A match is tried again after this time: somebody may have repaired it.
const RETRY: Duration = Duration::from_secs(15);
/// A match that nobody has tried for this long is forgotten: somebody may have deleted it.
const FORGET: Duration = Duration::from_secs(3_600);

/// Matches that are damaged, or of a game unknown to this node. They are left alone, so that
/// another node, perhaps running a newer version, can continue them.
#[derive(Default)]
pub(crate) struct Quarantine(Mutex<HashMap<MatchId, Instant>>);

impl Quarantine {
    fn matches(&self) -> MutexGuard<'_, HashMap<MatchId, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a match; returns whether it is new and should be reported.
    pub(crate) fn add(&self, id: MatchId) -> bool {
        let mut matches = self.matches();
        let is_new = match matches.len() < CAPACITY || matches.contains_key(&id) {
            true => matches.insert(id, Instant::now()).is_none(),
            false => true,
        };
        gauge!("ennead_quarantined_matches").set(matches.len() as f64);
        is_new
    }

    /// Whether a match should not be retried yet.
    pub(crate) fn holds(&self, id: MatchId) -> bool {
        self.matches().get(&id).is_some_and(|since| since.elapsed() < RETRY)
    }

    /// Forgets matches that nobody has tried for a long time.
    pub(crate) fn evict(&self) {
        let mut matches = self.matches();
        let before = matches.len();
        matches.retain(|_, since| since.elapsed() < FORGET);
        if matches.len() != before {
            gauge!("ennead_quarantined_matches").set(matches.len() as f64);
        }
    }

    /// Releases a match that can be read after all.
    pub(crate) fn release(&self, id: MatchId) {
        let mut matches = self.matches();
        if matches.remove(&id).is_some() {
            gauge!("ennead_quarantined_matches").set(matches.len() as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn matches_are_tried_again_and_forgotten_in_the_end() {
        let (quarantine, id) = (Quarantine::default(), MatchId::new(1_800_000_000_000, 1));
        assert!(quarantine.add(id) && quarantine.holds(id));
        tokio::time::advance(RETRY).await;
        assert!(!quarantine.holds(id));
        assert!(!quarantine.add(id), "it is reported once");
        tokio::time::advance(FORGET).await;
        quarantine.evict();
        assert!(quarantine.matches().is_empty(), "somebody may have deleted it");
    }
}
