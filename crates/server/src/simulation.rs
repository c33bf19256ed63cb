//! Nodes for deterministic simulations: the real manager, sweeps, bots and clocks in one thread,
//! under simulated time, with seeded randomness and without sockets.
//!
//! A simulation runs in a current-thread runtime of tokio whose time is paused, calls [`seed`], and
//! starts [`Node`]s on stores of [`ennead_store::memory`]. A [`Site`] is a whole server, whose
//! connections are streams in memory.

mod site;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ennead_game::{Random, Seat, SplitMix64};
use ennead_host::matches::{JoinRequest, JoinedSeat, NewMatch, new_token};
use ennead_host::{Action, Ending, Failure, LiveMatch, MatchId, Snapshot};
use ennead_kit::Games;
use ennead_protocol::{Features, ServerFrame, StateFrame, Token};
use ennead_store::{Postpone, Store};
use serde_json::Value as Json;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle};

use crate::cached_match::{Subscription, seat_of};
use crate::client::work_for;
use crate::entropy::Entropy;
use crate::limits::Limits;
use crate::manager::{Done, Manager};
use crate::{Config, Thinking, sweep};

pub use site::Site;

/// How long each job of a simulated thread takes.
pub type Pace = Arc<dyn Fn() -> Duration + Send + Sync>;

thread_local! {
    static SEEDED: RefCell<Option<SplitMix64>> = const { RefCell::new(None) };
}

/// Makes the randomness of all nodes in this thread follow from a seed.
pub fn seed(seed: u64) {
    SEEDED.set(Some(SplitMix64::new(seed)));
}

/// The next seeded number, if this thread has a seed.
pub(crate) fn seeded_number() -> Option<u64> {
    SEEDED.with_borrow_mut(|seeded| seeded.as_mut().map(Random::next_u64))
}

/// Defects of earlier versions, which tests put back: a checker that does not find them is no good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defects {
    /// A deadline is written only if it is earlier than the one in memory, although another node
    /// may have overwritten that one, and leases are not renewed.
    pub trusts_wake_in_memory: bool,
    /// A match is taken as unchanged if it has as many entries as before, as one does that ended
    /// before its first entry.
    pub overlooks_early_ends: bool,
}

/// What only a simulated manager has.
pub(crate) struct Inside {
    defects: Defects,
    /// The deadlines that a defective node believes in.
    wakes: Mutex<BTreeMap<MatchId, u64>>,
    /// Tasks that end with the node.
    tasks: Mutex<Vec<AbortHandle>>,
}

impl Inside {
    pub(crate) fn new(defects: Defects) -> Self {
        Inside { defects, wakes: Mutex::default(), tasks: Mutex::default() }
    }

    fn wakes(&self) -> MutexGuard<'_, BTreeMap<MatchId, u64>> {
        self.wakes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends a task when the node crashes.
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

/// A node without sockets. Its calls are those of the HTTP interface, and [`Feed`]s stand for
/// sockets.
pub struct Node {
    manager: Arc<Manager>,
    limits: Arc<Limits>,
    pumps: Arc<Mutex<Pumps>>,
}

/// What a node holds in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings {
    /// Matches.
    pub matches: usize,
    /// Entries of limits for addresses.
    pub limits: usize,
}

/// Paces of a node's pools.
#[derive(Clone)]
pub struct Paces {
    /// Of bots.
    pub bots: Pace,
    /// Of replays and other work.
    pub work: Pace,
}

/// The most jobs that may wait.
const MAX_WAITING: usize = 4_096;
/// Simulated threads for work.
const WORKERS: usize = 2;

impl Node {
    /// Starts a node as the server does.
    pub async fn start(games: Games, store: Store, config: &Config, paces: &Paces) -> Arc<Node> {
        let (thinking, bots) = Thinking::simulated(config.bot_threads, MAX_WAITING, &paces.bots);
        let (workers, work) = Thinking::simulated(WORKERS, MAX_WAITING, &paces.work);
        let limits = Limits::new(config.limits);
        let manager = Manager::new(games, store, [thinking, workers], Arc::clone(&limits), config);
        let node = Arc::new(Node { manager, limits, pumps: Arc::default() });
        bots.into_iter().chain(work).for_each(|task| node.track(task.abort_handle()));
        sweep::compare_clock(&node.manager).await;
        let sweeps = sweep::start(&node.manager, &node.limits);
        sweeps.iter().for_each(|task| node.track(task.abort_handle()));
        node
    }

