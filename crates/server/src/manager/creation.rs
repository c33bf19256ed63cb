//! New matches: created, rematches and forks.

use std::collections::hash_map::Entry as MapEntry;
use std::net::IpAddr;
use std::sync::Arc;

use ennead_game::{Random, Seat};
use ennead_host::{Action, Failure, Head, LiveMatch, MatchId, Snapshot, Takeback, Wanted};
use ennead_protocol::Code;
use ennead_store::StoreError;
use metrics::counter;
use tokio::time::Instant;

use crate::cached_match::CachedMatch;
use crate::client::current_client;
use crate::entropy::Entropy;
use crate::match_guard::MatchGuard;

use super::{Manager, TakebackOutcome};

/// The most ids drawn for one match. A busy server creates 100,000 matches within the 16 seconds
/// that share a prefix of ids, and one time in seven two of them draw the same id.
const MAX_DRAWS: u32 = 8;

impl Manager {
    /// Creates a match, with its deal if it begins with one.
    pub(crate) async fn create(
        self: &Arc<Self>,
        head: Head,
        prefix: Vec<u32>,
        rematch_of: Option<MatchId>,
        sponsor: Option<IpAddr>,
    ) -> Result<MatchId, Failure> {
        self.check_bots(&head, sponsor)?;
        if self.cache().len() as u64 >= self.max_matches {
            let text = "this server holds as many matches as it may: try later";
            return Err(Failure::new(Code::TooMany, text));
        }
        self.check_clock(head.clock)?;
        for _ in 0..MAX_DRAWS {
            let id = MatchId::new(self.now(), Entropy.next_u64());
            if let Some(id) = self.create_as(id, &head, &prefix, rematch_of, sponsor).await? {
                return Ok(id);
            }
        }
        Err(StoreError::Exists.into())
    }

    /// Creates a match with this id, or returns the id of the existing rematch; none if the id is
    /// taken.
    async fn create_as(
        self: &Arc<Self>,
        id: MatchId,
        head: &Head,
        prefix: &[u32],
        rematch_of: Option<MatchId>,
        sponsor: Option<IpAddr>,
    ) -> Result<Option<MatchId>, Failure> {
        let (now, games) = (self.now(), self.games);
        let (head, prefix) = (head.clone(), prefix.to_vec());
        let begun = self.work(move || {
            let mut live = LiveMatch::new(games, id, head)?;
            let entries = match prefix.as_slice() {
                [] => Ok(live.first_entries(&mut Entropy)),
                prefix => live.fork_entries(prefix, &mut Entropy),
            };
            // The time of one snapshot decides whether network threads may make the others.
            let began = Instant::now();
            let _ = Snapshot::of(&live, Wanted { spectator: true, log: true }, now);
            Ok((live, entries, began.elapsed()))
        });
        let (live, entries, cost) = begun.await?.map_err(|broken| self.report(broken))?;
        let entries = entries?;
        let wake = live.due(now);
        let cached = CachedMatch::unread(id, live.head.is_between_bots(), Some(cost));
        // Cache and lock the match before storing it: a sweep may find it due at once, and there
        // must not be a second state of it.
        let guard = MatchGuard::load(cached.lock().await, live);
        match self.cache().entry(id) {
            MapEntry::Occupied(_) => return Ok(None),
            MapEntry::Vacant(place) => drop(place.insert(Arc::clone(&cached))),
        }
        let made = self.store.create(id, &guard.head, &entries, wake, rematch_of).await;
        if made != Ok(id) {
            self.cache().remove(&id);
            guard.drop_state();
            return if made == Err(StoreError::Exists) { Ok(None) } else { Ok(made.map(Some)?) };
        }
        cached.set_known();
        counter!("ennead_matches_created_total").increment(1);
        if let Some(address) = sponsor {
            cached.set_sponsor(address);
        }
        if let Some(guard) = self.publish(&cached, guard).await {
            self.wake_bot(&cached, &guard);
        }
        Ok(Some(id))
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
        let created = self.create_next(cached, guard.rematch_head(self.now()), Vec::new()).await;
        let next = match created {
            Ok(next) => next,
            Err(failure) => {
                // The rematch may exist nevertheless: subscribers learn of it when this match is
                // reloaded.
                guard.drop_state();
                return Err(failure);
            }
        };
        guard.next = Some(next);
        self.publish(cached, guard).await;
        Ok(next)
    }

    /// Takes back a seat's last move: creates a fork, and calls this match off if it is still
    /// running. A person on the other seat has to agree first.
    pub(crate) async fn take_back(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        seat: Option<Seat>,
    ) -> Result<TakebackOutcome, Failure> {
        let guard = self.lock(cached).await?;
        if let Some(next) = guard.next {
            return Ok(TakebackOutcome::Forked(next));
        }
        let now = self.now();
        let taking = move |live: &mut MatchGuard| live.take_back(seat, now, &mut Entropy);
        let (mut guard, done) = self.compute(cached, guard, taking).await?;
        let Takeback::Fork(head, prefix) = done? else {
            drop(guard);
            return self
                .act(cached, seat, &Action::AskTakeback)
                .await
                .map(TakebackOutcome::Requested);
        };
        guard.unsettle();
        let next = match self.create_next(cached, *head, prefix).await {
            Ok(next) => next,
            Err(failure) => {
                // As for a rematch.
                guard.drop_state();
                return Err(failure);
            }
        };
        guard.next = Some(next);
        let runs = guard.ending.is_none();
        self.publish(cached, guard).await;
        if runs {
            self.act(cached, None, &Action::Abandon).await?;
        }
        Ok(TakebackOutcome::Forked(next))
    }

    /// Creates the match that follows another one, which counts against the caller's limit on new
    /// matches.
    async fn create_next(
        self: &Arc<Self>,
        cached: &CachedMatch,
        head: Head,
        prefix: Vec<u32>,
    ) -> Result<MatchId, Failure> {
        let client = current_client();
        client.map_or(Ok(()), |address| self.limits.new_match(address))?;
        let sponsor = client.or_else(|| cached.sponsor());
        self.create(head, prefix, Some(cached.id), sponsor).await
    }

    /// Rejects a match between bots while too many of them are in memory, or too many of one
    /// address.
    fn check_bots(&self, head: &Head, sponsor: Option<IpAddr>) -> Result<(), Failure> {
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
