//! The manager, through which every change to a match goes.
//!
//! An action is checked against the rules in memory, persisted, and only then published. Whenever
//! the store disagrees with memory, the cached state is dropped.

mod changes;
mod creation;
mod duties;
mod listing;

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use crate::bot_cache::BotCache;
use crate::cached_match::{CachedMatch, Subscription};
use crate::client::{Client, current_client};
use crate::config::{BotConfig, Config};
use crate::entropy::Entropy;
use crate::limits::Limits;
use crate::match_guard::{MatchGuard, Place};
use crate::node_clock::NodeClock;
use crate::panics::{catch, catch_task};
use crate::quarantine::Quarantine;
use crate::studies::Studies;
use crate::{Priority, Thinking};
use ennead_game::Viewer;
use ennead_host::{Action, BrokenMatch, Clock, Failure, LiveMatch, MatchId, Snapshot, Stored};
use ennead_kit::Games;
use ennead_protocol::{Code, Features, Token};
use ennead_search::Tables;
use ennead_store::{Progress, Store, StoreError};
use futures_util::{StreamExt, stream};

/// The approximate memory of a cached match.
const MATCH_BYTES: usize = 8 << 10;
/// Work on a match with more choices never runs on the threads of the network, since some of it
/// takes time in proportion to them, whatever other work on the match has taken.
const LONG_CHOICES: u32 = 400;

/// The matches of this node.
pub(crate) struct Manager {
    pub(crate) games: Games,
    pub(crate) tables: Tables,
    pub(crate) store: Store,
    /// Threads on which bots think.
    pub(crate) thinking: Thinking,
    /// Threads for hints, analyses and reviews: a bot never waits for one of these.
    pub(crate) studies: Studies,
    pub(crate) bots: BotCache,
    pub(crate) bot_config: BotConfig,
    pub(crate) clock: NodeClock,
    /// Threads for replays, deep boards and other work that would block the network threads.
    pub(crate) workers: Thinking,
    limits: Arc<Limits>,
    quarantine: Quarantine,
    cache: Mutex<HashMap<MatchId, Arc<CachedMatch>>>,
    max_matches: u64,
    max_choices: u32,
    #[cfg(feature = "simulation")]
    pub(crate) simulated: crate::simulation::SimulationState,
}

/// The threads for everything that takes long.
pub(crate) struct Pools {
    /// For bots.
    pub(crate) bots: Thinking,
    /// For hints, analyses and reviews.
    pub(crate) studies: Thinking,
    /// For work that the network must not wait for.
    pub(crate) workers: Thinking,
}

/// How many matches a sweep handles at a time: a costly one must not delay the others.
pub(crate) const SWEPT_AT_ONCE: usize = 16;

/// Does something for each item, for some of them at a time.
pub(crate) async fn at_once<T, F: Future<Output = ()>>(
    items: impl IntoIterator<Item = T>,
    task: impl FnMut(T) -> F,
) {
    stream::iter(items).for_each_concurrent(SWEPT_AT_ONCE, task).await;
}

/// Removes the entry of a match from memory that the store turns out not to have, or that nobody
/// waits for any more. Its place is locked meanwhile.
struct UnknownEntry<'a> {
    manager: &'a Manager,
    cached: &'a Arc<CachedMatch>,
}

impl Drop for UnknownEntry<'_> {
    fn drop(&mut self) {
        if !self.cached.is_known() {
            self.manager.cache().remove(&self.cached.id);
        }
    }
}

/// The failure of an access to a match in quarantine.
fn left_alone(id: MatchId) -> Failure {
    let text = format!("match {id} has failed and is left alone: the server's log has the details");
    Failure::new(Code::Internal, text).logged()
}

/// A boxed future; with many callers, boxing it compiles it only once.
type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The outcome of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionOutcome {
    /// It was performed, and subscribers receive a snapshot.
    Performed,
    /// It had already been performed: the client sent it twice.
    Repeated,
}

/// The outcome of a takeback request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakebackOutcome {
    /// The match continues as this fork.
    Forked(MatchId),
    /// The opponent has been asked, now or earlier.
    Requested(ActionOutcome),
}

