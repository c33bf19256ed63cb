//! The manager: every change to a match goes through here.
//!
//! An action is checked against the rules in memory, persisted, and only then published. Whenever
//! the store disagrees with memory, the cached state is dropped.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use ennead_game::{Random, Seat};
use ennead_host::{
    Action, BrokenMatch, Entry, Event, Failure, Head, LiveMatch, MatchId, Snapshot, Transition,
};
use ennead_kit::Games;
use ennead_protocol::Features;
use ennead_protocol::{Code, Token};
use ennead_store::{Append, Store, StoreError};
use metrics::{counter, histogram};
use tokio::sync::MutexGuard;

use crate::Thinking;
use crate::bot_cache::BotCache;
use crate::bot_player;
use crate::cached_match::{CachedMatch, Subscription};
use crate::config::{BotConfig, Config};
use crate::entropy::Entropy;
use crate::now::now;

/// The most attempts at an action while other nodes keep changing the match.
const MAX_ATTEMPTS: u32 = 16;

/// The matches of this node.
pub(crate) struct Manager {
    pub(crate) games: Games,
    pub(crate) store: Store,
    pub(crate) thinking: Arc<Thinking>,
    pub(crate) bots: BotCache,
    pub(crate) bot_config: BotConfig,
    cache: Mutex<HashMap<MatchId, Arc<CachedMatch>>>,
    max_matches: u64,
}

/// The result of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// It was performed now, and subscribers receive a snapshot.
    Now,
    /// It had been performed before: it was sent twice.
    Before,
}

/// A locked match that is loaded.
pub(crate) struct MatchGuard<'a>(MutexGuard<'a, Option<LiveMatch>>);

impl std::ops::Deref for MatchGuard<'_> {
    type Target = LiveMatch;
    fn deref(&self) -> &LiveMatch {
        self.0.as_ref().expect("a guard is made for a loaded match")
    }
}

impl std::ops::DerefMut for MatchGuard<'_> {
    fn deref_mut(&mut self) -> &mut LiveMatch {
        self.0.as_mut().expect("a guard is made for a loaded match")
    }
}

impl MatchGuard<'_> {
    /// Drops the cached state; the next access reloads it from the store.
    fn drop_state(mut self) {
        *self.0 = None;
    }
}

