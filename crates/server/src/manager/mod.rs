//! The manager: every change to a match goes through here.
//!
//! An action is checked against the rules in memory, persisted, and only then published. Whenever
//! the store disagrees with memory, the cached state is dropped.

mod changes;
mod creation;
mod duties;
mod listing;

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use ennead_host::{BrokenMatch, Clock, Failure, LiveMatch, MatchId, Snapshot};
use ennead_kit::Games;
use ennead_protocol::Features;
use ennead_protocol::{Code, Token};
use ennead_search::Tables;
use ennead_store::{Store, StoreError};
use tokio::time::Instant;

use crate::bot_cache::BotCache;
use crate::cached_match::{CachedMatch, Subscription};
use crate::client::current_client;
use crate::config::{BotConfig, Config};
use crate::limits::Limits;
use crate::match_guard::MatchGuard;
use crate::node_clock::NodeClock;
use crate::quarantine::Quarantine;
use crate::{Priority, Thinking};

/// The matches of this node.
pub(crate) struct Manager {
    pub(crate) games: Games,
    pub(crate) tables: Tables,
    pub(crate) store: Store,
    pub(crate) thinking: Arc<Thinking>,
    pub(crate) bots: BotCache,
    pub(crate) bot_config: BotConfig,
    pub(crate) clock: NodeClock,
    /// Threads for replays, deep boards and everything else that the network must not wait for.
    pub(crate) workers: Thinking,
    limits: Arc<Limits>,
    quarantine: Quarantine,
    cache: Mutex<HashMap<MatchId, Arc<CachedMatch>>>,
    max_matches: u64,
    max_choices: u32,
    #[cfg(feature = "simulation")]
    pub(crate) simulated: crate::simulation::Inside,
}

/// A future with many callers, boxed so that it is compiled once for all of them.
type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The result of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// It was performed now, and subscribers receive a snapshot.
    Now,
    /// It had been performed before: it was sent twice.
    Before,
}

/// What became of a wish to take a move back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakenBack {
    /// The match goes on in this one.
    Fork(MatchId),
    /// The opponent is asked, now or since before.
    Asked(Done),
}

impl Manager {
    pub(crate) fn new(
        games: Games,
        store: Store,
        [thinking, workers]: [Thinking; 2],
        limits: Arc<Limits>,
        config: &Config,
    ) -> Arc<Manager> {
        Arc::new(Manager {
            clock: NodeClock::new(config.wall, store.is_shared()),
            workers,
            limits,
            quarantine: Quarantine::default(),
            max_choices: config.limits.choices,
            games,
            tables: config.tables.clone(),
            store,
            thinking: Arc::new(thinking),
            bots: BotCache::new(config.bots.memory),
            bot_config: config.bots,
            cache: Mutex::default(),
            max_matches: config.limits.matches,
            #[cfg(feature = "simulation")]
            simulated: crate::simulation::Inside::new(config.defects),
        })
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, HashMap<MatchId, Arc<CachedMatch>>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time of this node, in milliseconds of Unix time.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Does work that may take long on another thread, and charges it to the client.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let client = current_client();
        let timed = move || {
            let began = Instant::now();
            (work(), began.elapsed())
        };
        let (done, took) = self.workers.run_for(Priority::Play, client, timed).await?;
        self.limits.charge(client, took);
        Ok(done)
    }

