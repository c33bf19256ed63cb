//! Nodes for deterministic simulations: the real manager, sweeps, bots and clocks in one thread,
//! with simulated time, seeded randomness and no sockets.
//!
//! A simulation runs in a current-thread tokio runtime with paused time, calls [`seed`], and starts
//! [`SimulatedNode`]s on stores of [`ennead_store::memory`]. A [`Site`] is a complete server whose
//! connections are in-memory streams.

mod site;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ennead_game::{Random, Seat, SplitMix64};
use ennead_host::matches::{JoinRequest, JoinedSeat, MatchJson, NewMatch, new_token};
use ennead_host::{
    Action, Ending, Entry, Failure, Head, LiveMatch, MatchId, Reason, Running, SeatHolder,
    Snapshot, Stored,
};
use ennead_kit::Games;
use ennead_protocol::{Features, ServerFrame, StateFrame, Token};
use ennead_store::{Change, Commit, Postpone, Store, StoreError};
use serde_json::Value as Json;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle};

use crate::cached_match::{Subscription, seat_of};
use crate::client::{Client, work_for};
use crate::entropy::Entropy;
use crate::limits::Limits;
use crate::manager::{ActionOutcome, Manager, Pools, TakebackOutcome};
use crate::serve::STUDY_THREADS;
use crate::{Config, Thinking, sweep};

pub use site::Site;

/// How long each job of a simulated thread takes.
pub type Pace = Arc<dyn Fn() -> Duration + Send + Sync>;

thread_local! {
    static SEEDED: RefCell<Option<SplitMix64>> = const { RefCell::new(None) };
}

/// Derives the randomness of all nodes in this thread from a seed.
pub fn seed(seed: u64) {
    SEEDED.set(Some(SplitMix64::new(seed)));
}

/// The next seeded number, if this thread has a seed.
pub(crate) fn seeded_number() -> Option<u64> {
    SEEDED.with_borrow_mut(|seeded| seeded.as_mut().map(Random::next_u64))
}

/// Defects of earlier versions, which tests re-introduce: the checker must find them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defects {
    /// A deadline is written only if it is earlier than the one in memory, although another node
    /// may have overwritten that one; and leases are not renewed.
    pub trusts_wake_in_memory: bool,
    /// A match counts as unchanged if its number of entries is, even though it may have ended
    /// before its first entry.
    pub overlooks_early_ends: bool,
    /// A takeback stores the fork first, and calls the match off in a second transaction.
    pub takes_back_in_two: bool,
    /// A match with a fork keeps its secrets only if it was called off.
    pub trusts_reasons: bool,
    /// A match is dealt when it is created, even with an open seat.
    pub deals_at_creation: bool,
    /// The join that takes the last seat and the deal are two transactions.
    pub joins_without_deal: bool,
}

/// Parts of a manager that exist only in simulations.
pub(crate) struct SimulationState {
    pub(crate) defects: Defects,
    /// The deadlines that a defective node assumes.
    wakes: Mutex<BTreeMap<MatchId, u64>>,
    /// Tasks that end with the node.
    tasks: Mutex<Vec<AbortHandle>>,
}

impl SimulationState {
    pub(crate) fn new(defects: Defects) -> Self {
        SimulationState { defects, wakes: Mutex::default(), tasks: Mutex::default() }
    }

    fn wakes(&self) -> MutexGuard<'_, BTreeMap<MatchId, u64>> {
        self.wakes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Aborts a task when the node crashes.
    pub(crate) fn track(&self, task: AbortHandle) {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if tasks.len() == tasks.capacity() {
            tasks.retain(|task| !task.is_finished());
        }
        tasks.push(task);
    }

    pub(crate) fn forget_wake(&self, id: MatchId) {
        if self.defects.trusts_wake_in_memory {
            self.wakes().remove(&id);
        }
    }

    pub(crate) fn believe(&self, postpone: Postpone) {
        if self.defects.trusts_wake_in_memory {
            self.wakes().insert(postpone.id, postpone.wake);
        }
    }

    pub(crate) fn wake_to_write(&self, id: MatchId, wake: Option<u64>) -> Option<u64> {
        if !self.defects.trusts_wake_in_memory {
            return wake;
        }
        let believed = self.wakes().get(&id).copied();
        let wake = wake.filter(|wake| believed.is_none_or(|believed| *wake < believed));
        self.wakes().extend(wake.map(|wake| (id, wake)));
        wake
    }

    pub(crate) fn never_renews(&self) -> bool {
        self.defects.trusts_wake_in_memory
    }

