//! Changes: an action is checked, persisted, then published.

use std::sync::Arc;

use ennead_game::Seat;
use ennead_host::{Action, Entry, Event, Failure, LiveMatch, Snapshot, Transition};
use ennead_protocol::Code;
use ennead_store::{Change, Commit, Seating, StoreError};
use metrics::{counter, histogram};
use tokio::time::Instant;

use crate::Priority;
use crate::cached_match::CachedMatch;
use crate::entropy::Entropy;
use crate::match_guard::MatchGuard;

use super::{ActionOutcome, Boxed, Manager};

/// The most attempts at an action while other nodes keep changing the match.
pub(super) const MAX_ATTEMPTS: u32 = 16;
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
                if !matches!(done, Ok(Transition::Entries(_))) && live.ply() == ply {
                    live.settle();
                }
                done
            };
            let (guard, done) = self.compute(cached, guard, acting).await?;
            let Transition::Entries(entries) = done? else { return Ok(ActionOutcome::Repeated) };
            if self.persist(cached, guard, entries, now).await? {
                return Ok(ActionOutcome::Performed);
            }
        }
        Err(outpaced())
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
        let done = guard.act(&Action::Timeout, None, now, &mut Entropy)?;
        if let Transition::Entries(entries) = done {
            self.persist(cached, guard, entries, now).await?;
        }
        Ok(())
    }

    /// Persists entries, then publishes the new state; returns false if another node was faster.
    fn persist<'a>(
        self: &'a Arc<Self>,
        cached: &'a Arc<CachedMatch>,
        mut guard: MatchGuard,
        entries: Vec<Entry>,
        now: u64,
    ) -> Boxed<'a, Result<bool, Failure>> {
        Box::pin(async move {
            let began = Instant::now();
            let count = entries.len() as u64;
            let change;
            (guard, change) = self.change(cached, guard, entries, now).await?;
            match self.write(&guard, change, count as u32).await {
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
            counter!("ennead_entries_total").increment(count);
            if let Some(guard) = self.publish(cached, guard).await {
                self.wake_bot(cached, &guard);
            }
            Ok(true)
        })
    }

    /// The change that stores entries, which are already applied to the match.
    pub(super) async fn change(
        &self,
        cached: &CachedMatch,
        guard: MatchGuard,
        entries: Vec<Entry>,
        now: u64,
    ) -> Result<(MatchGuard, Change), Failure> {
        if guard.ending.is_some() {
            // A long record takes long to encode.
            let encoding = |live: &mut MatchGuard| (live.finished(), live.brief());
            let (guard, (finished, brief)) = self.compute(cached, guard, encoding).await?;
            let running = || Failure::new(Code::Internal, "a match that is over still runs");
            return Ok((guard, Change::Finish { finished: finished.ok_or_else(running)?, brief }));
        }
        // Without clocks and bots an early deadline is harmless: it is recomputed when it passes.
        let has_joined = entries.iter().any(|entry| matches!(entry.event, Event::Join { .. }));
        let wake = guard.has_moving_deadline().then(|| guard.due(now));
        #[cfg(feature = "simulation")]
        let wake = self.simulated.wake_to_write(guard.id, wake);
        let seating = has_joined
            .then(|| Seating { seats: guard.head.seats, names: guard.head.names.clone() });
        Ok((guard, Change::Append { entries, wake, seating }))
    }

    /// Stores a change with the last `count` entries of a match.
    async fn write(&self, live: &LiveMatch, change: Change, count: u32) -> Result<(), StoreError> {
        let is_end = matches!(change, Change::Finish { .. });
        let commit = Commit { id: live.id, number: live.entries - count, change, next: None };
        #[cfg(feature = "simulation")]
        let commit = self.simulated.without_deal(&self.store, commit).await?;
        self.store.commit(commit).await?;
        if is_end {
            counter!("ennead_matches_finished_total").increment(1);
        }
        Ok(())
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

/// The failure of a change after so many attempts.
pub(super) fn outpaced() -> Failure {
    let text = "other nodes kept changing this match: try again";
    Failure::new(Code::StoreUnavailable, text)
}

/// The failure of a change whose outcome may be unknown.
pub(super) fn unsettled(error: StoreError) -> Failure {
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
