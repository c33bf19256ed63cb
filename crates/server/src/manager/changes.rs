//! Changes: an action is checked, persisted, then published.

use std::sync::Arc;

use ennead_game::Seat;
use ennead_host::{
    Action, Brief, Entry, Event, Failure, Finished, LiveMatch, Snapshot, Transition,
};
use ennead_protocol::Code;
use ennead_store::{Append, Seating, StoreError};
use metrics::{counter, histogram};
use tokio::time::Instant;

use crate::Priority;
use crate::cached_match::CachedMatch;
use crate::entropy::Entropy;
use crate::match_guard::MatchGuard;

use super::{ActionOutcome, Boxed, Manager};

/// The most attempts at an action while other nodes keep changing the match.
const MAX_ATTEMPTS: u32 = 16;
/// The most entries in a log for each choice that a match may have. A seat may offer a draw and ask
/// for a takeback once between two of its own choices, and the opponent may decline both, so that
/// players come to about five.
const ENTRIES_PER_CHOICE: u32 = 8;

impl Manager {
    /// Performs an action: checks it, persists its effect, then publishes it.
    pub(crate) async fn act(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        seat: Option<Seat>,
        action: &Action,
    ) -> Result<ActionOutcome, Failure> {
        for _ in 0..MAX_ATTEMPTS {
            let guard = self.lock(cached).await?;
            self.check_clock(guard.head.clock)?;
            let now = self.now();
            if guard.is_out_of_time(now) && !matches!(action, Action::Timeout) {
                self.time_out(cached, guard, now).await?;
                continue;
            }
            let (action, seat) = match self.is_too_long(&guard) {
                // The match exceeds this server's limits.
                true => (Action::Abandon, None),
                false => (action.clone(), seat),
            };
            let ply = guard.ply();
            let acting = move |live: &mut MatchGuard| {
                live.unsettle();
                let done = live.act(&action, seat, now, &mut Entropy);
                // An action that fails may already have made the first of several choices.
                if !matches!(done, Ok(Transition::Entry(_))) && live.ply() == ply {
                    live.settle();
                }
                done
            };
            let (guard, done) = self.compute(cached, guard, acting).await?;
            let Transition::Entry(entry) = done? else { return Ok(ActionOutcome::Repeated) };
            if self.persist(cached, guard, entry, now).await? {
                return Ok(ActionOutcome::Performed);
            }
        }
        let text = "other nodes kept changing this match: try again";
        Err(Failure::new(Code::StoreUnavailable, text))
    }

    /// Whether a running match is longer than this server serves.
    fn is_too_long(&self, live: &LiveMatch) -> bool {
        let max_entries = self.max_choices.saturating_mul(ENTRIES_PER_CHOICE);
        live.ending.is_none() && (live.ply() >= self.max_choices || live.entries >= max_entries)
    }

    pub(super) async fn time_out(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        mut guard: MatchGuard,
        now: u64,
    ) -> Result<(), Failure> {
        guard.unsettle();
        if let Transition::Entry(entry) = guard.act(&Action::Timeout, None, now, &mut Entropy)? {
            self.persist(cached, guard, entry, now).await?;
        }
        Ok(())
    }

    /// Persists an entry, then publishes the new state; returns false if another node was faster.
    fn persist<'a>(
        self: &'a Arc<Self>,
        cached: &'a Arc<CachedMatch>,
        mut guard: MatchGuard,
        entry: Entry,
        now: u64,
    ) -> Boxed<'a, Result<bool, Failure>> {
        Box::pin(async move {
            let began = Instant::now();
            let finished = match guard.ending.is_some() && self.is_long(cached, &guard) {
                true => {
                    // A long record takes long to encode.
                    let encoding = |live: &mut MatchGuard| (live.finished(), live.brief());
                    let (same, ended) = self.compute(cached, guard, encoding).await?;
                    guard = same;
                    ended
                }
                false => (guard.finished(), guard.brief()),
            };
            match self.write(&guard, finished, entry, now).await {
                Ok(()) => {}
                Err(StoreError::Conflict | StoreError::Gone) => {
                    counter!("ennead_conflicts_total").increment(1);
                    guard.drop_state();
                    return Ok(false);
                }
                Err(error) => {
                    guard.drop_state();
                    return Err(unsettled(error));
                }
            }
            histogram!("ennead_commit_seconds").record(began.elapsed());
            counter!("ennead_entries_total").increment(1);
            if let Some(guard) = self.publish(cached, guard).await {
                self.wake_bot(cached, &guard);
            }
            Ok(true)
        })
    }

    async fn write(
        &self,
        live: &LiveMatch,
        (finished, brief): (Option<Finished>, Option<Brief>),
        entry: Entry,
        now: u64,
    ) -> Result<(), StoreError> {
        // The entry is already applied to `live`, so the stored log has one fewer.
        let number = live.entries - 1;
        if let Some(finished) = finished {
            self.store.finish(live.id, number, &finished, brief.as_ref()).await?;
            counter!("ennead_matches_finished_total").increment(1);
            return Ok(());
        }
        // Without clocks and bots an early deadline is harmless: it is recomputed when it passes.
        let wake = live.has_moving_deadline().then(|| live.due(now));
        #[cfg(feature = "simulation")]
        let wake = self.simulated.wake_to_write(live.id, wake);
        let seating = matches!(entry.event, Event::Join { .. })
            .then(|| Seating { seats: live.head.seats, names: live.head.names.clone() });
        self.store.append(Append { id: live.id, number, entry, wake, seating }).await
    }

    /// Broadcasts the newest snapshot to all subscribers. The match stays locked unless the workers
    /// rejected the job: then the state is dropped, and the next reload publishes it.
    pub(super) fn publish<'a>(
        &'a self,
        cached: &'a Arc<CachedMatch>,
        mut guard: MatchGuard,
    ) -> Boxed<'a, Option<MatchGuard>> {
        Box::pin(async move {
            if !cached.has_subscribers() {
                guard.settle();
                return Some(guard);
            }
            let (wanted, now) = (cached.wanted(), self.now());
            let are_busy = self.is_long(cached, &guard) && !self.workers.has_room(Priority::Play);
            let (mut guard, snapshot) = match are_busy {
                // Subscribers are waiting: do it on this thread.
                true => {
                    let snapshot = Snapshot::of(&guard, wanted, now);
                    (guard, snapshot)
                }
                false => {
                    let making = move |live: &mut MatchGuard| Snapshot::of(live, wanted, now);
                    self.compute(cached, guard, making).await.ok()?
                }
            };
            match snapshot {
                Ok(snapshot) => drop(cached.snapshots.send_replace(Arc::new(snapshot))),
                Err(failure) => {
                    tracing::error!(id = %cached.id, %failure, "no snapshot of a match");
                }
            }
            guard.settle();
            Some(guard)
        })
    }
}

/// The failure of a change whose outcome may be unknown.
fn unsettled(error: StoreError) -> Failure {
    let is_unknown = matches!(error, StoreError::Unavailable(_));
    let mut failure = Failure::from(error);
    if is_unknown {
        failure.message.push_str(
            "; whether this was stored is unknown: send it again, and the answer will tell",
        );
    }
    failure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_outcome_is_not_reported_as_a_failure() {
        let text = |error| unsettled(error).message;
        let unknown = text(StoreError::Unavailable("no answer".into()));
        assert!(unknown.ends_with("unknown: send it again, and the answer will tell"), "{unknown}");
        assert!(!text(StoreError::Full("disk".into())).contains("unknown"));
    }
}