    /// Whether a fork counts as a rematch, if that is the defect.
    pub(crate) fn forgets_fork(&self, live: &mut LiveMatch, next: MatchId) -> bool {
        let reason = live.ending.map(|ending| ending.reason);
        let forgets =
            self.defects.trusts_reasons && reason.is_some_and(|reason| reason != Reason::Abandoned);
        if forgets {
            live.next = Some(next);
        }
        forgets
    }

    /// Commits a join alone, if that is the defect; returns what is left to commit.
    pub(crate) async fn without_deal(
        &self,
        store: &Store,
        commit: Commit,
    ) -> Result<Commit, StoreError> {
        let Commit { id, number, change: Change::Append { entries, wake, seating }, .. } = &commit
        else {
            return Ok(commit);
        };
        if !self.defects.joins_without_deal || entries.len() < 2 {
            return Ok(commit);
        }
        let (id, number, wake) = (*id, *number, *wake);
        let (join, deal) = (entries[..1].to_vec(), entries[1..].to_vec());
        let change = Change::Append { entries: join, wake, seating: seating.clone() };
        store.commit(Commit { id, number, change, next: None }).await?;
        let change = Change::Append { entries: deal, wake, seating: None };
        Ok(Commit { id, number: number + 1, change, next: None })
    }

    /// The match as a node begins it that deals whatever seat is open, if that is the defect.
    pub(crate) fn dealt_at_creation(
        &self,
        games: Games,
        id: MatchId,
        head: &Head,
        prefix: &[u32],
    ) -> Option<(LiveMatch, Vec<Entry>)> {
        if !self.defects.deals_at_creation {
            return None;
        }
        let closed = Head { seats: [SeatHolder::Bot(1); 2], ..head.clone() };
        let mut live = LiveMatch::new(games, id, closed).ok()?;
        let entries = live.first_entries(prefix, &mut Entropy).ok()?;
        let running = Running { head: head.clone(), entries: entries.clone() };
        Some((LiveMatch::of(games, id, Stored::Running(running)).ok()?, entries))
    }

    pub(crate) fn notices(
        &self,
        changed: bool,
        before: Option<(u32, Option<Ending>, Option<MatchId>)>,
        fresh: &LiveMatch,
    ) -> bool {
        let has_same = |(entries, _, next)| (entries, next) == (fresh.entries, fresh.next);
        changed && !(self.defects.overlooks_early_ends && before.is_some_and(has_same))
    }
}

/// A node without sockets. Its calls are those of the HTTP interface, and [`Feed`]s stand in for
/// sockets.
pub struct SimulatedNode {
    manager: Arc<Manager>,
    limits: Arc<Limits>,
    pumps: Arc<Mutex<Pumps>>,
}

/// The contents of a node's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings {
    /// Matches.
    pub matches: usize,
    /// Address entries of the limits.
    pub limits: usize,
}

/// The paces of a node's pools.
#[derive(Clone)]
pub struct Paces {
    /// The pace of bots.
    pub bots: Pace,
    /// The pace of replays and other work.
    pub work: Pace,
}

/// The queue limit.
const MAX_WAITING: usize = 4_096;
/// Simulated worker threads.
const WORKERS: usize = 2;

impl SimulatedNode {
    /// Starts a node the way the server does.
    pub async fn start(
        games: Games,
        store: Store,
        config: &Config,
        paces: &Paces,
    ) -> Arc<SimulatedNode> {
        let (thinking, bots) = Thinking::simulated(config.bot_threads, MAX_WAITING, &paces.bots);
        let (studies, study) = Thinking::simulated(STUDY_THREADS, MAX_WAITING, &paces.bots);
        let (workers, work) = Thinking::simulated(WORKERS, MAX_WAITING, &paces.work);
        let pools = Pools { bots: thinking, studies, workers };
        let limits = Limits::new(config.limits);
        let manager = Manager::new(games, store, pools, Arc::clone(&limits), config);
        let node = Arc::new(SimulatedNode { manager, limits, pumps: Arc::default() });
        bots.into_iter().chain(study).chain(work).for_each(|task| node.track(task.abort_handle()));
        sweep::compare_clock(&node.manager).await;
        let sweeps = sweep::start(&node.manager, &node.limits);
        sweeps.iter().for_each(|task| node.track(task.abort_handle()));
        node
    }

    fn track(&self, task: AbortHandle) {
        self.manager.simulated.track(task);
    }