    /// Does work on a locked match: on this thread if it is cheap, as work on it was before.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        cached: &CachedMatch,
        mut guard: MatchGuard,
        work: impl FnOnce(&mut LiveMatch) -> T + Send + 'static,
    ) -> Result<(MatchGuard, T), Failure> {
        let timed = move || {
            let began = Instant::now();
            let done = work(&mut guard);
            (guard, done, began.elapsed())
        };
        let client = current_client();
        let (guard, done, took) = match cached.is_costly() {
            true => self.workers.run_for(Priority::Play, client, timed).await?,
            false => timed(),
        };
        cached.note_cost(took);
        self.limits.charge(client, took);
        Ok((guard, done))
    }

    /// The match in memory, or from the store.
    async fn cached_match(&self, id: MatchId) -> Result<Arc<CachedMatch>, Failure> {
        if let Some(cached) = self.cache().get(&id) {
            return Ok(Arc::clone(cached));
        }
        let live = self.load(id).await?;
        #[cfg(feature = "simulation")]
        self.simulated.forget_wake(id);
        // What was read may be outdated by now; it is read again while the match is locked.
        let unread = || CachedMatch::unread(id, live.head.is_between_bots());
        Ok(Arc::clone(self.cache().entry(id).or_insert_with(unread)))
    }

    fn load(&self, id: MatchId) -> Boxed<'_, Result<LiveMatch, Failure>> {
        Box::pin(async move {
            let stored = match self.store.load(id).await {
                Err(StoreError::Corrupt(reason)) => {
                    return Err(self.report(BrokenMatch { id, reason }));
                }
                stored => stored?,
            };
            let unknown = || Failure::new(Code::UnknownMatch, format!("there is no match {id}"));
            let (stored, games) = (stored.ok_or_else(unknown)?, self.games);
            let live = self.work(move || LiveMatch::of(games, id, stored)).await?;
            let mut live = live.map_err(|broken| self.report(broken))?;
            self.quarantine.release(id);
            if live.ending.is_some() {
                live.next = self.store.rematch(id).await?;
            }
            Ok(live)
        })
    }

    /// Locks a match, and loads it if necessary.
    pub(crate) async fn lock(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
    ) -> Result<MatchGuard, Failure> {
        let mut live = Arc::clone(&cached.live).lock_owned().await;
        if live.is_some() {
            return Ok(MatchGuard(live));
        }
        *live = Some(self.load(cached.id).await?);
        #[cfg(feature = "simulation")]
        self.simulated.forget_wake(cached.id);
        // The state was dropped because another node changed the match, and subscribers here may
        // not know of that change.
        let guard = self.publish(cached, MatchGuard(live)).await;
        self.wake_bot(cached, &guard);
        Ok(guard)
    }

    /// Reloads a match that another node may have changed, and publishes the change.
    pub(crate) async fn refresh(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
    ) -> Result<(), Failure> {
        let mut live = Arc::clone(&cached.live).lock_owned().await;
        let before = live.as_ref().map(|live| (live.entries, live.ending, live.next));
        let fresh = self.load(cached.id).await?;
        let changed = before != Some((fresh.entries, fresh.ending, fresh.next));
        #[cfg(feature = "simulation")]
        let changed = self.simulated.notices(changed, before, &fresh);
        if changed {
            #[cfg(feature = "simulation")]
            self.simulated.forget_wake(cached.id);
            *live = Some(fresh);
            let guard = self.publish(cached, MatchGuard(live)).await;
            self.wake_bot(cached, &guard);
        }
        Ok(())
    }

    /// Refreshes matches with subscribers that have gone on elsewhere. One query tells which.
    pub(crate) async fn catch_up(
        self: &Arc<Self>,
        some: &[Arc<CachedMatch>],
    ) -> Result<(), Failure> {
        let progress = self.store.progress(some.iter().map(|cached| cached.id).collect()).await?;
        for there in progress {
            let Some(cached) = self.find_cached(there.id) else { continue };
            let here = cached
                .live
                .lock()
                .await
                .as_ref()
                .map(|live| (live.ending.is_none().then_some(live.entries), live.next));
            if here != Some((there.entries, there.rematch))
                && let Err(failure) = self.refresh(&cached).await
            {
                tracing::debug!(id = %cached.id, %failure, "a match could not be refreshed");
            }
            let guard = cached.live.lock().await;
            if let Some(live) = guard.as_ref().filter(|_| cached.is_between_bots) {
                self.wake_bot(&cached, live);
            }
        }
        Ok(())
    }

    /// Fails for a clocked match while the time is uncertain.
    fn check_clock(&self, clock: Clock) -> Result<(), Failure> {
        if clock == Clock::None { Ok(()) } else { self.clock.check() }
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
        let (wanted, now) = (cached.wanted(), self.now());
        let making = move |live: &mut LiveMatch| Snapshot::of(live, wanted, now);
        let (guard, snapshot) = self.compute(&cached, guard, making).await?;
        self.wake_bot(&cached, &guard);
        Ok((subscription, snapshot?))
    }

    /// Evicts matches without subscribers from memory.
    pub(crate) fn evict(&self) {
        let mut cache = self.cache();
        cache.retain(|_, cached| cached.has_subscribers() || Arc::strong_count(cached) > 1);
        self.bots.drop_unwatched(|id| cache.contains_key(&id));
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