impl Manager {
    pub(crate) fn new(
        games: Games,
        store: Store,
        pools: Pools,
        limits: Arc<Limits>,
        config: &Config,
    ) -> Arc<Manager> {
        Arc::new(Manager {
            clock: NodeClock::new(config.wall, store.is_shared()),
            workers: pools.workers,
            thinking: pools.bots,
            studies: Studies::new(Arc::new(pools.studies), Some(Arc::clone(&limits))),
            limits,
            quarantine: Quarantine::default(),
            max_choices: config.limits.choices,
            games,
            tables: config.tables.clone(),
            store,
            bots: BotCache::new(config.bots.memory),
            bot_config: config.bots,
            cache: Mutex::default(),
            max_matches: config.limits.matches,
            #[cfg(feature = "simulation")]
            simulated: crate::simulation::SimulationState::new(config.defects),
        })
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, HashMap<MatchId, Arc<CachedMatch>>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This node's time, as Unix time in milliseconds.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Runs possibly long work on a worker thread, and charges it to the client.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (client, limits) = (current_client(), Arc::clone(&self.limits));
        let metered = move || {
            let _meter = limits.meter(client);
            work()
        };
        self.workers.run_for(Priority::Play, client, metered).await
    }

    /// Does work on a locked match: on this thread if the match is short and work on it was cheap
    /// before.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        cached: &CachedMatch,
        mut guard: MatchGuard,
        work: impl FnOnce(&mut MatchGuard) -> T + Send + 'static,
    ) -> Result<(MatchGuard, T), Failure> {
        let (client, limits) = (current_client(), Arc::clone(&self.limits));
        let is_long = self.is_long(cached, &guard);
        let timed = move || {
            let meter = limits.meter(client);
            match catch(|| work(&mut guard)) {
                Ok(done) => Ok((guard, done, meter.elapsed())),
                Err(panic) => {
                    // It may be half changed.
                    guard.drop_state();
                    Err(panic)
                }
            }
        };
        let computed = match is_long {
            true => self.workers.run_for(Priority::Play, client, timed).await?,
            false => timed(),
        };
        let (guard, done, took) = computed.map_err(|panic| self.report_panic(cached.id, &panic))?;
        cached.note_cost(took);
        Ok((guard, done))
    }

    /// Runs a task about a match, which is put in quarantine if the task panics.
    pub(crate) async fn shield<T>(
        &self,
        id: MatchId,
        task: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        match catch_task(task).await {
            Ok(done) => done,
            Err(panic) => Err(self.quarantine(id, &panic).await),
        }
    }

    /// Puts a match in quarantine whose own code has panicked while nobody had locked it.
    pub(crate) async fn quarantine(&self, id: MatchId, panic: &str) -> Failure {
        let failure = self.report_panic(id, panic);
        if let Some(cached) = self.find_cached(id) {
            // The next access finds it in quarantine.
            *cached.lock().await = None;
        }
        failure
    }

    /// Logs once that a match's own code has panicked; clients learn only that it has failed.
    pub(crate) fn report_panic(&self, id: MatchId, panic: &str) -> Failure {
        if self.quarantine.add_panicked(id) {
            tracing::error!(%id, panic, "a match's game has panicked; the match is left alone");
        }
        left_alone(id)
    }

    /// Whether work on a match has to stay off the threads of the network.
    pub(super) fn is_long(&self, cached: &CachedMatch, live: &LiveMatch) -> bool {
        cached.is_costly() || live.ply() > LONG_CHOICES
    }

    /// The match in memory, or from the store. However many ask for a match that is not in memory,
    /// one of them loads it.
    async fn cached_match(self: &Arc<Self>, id: MatchId) -> Result<Arc<CachedMatch>, Failure> {
        loop {
            let unread = || CachedMatch::unread(id, false, None);
            let cached = Arc::clone(self.cache().entry(id).or_insert_with(unread));
            if cached.is_known() {
                return Ok(cached);
            }
            let place = cached.lock().await;
            // The first to lock it has loaded it by now, or given up.
            let found = self.find_cached(id);
            if !cached.is_known() && found.is_some_and(|found| Arc::ptr_eq(&found, &cached)) {
                let _entry = UnknownEntry { manager: self, cached: &cached };
                self.load_into(&cached, place).await?;
            }
        }
    }

    fn load(&self, id: MatchId) -> Boxed<'_, Result<LiveMatch, Failure>> {
        Box::pin(async move {
            if self.quarantine.holds(id) {
                return Err(left_alone(id));
            }
            let row = match self.store.load_row(id).await {
                Err(StoreError::Corrupt(reason)) => {
                    return Err(self.report(BrokenMatch { id, reason }));
                }
                row => row?,
            };
            let Some(row) = row else {
                self.quarantine.release(id);
                return Err(Failure::new(Code::UnknownMatch, format!("there is no match {id}")));
            };
            let (games, row_next) = (self.games, row.rematch);
            let loading = move || match row.read() {
                Ok(stored) => LiveMatch::of(games, id, stored),
                Err(error) => Err(BrokenMatch { id, reason: error.to_string() }),
            };
            let loaded = self.work(|| catch(loading)).await?;
            let loaded = loaded.map_err(|panic| self.report_panic(id, &panic))?;
            let mut live = loaded.map_err(|broken| self.report(broken))?;
            self.quarantine.note_read(id);
            let Some(next) = row_next else { return Ok(live) };
            #[cfg(feature = "simulation")]
            if self.simulated.forgets_fork(&mut live, next) {
                return Ok(live);
            }
            let successor = self.stored(next).await?;
            if !live.follow(next, successor.as_ref()) {
                return Ok(live);
            }
            match self.call_off_forked(&mut live).await {
                // Another node has done it.
                Err(StoreError::Conflict | StoreError::Gone) => self.load(id).await,
                // In memory it is over nevertheless.
                Ok(()) | Err(StoreError::ReadOnly(_)) => Ok(live),
                Err(error) => Err(error.into()),
            }
        })
    }

    /// A match as it is stored; none if there is none, or none that can be read.
    async fn stored(&self, id: MatchId) -> Result<Option<Stored>, Failure> {
        match self.store.load_row(id).await {
            Ok(Some(row)) => self.work(move || row.read().ok()).await,
            Ok(None) | Err(StoreError::Corrupt(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Calls off a match whose fork lives: versions before 0.3 did so after they had stored the
    /// fork, and may have died in between.
    async fn call_off_forked(&self, live: &mut LiveMatch) -> Result<(), StoreError> {
        let number = live.entries;
        let called_off = live.act(&Action::Abandon, None, self.now(), &mut Entropy);
        let brief = live.brief();
        match (called_off, live.finished()) {
            (Ok(_), Some(finished)) => {
                tracing::info!(id = %live.id, "a match that goes on in a fork is called off");
                self.store.finish(live.id, number, &finished, brief.as_ref()).await
            }
            _ => Ok(()),
        }
    }

    /// Loads a match into its place and publishes it: if its state was dropped because another node
    /// changed the match, subscribers here may not know of that change.
    async fn load_into(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
        place: Place,
    ) -> Result<MatchGuard, Failure> {
        let number = cached.begin_load();
        let live = self.load(cached.id).await?;
        cached.note_load(number, &live);
        #[cfg(feature = "simulation")]
        self.simulated.forget_wake(cached.id);
        let failure = || match self.quarantine.holds(cached.id) {
            true => left_alone(cached.id),
            false => Failure::new(Code::TooMany, "the server is too busy: try again soon"),
        };
        let guard =
            self.publish(cached, MatchGuard::load(place, live)).await.ok_or_else(failure)?;
        self.wake_bot(cached, &guard);
        Ok(guard)
    }

    /// Locks a match, and loads it if necessary.
    pub(crate) async fn lock(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
    ) -> Result<MatchGuard, Failure> {
        match MatchGuard::of(cached.lock().await) {
            Ok(guard) => Ok(guard),
            Err(place) => self.load_into(cached, place).await,
        }
    }

    /// Reloads a match that another node may have changed, and publishes the change. A load that
    /// has begun since this was called is as good.
    pub(crate) async fn refresh(
        self: &Arc<Self>,
        cached: &Arc<CachedMatch>,
    ) -> Result<(), Failure> {
        let loads = cached.loads();
        let place = cached.lock().await;
        if place.is_some() && cached.was_loaded_after(loads) {
            return Ok(());
        }
        let before = place.as_ref().map(|live| (live.entries, live.ending, live.next));
        let number = cached.begin_load();
        let fresh = self.load(cached.id).await?;
        cached.note_load(number, &fresh);
        let changed = before != Some((fresh.entries, fresh.ending, fresh.next));
        #[cfg(feature = "simulation")]
        let changed = self.simulated.notices(changed, before, &fresh);
        if changed {
            #[cfg(feature = "simulation")]
            self.simulated.forget_wake(cached.id);
            if let Some(guard) = self.publish(cached, MatchGuard::load(place, fresh)).await {
                self.wake_bot(cached, &guard);
            }
        }
        Ok(())
    }

    /// Refreshes subscribed matches that advanced on other nodes, found by one query.
    pub(crate) async fn catch_up(
        self: &Arc<Self>,
        some: &[Arc<CachedMatch>],
    ) -> Result<(), Failure> {
        let progress = self.store.progress(some.iter().map(|cached| cached.id).collect()).await?;
        at_once(progress, |there| self.catch_up_one(there)).await;
        Ok(())
    }

    async fn catch_up_one(self: &Arc<Self>, there: Progress) {
        let Some(cached) = self.find_cached(there.id) else { return };
        let here = cached
            .live
            .lock()
            .await
            .as_ref()
            .map(|live| (live.ending.is_none().then_some(live.entries), live.next));
        if here != Some((there.entries, there.rematch))
            && let Err(failure) = self.shield(there.id, self.refresh(&cached)).await
        {
            tracing::debug!(id = %cached.id, %failure, "a match could not be refreshed");
        }
        let guard = cached.live.lock().await;
        if let Some(live) = guard.as_ref().filter(|_| cached.is_between_bots()) {
            self.wake_bot(&cached, live);
        }
    }

    /// Fails for a clocked match while the time is uncertain.
    fn check_clock(&self, clock: Clock) -> Result<(), Failure> {
        if clock == Clock::None { Ok(()) } else { self.clock.check() }
    }

    /// An up-to-date match, even if other nodes write to the store.
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

    /// Subscribes to a match: returns the subscription and the current snapshot.
    pub(crate) async fn subscribe(
        self: &Arc<Self>,
        id: MatchId,
        token: Option<&Token>,
        features: Features,
        client: Client,
    ) -> Result<(Subscription, Snapshot), Failure> {
        let cached = self.fresh_match(id).await?;
        let guard = self.lock(&cached).await?;
        let viewer = guard.viewer(token)?;
        // A spectator pays for no player's bot.
        if viewer != Viewer::Spectator || cached.is_between_bots() || cached.sponsor().is_none() {
            cached.set_sponsor(client);
        }
        let subscription = Subscription::new(&cached, viewer, features);
        let (wanted, now) = (cached.wanted(), self.now());
        let making = move |live: &mut MatchGuard| Snapshot::of(live, wanted, now);
        let (guard, snapshot) = self.compute(&cached, guard, making).await?;
        self.wake_bot(&cached, &guard);
        Ok((subscription, snapshot?))
    }

    /// Evicts matches without subscribers and their bots from memory; returns roughly how many
    /// bytes that frees.
    pub(crate) fn evict(&self) -> usize {
        self.quarantine.evict();
        let mut cache = self.cache();
        let before = cache.len();
        cache.retain(|_, cached| cached.has_subscribers() || Arc::strong_count(cached) > 1);
        let evicted = before - cache.len();
        evicted * MATCH_BYTES + self.bots.drop_unwatched(|id| cache.contains_key(&id))
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