    /// Spawns a task that ends when the node crashes.
    pub fn spawn<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        let task = tokio::spawn(task);
        self.track(task.abort_handle());
        task
    }

    /// Aborts all tasks of the node.
    pub fn crash(&self) {
        let tasks = &self.manager.simulated.tasks;
        let tasks = std::mem::take(&mut *tasks.lock().unwrap_or_else(PoisonError::into_inner));
        tasks.iter().for_each(AbortHandle::abort);
    }

    /// The node's time, as Unix time in milliseconds.
    pub fn now(&self) -> u64 {
        self.manager.now()
    }

    /// The contents of the node's memory.
    pub fn holdings(&self) -> Holdings {
        Holdings { matches: self.manager.cached_matches().len(), limits: self.limits.entries() }
    }

    /// The client that the bots of a match in memory think for.
    pub fn sponsor(&self, id: MatchId) -> Option<Client> {
        self.manager.find_cached(id)?.sponsor()
    }

    /// `GET /api/matches/{id}`, without the answer.
    pub async fn show(&self, id: MatchId, token: Option<Token>) -> Result<(), Failure> {
        let cached = self.manager.fresh_match(id).await?;
        self.manager.lock(&cached).await?.viewer(token.as_ref()).map(drop)
    }

    /// `POST /api/matches`.
    pub async fn create(&self, request: NewMatch, address: IpAddr) -> Result<Json, Failure> {
        self.limits.call(address.into())?;
        self.limits.new_match(address.into())?;
        let prepared = request.prepare(self.manager.games, self.manager.now(), &mut Entropy)?;
        let (head, prefix) = (prepared.head.clone(), prepared.prefix.clone());
        let create = self.manager.create(head, prefix, None, Some(address.into()));
        let id = work_for(Some(address.into()), create).await?;
        Ok(serde_json::to_value(prepared.answer(id)).unwrap_or_default())
    }

    /// `POST /api/matches/{id}/join`.
    pub async fn join(&self, id: MatchId, request: JoinRequest) -> Result<Json, Failure> {
        let token = new_token(&mut Entropy);
        let action = request.action(token)?;
        let cached = self.manager.fresh_match(id).await?;
        self.manager.act(&cached, None, &action).await?;
        let live = self.manager.lock(&cached).await?;
        let joined = JoinedSeat::of(&live, &token)?;
        Ok(serde_json::to_value(joined).unwrap_or_default())
    }

    /// `POST /api/matches/{id}/play`, `resign`, `draw` and `decline`: true if the action was
    /// performed, false if it had already been.
    pub async fn act(
        &self,
        id: MatchId,
        token: Token,
        action: &Action,
        address: IpAddr,
    ) -> Result<bool, Failure> {
        self.limits.call(address.into())?;
        let acting = async {
            let cached = self.manager.fresh_match(id).await?;
            let seat = seat_of(self.manager.lock(&cached).await?.viewer(Some(&token))?);
            self.manager.act(&cached, seat, action).await
        };
        work_for(Some(address.into()), acting)
            .await
            .map(|outcome| outcome == ActionOutcome::Performed)
    }

    /// `POST /api/matches/{id}/rematch`.
    pub async fn rematch(&self, id: MatchId, token: Token) -> Result<MatchId, Failure> {
        let cached = self.manager.fresh_match(id).await?;
        let seat = seat_of(self.manager.lock(&cached).await?.viewer(Some(&token))?);
        self.manager.rematch(&cached, seat).await
    }

    /// `POST /api/matches/{id}/takeback`: the fork, or none until the opponent agrees.
    pub async fn take_back(
        &self,
        id: MatchId,
        token: Token,
        address: IpAddr,
    ) -> Result<Option<MatchId>, Failure> {
        let taking = async {
            let cached = self.manager.fresh_match(id).await?;
            let seat = seat_of(self.manager.lock(&cached).await?.viewer(Some(&token))?);
            self.manager.take_back(&cached, seat).await
        };
        work_for(Some(address.into()), taking).await.map(|outcome| match outcome {
            TakebackOutcome::Forked(next) => Some(next),
            TakebackOutcome::Requested(_) => None,
        })
    }

    /// `GET /api/matches/{id}/record`, without the answer.
    pub async fn record(&self, id: MatchId) -> Result<(), Failure> {
        let cached = self.manager.fresh_match(id).await?;
        ennead_host::matches::record(&*self.manager.lock(&cached).await?).map(drop)
    }

    /// `GET /api/matches/{id}` as JSON.
    pub async fn json(&self, id: MatchId, token: Option<Token>) -> Result<Json, Failure> {
        let cached = self.manager.fresh_match(id).await?;
        let live = self.manager.lock(&cached).await?;
        let json = MatchJson::of(&live, live.viewer(token.as_ref())?, self.now())?;
        Ok(serde_json::to_value(json).unwrap_or_default())
    }

    /// Opens a match the way a socket does.
    pub async fn open(
        self: &Arc<Self>,
        id: MatchId,
        token: Option<Token>,
        address: IpAddr,
    ) -> Result<Feed, Failure> {
        let subscribe = self.manager.subscribe(id, token.as_ref(), Features::NONE, address.into());
        let (subscription, snapshot) = work_for(Some(address.into()), subscribe).await?;
        let (sender, receiver) = mpsc::unbounded_channel();
        let _ = sender.send(Arc::new(snapshot));
        let number = self.pump(&subscription, sender);
        Ok(Feed { node: Arc::clone(self), subscription, number, snapshots: Some(receiver) })
    }

    /// Forwards the snapshots of a match to another feed.
    fn pump(&self, subscription: &Subscription, feed: Sender) -> u64 {
        let mut pumps = self.pumps.lock().unwrap_or_else(PoisonError::into_inner);
        pumps.feeds += 1;
        let (number, id) = (pumps.feeds, subscription.cached.id);
        if let Some(pump) = pumps.by_match.get_mut(&id) {
            pump.feeds.insert(number, feed);
            return number;
        }
        let (all, mut snapshots) = (Arc::clone(&self.pumps), subscription.snapshots.clone());
        let task = self.spawn(async move {
            while snapshots.changed().await.is_ok() {
                let snapshot = snapshots.borrow_and_update().clone();
                let pumps = all.lock().unwrap_or_else(PoisonError::into_inner);
                for feed in pumps.by_match.get(&id).iter().flat_map(|pump| pump.feeds.values()) {
                    let _ = feed.send(Arc::clone(&snapshot));
                }
            }
        });
        let pump = Pump { feeds: BTreeMap::from([(number, feed)]), task: task.abort_handle() };
        pumps.by_match.insert(id, pump);
        number
    }
}

