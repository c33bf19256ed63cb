//! The manager: every change to a match goes through here.
//!
//! An action is checked against the rules in memory, persisted, and only then published. Whenever
//! the store disagrees with memory, the cached state is dropped.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use ennead_game::{Random, Seat};
use ennead_host::{
    Action, BrokenMatch, Clock, Entry, Event, Failure, Head, LiveMatch, MatchId, Snapshot, Summary,
    Takeback, Transition,
};
use ennead_kit::Games;
use ennead_protocol::Features;
use ennead_protocol::{Code, Token};
use ennead_search::Tables;
use ennead_store::{Append, Due, Postpone, Seating, Store, StoreError, SummaryRow};
use metrics::{counter, histogram};
use tokio::time::Instant;

use crate::bot_cache::BotCache;
use crate::bot_player;
use crate::cached_match::{CachedMatch, Subscription};
use crate::client::current_client;
use crate::config::{BotConfig, Config};
use crate::entropy::Entropy;
use crate::limits::Limits;
use crate::match_guard::MatchGuard;
use crate::node_clock::NodeClock;
use crate::quarantine::Quarantine;
use crate::{Priority, Thinking};

/// The most attempts at an action while other nodes keep changing the match.
const MAX_ATTEMPTS: u32 = 16;

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

    async fn time_out(
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
    fn publish<'a>(
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

    /// Starts a bot that has to move or to answer, unless this node is thinking for it already or
    /// nobody is there to see it: a match between bots goes on while it has subscribers.
    pub(crate) fn wake_bot(self: &Arc<Self>, cached: &Arc<CachedMatch>, live: &LiveMatch) {
        let is_wanted = live.awaits_bot() && cached.lets_bots_think(live);
        if is_wanted && !cached.is_thinking.swap(true, Ordering::Relaxed) {
            let _bot = tokio::spawn(bot_player::play(Arc::clone(self), Arc::clone(cached)));
            #[cfg(feature = "simulation")]
            self.simulated.track(_bot.abort_handle());
        }
    }

    /// Processes a match whose time has come: its clock, its bot, or that it is idle.
    pub(crate) async fn process_due(self: &Arc<Self>, due: Due) -> Result<(), Failure> {
        if self.quarantine.holds(due.id) {
            return Ok(());
        }
        let cached = self.fresh_match(due.id).await?;
        let guard = self.lock(&cached).await?;
        self.check_clock(guard.head.clock)?;
        let now = self.now();
        if guard.ending.is_some() {
            return Ok(());
        }
        if guard.is_out_of_time(now) {
            return self.time_out(&cached, guard, now).await;
        }
        if now >= guard.idle_until() {
            drop(guard);
            return self.act(&cached, None, &Action::Abandon).await.map(drop);
        }
        let (number, wake) = (guard.entries, guard.due(now));
        let postpone = Postpone { id: due.id, number, seen: Some(due.wake), wake };
        #[cfg(feature = "simulation")]
        self.simulated.believe(postpone);
        match self.store.postpone(postpone).await {
            Ok(()) => self.wake_bot(&cached, &guard),
            // It has gone on, or another node has taken it.
            Err(StoreError::Conflict | StoreError::Gone) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// Tells other nodes that this one still thinks for a bot of a match.
    pub(crate) async fn renew_lease(self: &Arc<Self>, cached: &Arc<CachedMatch>) {
        if !self.store.is_shared() {
            return;
        }
        #[cfg(feature = "simulation")]
        if self.simulated.never_renews() {
            return;
        }
        let live = cached.live.lock().await;
        let Some(live) = live.as_ref().filter(|live| live.awaits_bot()) else { return };
        let (number, wake) = (live.entries, live.due(self.now()));
        let postpone = Postpone { id: cached.id, number, seen: None, wake };
        if let Err(error) = self.store.postpone(postpone).await {
            tracing::debug!(id = %cached.id, %error, "a bot's lease was not renewed");
        }
    }

    /// The summaries of stored matches. One that cannot be read does not hide the others.
    pub(crate) async fn summaries(&self, rows: Vec<SummaryRow>) -> Vec<(MatchId, Summary)> {
        let mut summaries = Vec::with_capacity(rows.len());
        for row in rows {
            let id = row.id;
            match row.read() {
                Ok(Some(summary)) => summaries.push((id, summary)),
                Ok(None) => {
                    summaries.extend(self.replayed_summary(id).await.map(|found| (id, found)));
                }
                Err(error) => {
                    drop(self.report(BrokenMatch { id, reason: error.to_string() }));
                }
            }
        }
        summaries
    }

    /// The summary of a finished match that was stored without one; it is stored now.
    async fn replayed_summary(&self, id: MatchId) -> Option<Summary> {
        let live = self.load(id).await.ok()?;
        if let Some(brief) = live.brief()
            && let Err(error) = self.store.set_brief(id, &brief).await
        {
            tracing::debug!(%id, %error, "a summary could not be stored");
        }
        Some(live.summary())
    }

    /// Logs why a match cannot be read, once; clients learn only that it cannot.
    pub(crate) fn report(&self, broken: BrokenMatch) -> Failure {
        if self.quarantine.add(broken.id) {
            let BrokenMatch { id, reason } = &broken;
            tracing::error!(%id, %reason, "a stored match cannot be read and is left alone");
        }
        broken.into()
    }

    /// Calls a match off for the operator.
    pub(crate) async fn end(self: &Arc<Self>, id: MatchId) -> Result<(), Failure> {
        let cached = self.fresh_match(id).await?;
        if self.lock(&cached).await?.ending.is_some() {
            return Err(Failure::new(Code::Over, "the match is over"));
        }
        self.act(&cached, None, &Action::Abandon).await.map(drop)
    }

    /// Deletes a match for the operator. One that is running is called off first, so that its
    /// players learn of it; one that cannot be read is deleted nevertheless.
    pub(crate) async fn delete(self: &Arc<Self>, id: MatchId) -> Result<(), Failure> {
        match self.end(id).await {
            Ok(()) => {}
            Err(failure) if matches!(failure.code, Code::Over | Code::Internal) => {}
            Err(failure) => return Err(failure),
        }
        let deleted = self.store.delete(id).await?;
        self.cache().remove(&id);
        self.quarantine.release(id);
        let unknown = || Failure::new(Code::UnknownMatch, format!("there is no match {id}"));
        deleted.then_some(()).ok_or_else(unknown)
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