impl Manager {
    pub(crate) fn new(
        games: Games,
        store: Store,
        thinking: Arc<Thinking>,
        config: &Config,
    ) -> Arc<Manager> {
        Arc::new(Manager {
            games,
            store,
            thinking,
            bots: BotCache::new(config.bots.memory),
            bot_config: config.bots,
            cache: Mutex::default(),
            max_matches: config.limits.matches,
        })
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, HashMap<MatchId, Arc<CachedMatch>>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a match, with its deal if it begins with one.
    pub(crate) async fn create(
        self: &Arc<Self>,
        head: Head,
        rematch_of: Option<MatchId>,
        sponsor: Option<IpAddr>,
    ) -> Result<MatchId, Failure> {
        self.check_bots(&head)?;
        if self.cache().len() as u64 >= self.max_matches {
            let text = "this server holds as many matches as it may: try later";
            return Err(Failure::new(Code::TooMany, text));
        }
        let now = now();
        let id = MatchId::new(now, Entropy.next_u64());
        let mut live = LiveMatch::new(self.games, id, head).map_err(report)?;
        let entries = live.first_entries(&mut Entropy);
        live.wake = live.due(now);
        let made = self.store.create(live.id, &live.head, &entries, live.wake, rematch_of).await?;
        if made != live.id {
            return Ok(made);
        }
        counter!("ennead_matches_created_total").increment(1);
        let cached = CachedMatch::new(live);
        if let Some(address) = sponsor {
            cached.set_sponsor(address);
        }
        self.cache().insert(made, Arc::clone(&cached));
        let guard = self.lock(&cached).await?;
        self.publish(&cached, &guard);
        self.wake_bot(&cached, &guard);
        Ok(made)
    }

    /// The match in memory, or from the store.
    async fn cached_match(&self, id: MatchId) -> Result<Arc<CachedMatch>, Failure> {
        if let Some(cached) = self.cache().get(&id) {
            return Ok(Arc::clone(cached));
        }
        let live = self.load(id).await?;
        Ok(Arc::clone(self.cache().entry(id).or_insert_with(|| CachedMatch::new(live))))
    }

    async fn load(&self, id: MatchId) -> Result<LiveMatch, Failure> {
        let stored = self.store.load(id).await?;
        let unknown = || Failure::new(Code::UnknownMatch, format!("there is no match {id}"));
        let stored = stored.ok_or_else(unknown)?;
        let mut live = LiveMatch::of(self.games, id, stored).map_err(report)?;
        if live.ending.is_some() {
            live.next = self.store.rematch(id).await?;
        }
        // The wake time in the store is unknown here, so the next entry sets it again.
        live.wake = u64::MAX;
        Ok(live)
    }

    /// Locks a match, and loads it if necessary.
    pub(crate) async fn lock<'a>(
        self: &Arc<Self>,
        cached: &'a Arc<CachedMatch>,
    ) -> Result<MatchGuard<'a>, Failure> {
        let mut live = cached.live.lock().await;
        if live.is_some() {
            return Ok(MatchGuard(live));
        }
        *live = Some(self.load(cached.id).await?);
        let guard = MatchGuard(live);
        // The state was dropped because another node changed the match, and subscribers here may
        // not know of that change.
        self.publish(cached, &guard);
        self.wake_bot(cached, &guard);
        Ok(guard)
    }

    /// Reloads a match that another node may have changed, and publishes the change.
    pub(crate) async fn refresh(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
    ) -> Result<(), Failure> {
        let mut live = cached.live.lock().await;
        let before = live.as_ref().map(|live| (live.entries, live.ending, live.next));
        let fresh = self.load(cached.id).await?;
        let changed = before != Some((fresh.entries, fresh.ending, fresh.next));
        if changed {
            *live = Some(fresh);
            let guard = MatchGuard(live);
            self.publish(cached, &guard);
            self.wake_bot(cached, &guard);
        }
        Ok(())
    }

    /// A match that is up to date, even if other nodes write to the store.
    pub(crate) async fn fresh_match(
        self: &Arc<Self>,
        id: MatchId,
    ) -> Result<Arc<CachedMatch>, Failure> {
        let cached = self.cached_match(id).await?;
        if self.store.is_shared() {
            self.refresh(&cached).await?;
        }
        Ok(cached)
    }

    /// Performs an action: checks it, persists its effect, then publishes it.
    pub(crate) async fn act(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        seat: Option<Seat>,
        action: &Action,
    ) -> Result<Done, Failure> {
        for _ in 0..MAX_ATTEMPTS {
            let mut guard = self.lock(cached).await?;
            let now = now();
            if guard.is_out_of_time(now) && !matches!(action, Action::Timeout) {
                self.time_out(cached, guard, now).await?;
                continue;
            }
            let ply = guard.ply();
            let transition = match guard.act(action, seat, now, &mut Entropy) {
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

    async fn time_out(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        mut guard: MatchGuard<'_>,
        now: u64,
    ) -> Result<(), Failure> {
        if let Transition::Entry(entry) = guard.act(&Action::Timeout, None, now, &mut Entropy)? {
            self.persist(cached, guard, entry, now).await?;
        }
        Ok(())
    }

    /// Persists an entry, then publishes the new state; false if another node was faster.
    async fn persist(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        mut guard: MatchGuard<'_>,
        entry: Entry,
        now: u64,
    ) -> Result<bool, Failure> {
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
                return Err(error.into());
            }
        }
        histogram!("ennead_commit_seconds").record(began.elapsed());
        counter!("ennead_entries_total").increment(1);
        self.publish(cached, &guard);
        self.wake_bot(cached, &guard);
        Ok(true)
    }

    async fn write(&self, live: &mut LiveMatch, entry: Entry, now: u64) -> Result<(), StoreError> {
        // The entry is applied to `live` already, so the stored log has one less.
        let number = live.entries - 1;
        if let Some(finished) = live.finished() {
            self.store.finish(live.id, number, &finished).await?;
            counter!("ennead_matches_finished_total").increment(1);
            return Ok(());
        }
        let due = live.due(now);
        let wake = (due < live.wake).then_some(due);
        let open = matches!(entry.event, Event::Join { .. }).then(|| live.is_open());
        self.store.append(Append { id: live.id, number, entry, wake, open }).await?;
        live.wake = wake.unwrap_or(live.wake);
        Ok(())
    }

    /// Sends the newest snapshot to all subscribers.
    fn publish(&self, cached: &CachedMatch, live: &LiveMatch) {
        if !cached.has_subscribers() {
            return;
        }
        match Snapshot::of(live, cached.wanted(), now()) {
            Ok(snapshot) => drop(cached.snapshots.send_replace(Arc::new(snapshot))),
            Err(failure) => tracing::error!(id = %live.id, %failure, "no snapshot of a match"),
        }
    }

    /// Subscribes to a match: the subscription, and the current snapshot.
    pub(crate) async fn subscribe(
        self: &Arc<Self>,
        id: MatchId,
        token: Option<&Token>,
        features: Features,
        address: IpAddr,
    ) -> Result<(Subscription, Snapshot), Failure> {
        let cached = self.fresh_match(id).await?;
        cached.set_sponsor(address);
        let guard = self.lock(&cached).await?;
        let viewer = guard.viewer(token)?;
        let subscription = Subscription::new(&cached, viewer, features);
        let snapshot = Snapshot::of(&guard, cached.wanted(), now())?;
        self.wake_bot(&cached, &guard);
        drop(guard);
        Ok((subscription, snapshot))
    }

    /// Creates the rematch of a match that is over, or finds the existing one.
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
        let next =
            self.create(guard.rematch_head(now()), Some(cached.id), cached.sponsor()).await?;
        guard.next = Some(next);
        self.publish(cached, &guard);
        Ok(next)
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

    /// Starts a bot that has to move or to answer, unless this node is thinking for it already or
    /// nobody is there to see it: a match between bots goes on while it has subscribers.
    pub(crate) fn wake_bot(self: &Arc<Self>, cached: &Arc<CachedMatch>, live: &LiveMatch) {
        let is_wanted = live.awaits_bot() && cached.lets_bots_think(live);
        if is_wanted && !cached.is_thinking.swap(true, Ordering::Relaxed) {
            tokio::spawn(bot_player::play(Arc::clone(self), Arc::clone(cached)));
        }
    }

    /// Processes a match whose time has come: its clock, its bot, or that it is idle.
    pub(crate) async fn process_due(self: &Arc<Self>, id: MatchId) -> Result<(), Failure> {
        let cached = self.fresh_match(id).await?;
        let mut guard = self.lock(&cached).await?;
        let now = now();
        if guard.ending.is_some() {
            return Ok(());
        }
        if guard.is_out_of_time(now) {
            return self.time_out(&cached, guard, now).await;
        }
        let idle = guard.idle_until();
        if now >= idle {
            drop(guard);
            return self.act(&cached, None, &Action::Abandon).await.map(drop);
        }
        guard.wake = guard.due(now).min(idle);
        self.wake_bot(&cached, &guard);
        Ok(self.store.postpone(id, guard.wake).await?)
    }

    /// Evicts matches without subscribers from memory.
    pub(crate) fn evict(&self) {
        self.cache().retain(|_, cached| cached.has_subscribers() || Arc::strong_count(cached) > 1);
    }

    /// All matches in memory.
    pub(crate) fn cached_matches(&self) -> Vec<Arc<CachedMatch>> {
        self.cache().values().cloned().collect()
    }

    /// The match with this id if it is in memory.
    pub(crate) fn find_cached(&self, id: MatchId) -> Option<Arc<CachedMatch>> {
        self.cache().get(&id).cloned()
    }
}

/// Logs why a match cannot be replayed; clients learn only that it cannot.
pub(crate) fn report(broken: BrokenMatch) -> Failure {
    tracing::error!(id = %broken.id, reason = %broken.reason, "a stored match cannot be replayed");
    broken.into()
}
