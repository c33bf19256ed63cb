//! New matches, and those that follow a finished or forked one.

use std::net::IpAddr;
use std::sync::Arc;

use ennead_game::{Random, Seat};
use ennead_host::{Action, Failure, Head, LiveMatch, MatchId, Takeback};
use ennead_protocol::Code;
use metrics::counter;

use crate::cached_match::CachedMatch;
use crate::client::current_client;
use crate::entropy::Entropy;
use crate::match_guard::MatchGuard;

use super::{Manager, TakenBack};

impl Manager {
    /// Creates a match, with its deal if it begins with one.
    pub(crate) async fn create(
        self: &Arc<Self>,
        head: Head,
        prefix: Vec<u32>,
        rematch_of: Option<MatchId>,
        sponsor: Option<IpAddr>,
    ) -> Result<MatchId, Failure> {
        self.check_bots(&head)?;
        if self.cache().len() as u64 >= self.max_matches {
            let text = "this server holds as many matches as it may: try later";
            return Err(Failure::new(Code::TooMany, text));
        }
        self.check_clock(head.clock)?;
        let now = self.now();
        let id = MatchId::new(now, Entropy.next_u64());
        let games = self.games;
        let begun = self.work(move || {
            let mut live = LiveMatch::new(games, id, head)?;
            let entries = match prefix.as_slice() {
                [] => Ok(live.first_entries(&mut Entropy)),
                prefix => live.fork_entries(prefix, &mut Entropy),
            };
            Ok((live, entries))
        });
        let (live, entries) = begun.await?.map_err(|broken| self.report(broken))?;
        let entries = entries?;
        let wake = live.due(now);
        let cached = CachedMatch::new(live);
        // It is in memory and locked before it is stored: a sweep may find it due at once, and
        // there must not be a second state of it.
        let guard = MatchGuard(Arc::clone(&cached.live).lock_owned().await);
        self.cache().insert(id, Arc::clone(&cached));
        let made = self.store.create(id, &guard.head, &entries, wake, rematch_of).await;
        if made != Ok(id) {
            guard.drop_state();
            self.cache().remove(&id);
            return Ok(made?);
        }
        counter!("ennead_matches_created_total").increment(1);
        if let Some(address) = sponsor {
            cached.set_sponsor(address);
        }
        let guard = self.publish(&cached, guard).await;
        self.wake_bot(&cached, &guard);
        Ok(id)
    }

    /// Creates the rematch of a match that is over, or finds the existing one. A new one counts as
    /// a new match of its client.
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
        let created = self.create_next(cached, guard.rematch_head(self.now()), Vec::new()).await;
        let next = match created {
            Ok(next) => next,
            Err(failure) => {
                // There may be one nevertheless: subscribers learn of it when this is reloaded.
                guard.drop_state();
                return Err(failure);
            }
        };
        guard.next = Some(next);
        self.publish(cached, guard).await;
        Ok(next)
    }

    /// Takes a seat's last move back: creates a fork, and calls this match off if it still runs.
    /// A person who plays the other seat is asked first.
    pub(crate) async fn take_back(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        seat: Option<Seat>,
    ) -> Result<TakenBack, Failure> {
        let guard = self.lock(cached).await?;
        if let Some(next) = guard.next {
            return Ok(TakenBack::Fork(next));
        }
        let now = self.now();
        let taking = move |live: &mut LiveMatch| live.take_back(seat, now, &mut Entropy);
        let (mut guard, done) = self.compute(cached, guard, taking).await?;
        let Takeback::Fork(head, prefix) = done? else {
            drop(guard);
            return self.act(cached, seat, &Action::AskTakeback).await.map(TakenBack::Asked);
        };
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
        Ok(TakenBack::Fork(next))
    }

    /// Creates the match that follows another one; it counts as a new match of the caller.
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

    /// Rejects a match between bots while too many of them are in memory.
    fn check_bots(&self, head: &Head) -> Result<(), Failure> {
        if !head.is_between_bots() {
            return Ok(());
        }
        let cache = self.cache();
        let between_bots = cache.values().filter(|cached| cached.is_between_bots).count();
        if between_bots < self.bot_config.matches {
            return Ok(());
        }
        let text = "as many matches between bots as this server allows are running: try later";
        Err(Failure::new(Code::TooMany, text))
    }
}
