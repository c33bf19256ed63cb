//! The nodes of a run, their database, and the network between clients and nodes.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ennead_game::{Random, SplitMix64, Viewer};
use ennead_host::{Failure, MatchId};
use ennead_judge::{ConnectionId, History, Weather as _, What, fold};
use ennead_protocol::Token;
use ennead_server::simulation::{Defects, Feed, Paces, SimulatedNode, Update};
use ennead_server::{BotConfig, Config};
use ennead_store::memory::{MemoryDatabase, MemoryKind};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::games::games;
use crate::weather::{Fault, StormyLink, Weather};

/// How long a client waits for a response.
const PATIENCE: Duration = Duration::from_secs(8);
/// The node budget of a bot's move.
const BOT_NODES: u64 = 4;

thread_local! {
    /// The machine's clock as seen by the node being started.
    static WALL: Cell<u64> = const { Cell::new(0) };
}

/// Everything that a run consists of.
pub(crate) struct World {
    pub(crate) weather: Arc<Weather>,
    pub(crate) history: History,
    pub(crate) database: MemoryDatabase,
    is_shared: bool,
    defects: Defects,
    seed: u64,
    places: Mutex<Vec<Place>>,
    connections: AtomicU64,
    /// Out of a thousand client requests, how many are lost on the way there and on the way back.
    losses: [u64; 2],
    /// The matches at the tables.
    pub(crate) tables: Mutex<Vec<Option<MatchId>>>,
}

/// A place for a node, running or not.
#[derive(Default)]
struct Place {
    running: Option<(Arc<SimulatedNode>, Arc<AtomicBool>)>,
    /// Counts crashes and starts.
    generation: u64,
}

impl World {
    pub(crate) fn new(
        seed: u64,
        kind: MemoryKind,
        defects: Defects,
        weather: Weather,
        [nodes, tables]: [usize; 2],
        losses: [u64; 2],
    ) -> Arc<World> {
        let database = MemoryDatabase::new(kind);
        if defects.trusts_wake_in_memory {
            database.postpone_blindly();
        }
        Arc::new(World {
            weather: Arc::new(weather),
            history: History::default(),
            database,
            is_shared: kind == MemoryKind::Shared,
            defects,
            seed,
            places: Mutex::new((0..nodes).map(|_| Place::default()).collect()),
            connections: AtomicU64::new(0),
            losses,
            tables: Mutex::new(vec![None; tables]),
        })
    }

    /// A generator for one part of the run.
    pub(crate) fn random(&self, part: &str, number: u64) -> SplitMix64 {
        SplitMix64::new(fold(self.seed ^ number.wrapping_mul(0x9e37_79b9), part.as_bytes()))
    }

    pub(crate) fn nodes(&self) -> usize {
        self.places.lock().unwrap().len()
    }

    pub(crate) fn note(&self, what: What) {
        self.history.add(self.weather.now(), what);
    }

    /// The node at a place, if it runs.
    pub(crate) fn node(&self, place: usize) -> Option<Arc<SimulatedNode>> {
        let places = self.places.lock().unwrap();
        places[place].running.as_ref().map(|(node, _)| Arc::clone(node))
    }

    /// Starts a node with a separate clock.
    pub(crate) async fn start(self: &Arc<World>, place: usize) {
        let generation = {
            let mut places = self.places.lock().unwrap();
            places[place].generation += 1;
            places[place].generation
        };
        let mut random = self.random("node", generation << 8 | place as u64);
        let skew = if self.is_shared { random.below(60_000) as i64 - 30_000 } else { 0 };
        let link = StormyLink::new(&self.weather, place, random.next_u64());
        let (store, is_alive) = self.database.connect(link);
        let mut config = Config::new(String::new());
        config.bots = BotConfig { nodes: Some(BOT_NODES), seed: Some(1), ..config.bots };
        config.bot_threads = 4;
        config.defects = self.defects;
        config.wall = || WALL.get();
        WALL.set(self.weather.clock(self.weather.now()).saturating_add_signed(skew));
        let (bots, work) = (Mutex::new(random.clone()), Mutex::new(random));
        let weather = Arc::clone(&self.weather);
        let paces = Paces {
            bots: Arc::new(move || weather.thinking(place, &mut bots.lock().unwrap())),
            work: Arc::new(move || Duration::from_millis(work.lock().unwrap().below(3))),
        };
        let node = SimulatedNode::start(games(), store, &config, &paces).await;
        let mut places = self.places.lock().unwrap();
        if places[place].generation == generation {
            places[place].running = Some((node, is_alive));
            drop(places);
            self.note(What::Started { node: place });
        } else {
            is_alive.store(false, Ordering::Relaxed);
            node.crash();
        }
    }

    /// Crashes a node.
    fn crash(&self, place: usize) {
        let mut places = self.places.lock().unwrap();
        places[place].generation += 1;
        if let Some((node, is_alive)) = places[place].running.take() {
            is_alive.store(false, Ordering::Relaxed);
            node.crash();
            drop(places);
            self.weather.count("crashes");
            self.note(What::Died { node: place });
        }
    }

