//! New matches: created, rematches and forks.

use std::collections::hash_map::Entry as MapEntry;
use std::sync::Arc;
use std::time::Duration;

use ennead_game::{Random, Seat};
use ennead_host::{
    Action, Entry, Failure, Head, LiveMatch, MatchId, Snapshot, Takeback, Transition, Wanted,
};
use ennead_protocol::Code;
use ennead_store::{Commit, StoreError, Successor};
use metrics::counter;
use tokio::time::Instant;

use crate::cached_match::CachedMatch;
use crate::client::{Client, current_client};
use crate::entropy::Entropy;
use crate::match_guard::MatchGuard;

use super::changes::{MAX_ATTEMPTS, outpaced, unsettled};
use super::{Manager, TakebackOutcome};

/// The most ids drawn for one match. A busy server creates 100,000 matches within the 16 seconds
/// that share a prefix of ids, and one time in seven two of them draw the same id.
const MAX_DRAWS: u32 = 8;

/// A match that is about to be stored.
struct PreparedMatch {
    live: LiveMatch,
    entries: Vec<Entry>,
    wake: u64,
    /// How long a snapshot of it took.
    cost: Duration,
}

impl Manager {
    /// Creates a match, with its deal if it begins with one.
    pub(crate) async fn create(
        self: &Arc<Self>,
        head: Head,
        prefix: Vec<u32>,
        rematch_of: Option<MatchId>,
        sponsor: Option<Client>,
    ) -> Result<MatchId, Failure> {
        self.check_creation(&head, sponsor)?;
        for _ in 0..MAX_DRAWS {
            let (id, new) = self.prepare(&head, &prefix).await?;
            let storing = |new: &PreparedMatch| {
                let PreparedMatch { live, entries, wake, .. } = new;
                self.store.create(id, &live.head, entries, *wake, rematch_of)
            };
            match self.add(id, new, sponsor, storing).await {
                Err(StoreError::Exists) => {}
                made => return Ok(made?),
            }
        }
        Err(StoreError::Exists.into())
    }

    /// Rejects a match that exceeds this node's limits, or that has a clock while the time is
    /// uncertain.
    fn check_creation(&self, head: &Head, sponsor: Option<Client>) -> Result<(), Failure> {
        self.check_bots(head, sponsor)?;
        if self.cache().len() as u64 >= self.max_matches {
            let text = "this server holds as many matches as it may: try later";
            return Err(Failure::new(Code::TooMany, text));
        }
        self.check_clock(head.clock)
    }

    /// Draws an id, and begins a match with it.
    async fn prepare(
        &self,
        head: &Head,
        prefix: &[u32],
    ) -> Result<(MatchId, PreparedMatch), Failure> {
        let id = MatchId::new(self.now(), Entropy.next_u64());
        let (now, games) = (self.now(), self.games);
        let (head, prefix) = (head.clone(), prefix.to_vec());
        #[cfg(feature = "simulation")]
        let dealt = self.simulated.dealt_at_creation(games, id, &head, &prefix);
        let begun = self.work(move || {
            let mut live = LiveMatch::new(games, id, head)?;
            let entries = live.first_entries(&prefix, &mut Entropy);
            #[cfg(feature = "simulation")]
            let (live, entries) = dealt.map_or((live, entries), |(live, dealt)| (live, Ok(dealt)));
            // The time of one snapshot decides whether network threads may make the others.
            let began = Instant::now();
            let _ = Snapshot::of(&live, Wanted { spectator: true, log: true }, now);
            Ok((live, entries, began.elapsed()))
        });
        let (live, entries, cost) = begun.await?.map_err(|broken| self.report(broken))?;
        let (entries, wake) = (entries?, live.due(now));
        Ok((id, PreparedMatch { live, entries, wake, cost }))
    }

    /// Adds a new match to memory and stores it. Returns its id, or that of the match that was
    /// stored in its place.
    async fn add<T: Future<Output = Result<MatchId, StoreError>>>(
        self: &Arc<Self>,
        id: MatchId,
        new: PreparedMatch,
        sponsor: Option<Client>,
        storing: impl FnOnce(&PreparedMatch) -> T,
    ) -> Result<MatchId, StoreError> {
        let stored = storing(&new);
        let cached = CachedMatch::unread(id, new.live.head.is_between_bots(), Some(new.cost));
        // Cache and lock the match before storing it: a sweep may find it due at once, and there
        // must not be a second state of it.
        let guard = MatchGuard::load(cached.lock().await, new.live);
        match self.cache().entry(id) {
            MapEntry::Occupied(_) => return Err(StoreError::Exists),
            MapEntry::Vacant(place) => drop(place.insert(Arc::clone(&cached))),
        }
        let made = stored.await;
        if made != Ok(id) {
            self.cache().remove(&id);
            guard.drop_state();
            return made;
        }
        cached.set_known();
        counter!("ennead_matches_created_total").increment(1);
        if let Some(address) = sponsor {
            cached.set_sponsor(address);
        }
        if let Some(guard) = self.publish(&cached, guard).await {
            self.wake_bot(&cached, &guard);
        }
        Ok(id)
    }

