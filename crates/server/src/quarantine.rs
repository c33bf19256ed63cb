//! Matches that this node cannot read, or whose own code panics.

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
/// A match whose code panics again and again is tried ever more seldom, but as often as this: a bot
/// draws other numbers every time.
const MAX_RETRY: Duration = Duration::from_secs(15 << 6);
/// A match that nobody has tried for this long is forgotten: somebody may have deleted it.
const FORGET: Duration = Duration::from_secs(3_600);

/// Matches that are damaged, of a game unknown to this node, or of a game whose rules, views or
/// bots panic. They are left alone, so that another node, perhaps running a newer version, can
/// continue them.
#[derive(Default)]
pub(crate) struct Quarantine(Mutex<HashMap<MatchId, Case>>);

/// A match in quarantine.
#[derive(Clone, Copy)]
struct Case {
    /// When it was last tried.
    since: Instant,
    /// The time until it is tried again.
    retry: Duration,
    has_panicked: bool,
}

impl Quarantine {
    fn matches(&self) -> MutexGuard<'_, HashMap<MatchId, Case>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a match that cannot be read; returns whether it is new and should be reported.
    pub(crate) fn add(&self, id: MatchId) -> bool {
        self.insert(id, |_| RETRY, false)
    }

    /// The same for a match whose code has panicked.
    pub(crate) fn add_panicked(&self, id: MatchId) -> bool {
        let next = |last: Option<Duration>| last.map_or(RETRY, |last| MAX_RETRY.min(last * 2));
        self.insert(id, next, true)
    }

    fn insert(
        &self,
        id: MatchId,
        retry: impl FnOnce(Option<Duration>) -> Duration,
        has_panicked: bool,
    ) -> bool {
        let mut matches = self.matches();
        let last = matches.get(&id).map(|case| case.retry);
        if matches.len() < CAPACITY || last.is_some() {
            matches.insert(id, Case { since: Instant::now(), retry: retry(last), has_panicked });
        }
        gauge!("ennead_quarantined_matches").set(matches.len() as f64);
        last.is_none()
    }

    /// Whether a match should not be retried yet.
    pub(crate) fn holds(&self, id: MatchId) -> bool {
        self.matches().get(&id).is_some_and(|case| case.since.elapsed() < case.retry)
    }

    /// Releases a match that has been read after all. One whose code has panicked may do so again.
    pub(crate) fn note_read(&self, id: MatchId) {
        let has_panicked = self.matches().get(&id).is_some_and(|case| case.has_panicked);
        if !has_panicked {
            self.release(id);
        }
    }

    /// Forgets matches that nobody has tried for a long time.
    pub(crate) fn evict(&self) {
        let mut matches = self.matches();
        let before = matches.len();
        matches.retain(|_, case| case.since.elapsed() < FORGET);
        if matches.len() != before {
            gauge!("ennead_quarantined_matches").set(matches.len() as f64);
        }
    }

    /// Releases a match that has been deleted.
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

    #[tokio::test(start_paused = true)]
    async fn a_match_that_panics_again_is_tried_ever_more_seldom() {
        let (quarantine, id) = (Quarantine::default(), MatchId::new(1_800_000_000_000, 1));
        assert!(quarantine.add_panicked(id));
        for doublings in 0..10 {
            let wait = MAX_RETRY.min(RETRY * (1 << doublings));
            tokio::time::advance(wait - Duration::from_millis(1)).await;
            quarantine.evict();
            assert!(quarantine.holds(id), "after {wait:?}");
            tokio::time::advance(Duration::from_millis(1)).await;
            assert!(!quarantine.holds(id), "after {wait:?}");
            quarantine.note_read(id);
            assert!(!quarantine.add_panicked(id), "it is reported once");
        }
        quarantine.release(id);
        assert!(quarantine.matches().is_empty());
    }
}
