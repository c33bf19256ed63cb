//! Changes: an action is checked, persisted, then published.

use std::sync::Arc;

use ennead_game::Seat;
use ennead_host::{Action, Entry, Event, Failure, LiveMatch, Snapshot, Transition};
use ennead_protocol::Code;
use ennead_store::{Append, Seating, StoreError};
use metrics::{counter, histogram};
use tokio::time::Instant;

use crate::cached_match::CachedMatch;
use crate::entropy::Entropy;
use crate::match_guard::MatchGuard;

use super::{Boxed, Done, Manager};

/// The most attempts at an action while other nodes keep changing the match.
const MAX_ATTEMPTS: u32 = 16;

impl Manager {
    /// Performs an action: checks it, persists its effect, then publishes it.
    pub(crate) async fn act(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        seat: Option<Seat>,
        action: &Action,
    ) -> Result<Done, Failure> {
        for _ in 0..MAX_ATTEMPTS {
            let guard = self.lock(cached).await?;
            self.check_clock(guard.head.clock)?;
            let now = self.now();
            if guard.is_out_of_time(now) && !matches!(action, Action::Timeout) {
                self.time_out(cached, guard, now).await?;
                continue;
            }
            let (action, seat) = match guard.ending.is_none() && guard.ply() >= self.max_choices {
                // It is longer than this server serves.
                true => (Action::Abandon, None),
                false => (action.clone(), seat),
            };
            let ply = guard.ply();
            let acting = move |live: &mut LiveMatch| live.act(&action, seat, now, &mut Entropy);
            let (guard, done) = self.compute(cached, guard, acting).await?;
            let transition = match done {
                Ok(transition) => transition,
                Err(failure) => {
                    // The first of several choices may have been made already.
                    if guard.ply() != ply {
                        guard.drop_state();
                    }
                    return Err(failure);
                }
            };
            let Transition::Entry(entry) = transition else { return Ok(Done::Before) };
            if self.persist(cached, guard, entry, now).await? {
                return Ok(Done::Now);
            }
        }
        let text = "other nodes kept changing this match: try again";
        Err(Failure::new(Code::StoreUnavailable, text))
    }

    pub(super) async fn time_out(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        mut guard: MatchGuard,
        now: u64,
    ) -> Result<(), Failure> {
        if let Transition::Entry(entry) = guard.act(&Action::Timeout, None, now, &mut Entropy)? {
            self.persist(cached, guard, entry, now).await?;
        }
        Ok(())
    }

    /// Persists an entry, then publishes the new state; false if another node was faster.
    fn persist<'a>(
        self: &'a Arc<Self>,
        cached: &'a Arc<CachedMatch>,
        mut guard: MatchGuard,
        entry: Entry,
        now: u64,
    ) -> Boxed<'a, Result<bool, Failure>> {
        Box::pin(async move {
            let began = Instant::now();
            match self.write(&mut guard, entry, now).await {
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
            let guard = self.publish(cached, guard).await;
            self.wake_bot(cached, &guard);
            Ok(true)
        })
    }

    async fn write(&self, live: &mut LiveMatch, entry: Entry, now: u64) -> Result<(), StoreError> {
        // The entry is applied to `live` already, so the stored log has one less.
        let number = live.entries - 1;
        if let Some(finished) = live.finished() {
            self.store.finish(live.id, number, &finished, live.brief().as_ref()).await?;
            counter!("ennead_matches_finished_total").increment(1);
            return Ok(());
        }
        // Without clocks and bots an early deadline is as good: it is set anew when it has passed.
        let wake = live.has_moving_deadline().then(|| live.due(now));
        #[cfg(feature = "simulation")]
        let wake = self.simulated.wake_to_write(live.id, wake);
        let seating = matches!(entry.event, Event::Join { .. })
            .then(|| Seating { seats: live.head.seats, names: live.head.names.clone() });
        self.store.append(Append { id: live.id, number, entry, wake, seating }).await
    }

    /// Sends the newest snapshot to all subscribers.
    pub(super) fn publish<'a>(
        &'a self,
        cached: &'a Arc<CachedMatch>,
        guard: MatchGuard,
    ) -> Boxed<'a, MatchGuard> {
        Box::pin(async move {
            if !cached.has_subscribers() {
                return guard;
            }
            let (wanted, now) = (cached.wanted(), self.now());
            let made =
                self.compute(cached, guard, move |live| Snapshot::of(live, wanted, now)).await;
            let (guard, snapshot) = match made {
                Ok(made) => made,
                // The threads are busy or closed, and subscribers wait: this thread does it.
                Err(_) => {
                    let guard = MatchGuard(Arc::clone(&cached.live).lock_owned().await);
                    let snapshot = Snapshot::of(&guard, wanted, now);
                    (guard, snapshot)
                }
            };
            match snapshot {
                Ok(snapshot) => drop(cached.snapshots.send_replace(Arc::new(snapshot))),
                Err(failure) => {
                    tracing::error!(id = %cached.id, %failure, "no snapshot of a match");
                }
            }
            guard
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
    fn a_change_whose_outcome_is_unknown_is_not_said_to_have_failed() {
        let text = |error| unsettled(error).message;
        let unknown = text(StoreError::Unavailable("no answer".into()));
        assert!(unknown.ends_with("unknown: send it again, and the answer will tell"), "{unknown}");
        assert!(!text(StoreError::Full("disk".into())).contains("unknown"));
    }
}