    /// Crashes and starts nodes according to the weather.
    pub(crate) async fn storm(self: Arc<World>) {
        let is_crash = |fault: Fault| matches!(fault, Fault::Crash | Fault::CrashOfAll);
        let crashes: Vec<_> =
            self.weather.storms.iter().filter(|storm| is_crash(storm.fault)).copied().collect();
        for storm in &crashes {
            sleep(Duration::from_millis(storm.from.saturating_sub(self.weather.now()))).await;
            let hit = storm.node.map_or(0..self.nodes(), |node| node..node + 1);
            for place in hit {
                self.crash(place);
                // It stays down until the last overlapping crash is over.
                let hits = |other: &&crate::weather::Storm| {
                    other.node.is_none_or(|node| node == place)
                        && other.from <= storm.to
                        && other.to >= storm.to
                };
                let up = crashes.iter().filter(hits).map(|other| other.to).max();
                if up == Some(storm.to) {
                    let (world, after) = (Arc::clone(&self), storm.to - storm.from);
                    tokio::spawn(async move {
                        sleep(Duration::from_millis(after)).await;
                        if world.node(place).is_none() {
                            world.start(place).await;
                        }
                    });
                }
            }
        }
    }

    /// Waits for the latency of a client's message.
    async fn travel(&self, random: &mut SplitMix64) {
        sleep(Duration::from_millis(1 + random.below(30))).await;
    }

    fn loses(&self, random: &mut SplitMix64, way: usize) -> bool {
        let is_lost = random.below(1_000) < self.losses[way];
        if is_lost {
            self.weather.count("lost messages of clients");
        }
        is_lost
    }

    /// A client's request to a node, on a socket if there is one; `None` if no response arrives.
    pub(crate) async fn call<T: Send + 'static, F>(
        self: &Arc<World>,
        random: &mut SplitMix64,
        place: usize,
        via: Option<&Feed>,
        request: impl FnOnce(Arc<SimulatedNode>) -> F,
    ) -> Option<Result<T, Failure>>
    where
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        self.travel(random).await;
        if self.loses(random, 0) {
            sleep(PATIENCE).await;
            return None;
        }
        let node = self.node(place)?;
        if via.is_some_and(|feed| !feed.is_of(&node)) {
            // The socket broke when its node crashed.
            return None;
        }
        let (world, from) = (Arc::clone(self), self.weather.now());
        let request = request(Arc::clone(&node));
        // A node completes what it has begun even if the client is gone.
        let task = node.spawn(async move {
            let answer = request.await;
            let failure = answer.as_ref().err().map(|failure| failure.code);
            world.note(What::Answered { from, failure });
            answer
        });
        let answer = timeout(PATIENCE, task).await.ok()?.ok()?;
        self.travel(random).await;
        (!self.loses(random, 1)).then_some(answer)
    }

    /// Connects a client to a node and opens a match; `None` if that fails.
    pub(crate) async fn connect(
        self: &Arc<World>,
        random: &mut SplitMix64,
        place: usize,
        id: MatchId,
        token: Option<Token>,
        address: std::net::IpAddr,
    ) -> Option<Connection> {
        let open = |node: Arc<SimulatedNode>| async move { node.open(id, token, address).await };
        let mut feed = self.call(random, place, None, open).await?.ok()?;
        // The node may have crashed in the meantime.
        let node = self.node(place).filter(|node| feed.is_of(node))?;
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        let viewer = feed.seat().map_or(Viewer::Spectator, Viewer::Seat);
        self.note(What::Opened { connection: number, node: place, id, viewer });
        let (sender, inbox) = mpsc::unbounded_channel();
        let mut updates = feed.updates()?;
        let (world, mut random) = (Arc::clone(self), self.random("connection", number));
        let pipe = node.spawn(async move {
            while let Some(update) = updates.next().await {
                let Update { state, next } = &update;
                let (ply, status, next) = (state.ply, state.status, *next);
                let board = fold(0, &state.payload);
                world.note(What::Sent { connection: number, ply, status, board, next });
                world.travel(&mut random).await;
                if sender.send(update).is_err() {
                    return;
                }
            }
        });
        let (pipe, feed) = (pipe.abort_handle(), Arc::new(feed));
        Some(Connection { world: Arc::clone(self), number, place, feed, inbox, pipe })
    }
}

/// A client's connection to a node. Dropping it closes it.
pub(crate) struct Connection {
    world: Arc<World>,
    number: ConnectionId,
    pub(crate) place: usize,
    pub(crate) feed: Arc<Feed>,
    pub(crate) inbox: mpsc::UnboundedReceiver<Update>,
    pipe: AbortHandle,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.pipe.abort();
        self.world.note(What::Closed { connection: self.number });
    }
}