    fn track(&self, task: AbortHandle) {
        self.manager.simulated.track(task);
    }

    /// Runs a task that ends when the node crashes.
    pub fn spawn<T: Send + 'static>(
        &self,
        task: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        let task = tokio::spawn(task);
        self.track(task.abort_handle());
        task
    }

    /// Ends all tasks of the node where they are.
    pub fn crash(&self) {
        let tasks = &self.manager.simulated.tasks;
        let tasks = std::mem::take(&mut *tasks.lock().unwrap_or_else(PoisonError::into_inner));
        tasks.iter().for_each(AbortHandle::abort);
    }

    /// Milliseconds of Unix time by which the node plays.
    pub fn now(&self) -> u64 {
        self.manager.now()
    }

    /// What the node holds in memory.
    pub fn holdings(&self) -> Holdings {
        Holdings { matches: self.manager.cached_matches().len(), limits: self.limits.entries() }
    }

    /// `POST /api/matches`.
    pub async fn create(&self, request: NewMatch, address: IpAddr) -> Result<Json, Failure> {
        self.limits.call(address)?;
        self.limits.new_match(address)?;
        let prepared = request.prepare(self.manager.games, self.manager.now(), &mut Entropy)?;
        let (head, prefix) = (prepared.head.clone(), prepared.prefix.clone());
        let create = self.manager.create(head, prefix, None, Some(address));
        let id = work_for(Some(address), create).await?;
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
    /// performed now, false if it had been before.
    pub async fn act(
        &self,
        id: MatchId,
        token: Token,
        action: &Action,
        address: IpAddr,
    ) -> Result<bool, Failure> {
        self.limits.call(address)?;
        let acting = async {
            let cached = self.manager.fresh_match(id).await?;
            let seat = seat_of(self.manager.lock(&cached).await?.viewer(Some(&token))?);
            self.manager.act(&cached, seat, action).await
        };
        work_for(Some(address), acting).await.map(|done| done == Done::Now)
    }

    /// `POST /api/matches/{id}/rematch`.
    pub async fn rematch(&self, id: MatchId, token: Token) -> Result<MatchId, Failure> {
        let cached = self.manager.fresh_match(id).await?;
        let seat = seat_of(self.manager.lock(&cached).await?.viewer(Some(&token))?);
        self.manager.rematch(&cached, seat).await
    }

    /// Opens a match as a socket does.
    pub async fn open(
        self: &Arc<Self>,
        id: MatchId,
        token: Option<Token>,
        address: IpAddr,
    ) -> Result<Feed, Failure> {
        let subscribe = self.manager.subscribe(id, token.as_ref(), Features::NONE, address);
        let (subscription, snapshot) = work_for(Some(address), subscribe).await?;
        let (sender, receiver) = mpsc::unbounded_channel();
        let _ = sender.send(Arc::new(snapshot));
        let number = self.pump(&subscription, sender);
        Ok(Feed { node: Arc::clone(self), subscription, number, snapshots: Some(receiver) })
    }

    /// Forwards the snapshots of a match to one more feed.
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

/// One task per match forwards snapshots to all feeds in their order: receivers that wait for the
/// same change would be woken in any order.
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

/// A subscription to a match, in place of a socket. It ends when it is dropped.
pub struct Feed {
    node: Arc<Node>,
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
    /// The next update; none once the node is gone.
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
    /// The updates; they can be taken once.
    pub fn updates(&mut self) -> Option<Updates> {
        let viewer = self.subscription.viewer;
        self.snapshots.take().map(|snapshots| Updates { viewer, snapshots })
    }

    /// Whether it is a feed of this very node.
    pub fn is_of(&self, node: &Arc<Node>) -> bool {
        Arc::ptr_eq(&self.node, node)
    }

    /// The seat that the feed plays.
    pub fn seat(&self) -> Option<Seat> {
        self.subscription.seat()
    }

    /// Performs an action as a frame on the socket does.
    pub async fn act(&self, action: &Action) -> Result<bool, Failure> {
        let cached = &self.subscription.cached;
        self.node.manager.act(cached, self.seat(), action).await.map(|done| done == Done::Now)
    }

    /// Asks for a rematch as a frame on the socket does.
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