type Sender = mpsc::UnboundedSender<Arc<Snapshot>>;

/// One task per match forwards snapshots to all feeds in order: receivers waiting for the same
/// change would be woken in an unspecified order.
#[derive(Default)]
struct Pumps {
    by_match: BTreeMap<MatchId, Pump>,
    /// Counts feeds.
    feeds: u64,
}

struct Pump {
    feeds: BTreeMap<u64, Sender>,
    task: AbortHandle,
}

/// A subscription to a match, standing in for a socket. Dropping it unsubscribes.
pub struct Feed {
    node: Arc<SimulatedNode>,
    subscription: Subscription,
    number: u64,
    snapshots: Option<mpsc::UnboundedReceiver<Arc<Snapshot>>>,
}

/// What a subscriber receives.
#[derive(Clone, Debug)]
pub struct Update {
    /// The state.
    pub state: StateFrame,
    /// The rematch, once there is one.
    pub next: Option<MatchId>,
}

/// The updates of a feed.
pub struct Updates {
    viewer: ennead_game::Viewer,
    snapshots: mpsc::UnboundedReceiver<Arc<Snapshot>>,
}

impl Updates {
    /// The next update; `None` once the node is gone.
    pub async fn next(&mut self) -> Option<Update> {
        loop {
            let snapshot = self.snapshots.recv().await?;
            if let Ok(ServerFrame::State(state)) = ServerFrame::decode(&snapshot.frame(self.viewer))
            {
                return Some(Update { state, next: snapshot.next });
            }
        }
    }
}

impl Feed {
    /// The updates; they can be taken only once.
    pub fn updates(&mut self) -> Option<Updates> {
        let viewer = self.subscription.viewer;
        self.snapshots.take().map(|snapshots| Updates { viewer, snapshots })
    }

    /// Whether the feed belongs to this very node.
    pub fn is_of(&self, node: &Arc<SimulatedNode>) -> bool {
        Arc::ptr_eq(&self.node, node)
    }

    /// The seat that the feed plays.
    pub fn seat(&self) -> Option<Seat> {
        self.subscription.seat()
    }

    /// Performs an action the way a frame on the socket does.
    pub async fn act(&self, action: &Action) -> Result<bool, Failure> {
        let cached = &self.subscription.cached;
        self.node
            .manager
            .act(cached, self.seat(), action)
            .await
            .map(|outcome| outcome == ActionOutcome::Performed)
    }

    /// Requests a rematch the way a frame on the socket does.
    pub async fn rematch(&self) -> Result<MatchId, Failure> {
        self.node.manager.rematch(&self.subscription.cached, self.seat()).await
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        let mut pumps = self.node.pumps.lock().unwrap_or_else(PoisonError::into_inner);
        let id = self.subscription.cached.id;
        let Some(pump) = pumps.by_match.get_mut(&id) else { return };
        pump.feeds.remove(&self.number);
        if pump.feeds.is_empty() {
            pump.task.abort();
            pumps.by_match.remove(&id);
        }
    }
}