    /// Creates the rematch of a finished match, or finds the existing one. A new one counts against
    /// its client's limit on new matches.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        seat: Option<Seat>,
    ) -> Result<MatchId, Failure> {
        let mut guard = self.lock(cached).await?;
        guard.check_rematch(seat)?;
        if let Some(next) = guard.next {
            return Ok(next);
        }
        guard.unsettle();
        let created = match self.charge_next(cached) {
            Ok(sponsor) => {
                let head = guard.rematch_head(self.now());
                self.create(head, Vec::new(), Some(cached.id), sponsor).await
            }
            Err(failure) => Err(failure),
        };
        // The rematch may exist even if this has failed, and it may be a fork that another node
        // has made: the next access reads it from the store, and publishes it.
        guard.drop_state();
        let next = created?;
        drop(self.lock(cached).await);
        Ok(next)
    }

    /// Takes back a seat's last move: creates a fork, and calls this match off if it is still
    /// running, in one transaction. A person on the other seat has to agree first.
    pub(crate) async fn take_back(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        seat: Option<Seat>,
    ) -> Result<TakebackOutcome, Failure> {
        let mut charged = None;
        for _ in 0..MAX_ATTEMPTS {
            let guard = self.lock(cached).await?;
            if let Some(next) = guard.next {
                return Ok(TakebackOutcome::Forked(next));
            }
            let now = self.now();
            let taking = move |live: &mut MatchGuard| live.take_back(seat, now, &mut Entropy);
            let (guard, done) = self.compute(cached, guard, taking).await?;
            let Takeback::Fork(head, prefix) = done? else {
                drop(guard);
                return self
                    .act(cached, seat, &Action::AskTakeback)
                    .await
                    .map(TakebackOutcome::Requested);
            };
            // However many attempts it takes, it is one new match.
            let sponsor = match charged {
                Some(sponsor) => sponsor,
                None => *charged.insert(self.charge_next(cached)?),
            };
            if let Some(next) = self.fork(cached, guard, &head, &prefix, sponsor).await? {
                return Ok(TakebackOutcome::Forked(next));
            }
        }
        Err(outpaced())
    }

    /// Creates a fork that continues a match, and calls that match off if it is running, in one
    /// transaction. Returns none if the match has changed meanwhile, or the id was taken.
    async fn fork(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        mut guard: MatchGuard,
        head: &Head,
        prefix: &[u32],
        sponsor: Option<Client>,
    ) -> Result<Option<MatchId>, Failure> {
        self.check_creation(head, sponsor)?;
        #[cfg(feature = "simulation")]
        if self.simulated.defects.takes_back_in_two {
            drop(guard);
            let (head, prefix) = (head.clone(), prefix.to_vec());
            let next = self.create(head, prefix, Some(cached.id), sponsor).await?;
            self.act(cached, None, &Action::Abandon).await?;
            return Ok(Some(next));
        }
        let (next, new) = self.prepare(head, prefix).await?;
        guard.unsettle();
        let (number, now) = (guard.entries, self.now());
        let done = guard.act(&Action::Abandon, None, now, &mut Entropy)?;
        let mut end = None;
        if let Transition::Entries(entries) = done {
            let change;
            (guard, change) = self.change(cached, guard, entries, now).await?;
            end = Some(change);
        }
        let id = cached.id;
        let storing = |new: &PreparedMatch| {
            let PreparedMatch { live, entries, wake, .. } = new;
            let (head, entries, wake) = (live.head.clone(), entries.clone(), *wake);
            let store = self.store.clone();
            async move {
                let Some(change) = end else {
                    return store.create(next, &head, &entries, wake, Some(id)).await;
                };
                let successor = Successor { id: next, head, entries, wake };
                store.commit(Commit { id, number, change, next: Some(successor) }).await?;
                counter!("ennead_matches_finished_total").increment(1);
                Ok(next)
            }
        };
        match self.add(next, new, sponsor, storing).await {
            Ok(made) if made == next => {
                guard.fork_to(next);
                if let Some(guard) = self.publish(cached, guard).await {
                    self.wake_bot(cached, &guard);
                }
                Ok(Some(next))
            }
            Ok(_) | Err(StoreError::Conflict | StoreError::Gone | StoreError::Exists) => {
                counter!("ennead_conflicts_total").increment(1);
                guard.drop_state();
                Ok(None)
            }
            Err(error) => {
                // The fork may exist nevertheless, as for a rematch.
                guard.drop_state();
                Err(unsettled(error))
            }
        }
    }

    /// Charges the caller for the match that follows another one; returns whom its bots think for.
    fn charge_next(&self, cached: &CachedMatch) -> Result<Option<Client>, Failure> {
        let client = current_client();
        client.map_or(Ok(()), |address| self.limits.new_match(address))?;
        Ok(client.or_else(|| cached.sponsor()))
    }

    /// Rejects a match between bots while too many of them are in memory, or too many of one
    /// address.
    fn check_bots(&self, head: &Head, sponsor: Option<Client>) -> Result<(), Failure> {
        if !head.is_between_bots() {
            return Ok(());
        }
        let cache = self.cache();
        let between_bots = cache.values().filter(|cached| cached.is_between_bots());
        let (mut all, mut own) = (0, 0);
        for other in between_bots {
            all += 1;
            let is_own = |(one, other)| self.limits.are_one_client(one, other);
            own += usize::from(sponsor.zip(other.sponsor()).is_some_and(is_own));
        }
        let text = match (all < self.bot_config.matches, own < self.bot_config.matches_per_address)
        {
            (true, true) => return Ok(()),
            (false, _) => {
                "as many matches between bots as this server allows are running: try later"
            }
            (_, false) => "too many matches between bots from your address are running: try later",
        };
        Err(Failure::new(Code::TooMany, text))
    }
}
