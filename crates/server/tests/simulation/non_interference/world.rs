//! One of the two worlds: a complete server on simulated time, its store and its clients'
//! connections.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use ennead_host::{Beginning, Clock, Head, LiveMatch, MatchId, SeatHolder, SeatKey};
use ennead_server::simulation::{self, Paces, Site};
use ennead_server::{BotConfig, Config};
use ennead_store::Store;
use ennead_store::memory::{Link, MemoryDatabase, MemoryKind, Passage, Request};
use futures_util::FutureExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{Instant, sleep};

use super::deal::{Deal, start};
use super::hidden_choices::games;
use super::party::{LINES, Line, OPERATOR};

/// The start time of both worlds, as Unix time in milliseconds.
const NOW: u64 = 1_800_000_000_000;
/// The deadline of a match in which nothing is due.
const NEVER: u64 = 1 << 52;
/// More bytes than the head of any response has.
const MAX_HEAD: usize = 1_024;
/// The node budget of a hint.
const BOT_NODES: u64 = 8;

/// What a client receives on one connection during a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    pub(super) bytes: Vec<u8>,
    /// Whether the server has closed the connection.
    pub(super) is_closed: bool,
}

/// A match that the worlds begin with.
pub(super) struct Stage {
    pub(super) id: MatchId,
    pub(super) seats: [SeatHolder; 2],
    pub(super) clock: Clock,
    /// The deal in each world.
    pub(super) deals: [Deal; 2],
    /// The number of moves already made.
    pub(super) made: usize,
}

impl Stage {
    /// The id of the n-th match.
    pub(super) fn id(number: u64) -> MatchId {
        MatchId::new(NOW, number + 1)
    }
}

/// A link to a database whose clock agrees with the node's.
struct Near {
    began: Instant,
}

impl Link for Near {
    fn passage(&self, _: Request) -> Passage {
        Passage::default()
    }

    fn hint(&self) -> Vec<Duration> {
        vec![Duration::ZERO]
    }

    fn time(&self) -> u64 {
        NOW + self.began.elapsed().as_millis() as u64
    }
}

pub(super) struct World {
    runtime: Runtime,
    /// One server, or two that share the database: calls of the same party cross on both.
    sites: Vec<Site>,
    store: Store,
    lines: [Option<DuplexStream>; LINES],
}

impl World {
    /// A server whose matches have the deals of this world, the first or the second one. It uses
    /// its database alone, as with SQLite, or shares it, as with PostgreSQL.
    pub(super) fn new(stages: &[Stage], world: usize, kind: MemoryKind) -> World {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime of one thread");
        let began = runtime.block_on(async { Instant::now() });
        let database = MemoryDatabase::new(kind);
        let (store, _) = database.connect(Arc::new(Near { began }));
        let mut config = Config::new(OPERATOR.into());
        config.bots = BotConfig { nodes: Some(BOT_NODES), seed: Some(1), ..config.bots };
        config.wall = || NOW;
        let at_once: simulation::Pace = Arc::new(|| Duration::ZERO);
        let paces = Paces { bots: Arc::clone(&at_once), work: at_once };
        let sites = runtime.block_on(async {
            for Stage { id, seats, clock, deals, made } in stages {
                let (seats, clock, names) = (*seats, *clock, [None, None]);
                let start = start(&deals[world].kind).record();
                let head = Head {
                    start,
                    seats,
                    names,
                    clock,
                    listed: true,
                    created: NOW,
                    beginning: Beginning::Fresh,
                };
                let entries = deals[world].entries(*made);
                store.create(*id, &head, &entries, NEVER, None).await.expect("a new match");
            }
            let mut sites = Vec::new();
            let count = if kind == MemoryKind::Shared { 2 } else { 1 };
            for _ in 0..count {
                let link = Arc::new(Near { began });
                let store = database.connect(link).0;
                sites.push(Site::start(games(), store, config.clone(), &paces).await);
            }
            sites
        });
        World { runtime, sites, store, lines: Default::default() }
    }

    /// The paths of the server.
    #[cfg(test)]
    pub(super) fn paths(&self) -> std::collections::BTreeSet<String> {
        self.sites[0].paths()
    }

    pub(super) fn is_connected(&self, line: Line) -> bool {
        self.lines[line.index()].is_some()
    }

    /// Sends bytes on a connection, or none at all; lets time pass until nothing is left to do; and
    /// collects what all connections receive. All of the server's randomness follows from the seed.
    pub(super) fn step(
        &mut self,
        seed: u64,
        sent: Option<(Line, &[u8])>,
        time: Duration,
    ) -> Vec<Heard> {
        simulation::seed(seed);
        let World { runtime, sites, lines, .. } = self;
        runtime.block_on(async {
            if let Some((line, bytes)) = sent {
                let peer = SocketAddr::new(IpAddr::from([10, 0, 0, line.party as u8 + 1]), 9);
                let site = &sites[line.index() % sites.len()];
                let stream = lines[line.index()]
                    .get_or_insert_with(|| site.connect(peer).expect("a free connection"));
                // The server may already have closed it.
                let _ = stream.write_all(bytes).await;
            }
            // Simulated time advances only while all tasks wait.
            sleep(time).await;
            lines.iter_mut().map(hear).collect()
        })
    }

    /// Begins the shutdown of the server.
    pub(super) fn close(&self) {
        self.sites.iter().for_each(Site::close);
    }

    /// The match in the store; `None` if it was deleted.
    pub(super) fn live(&self, id: MatchId) -> Option<LiveMatch> {
        let stored = self.runtime.block_on(self.store.load(id)).expect("a store in memory")?;
        Some(LiveMatch::of(games(), id, stored).expect("a match that can be replayed"))
    }

    /// All matches.
    pub(super) fn ids(&self) -> Vec<MatchId> {
        let all = self.runtime.block_on(self.store.summaries(None, u32::MAX));
        all.expect("a store in memory").iter().map(|row| row.id).collect()
    }

    /// Whether a match is public in full: when it is over, unless it goes on in a fork in which two
    /// people still hold the same cards.
    pub(super) fn is_public(&self, id: MatchId) -> bool {
        let Some(live) = self.live(id) else { return true };
        if live.ending.is_none() {
            return false;
        }
        let people = |holder: &SeatHolder| match holder {
            SeatHolder::Person(key) => Some(*key),
            _ => None,
        };
        let keys: Vec<SeatKey> = live.head.seats.iter().filter_map(people).collect();
        let next = self.runtime.block_on(self.store.rematch(id)).expect("a store");
        let fork = next.and_then(|next| self.live(next));
        let goes_on = fork.is_some_and(|fork| fork.head.beginning.continues().is_some());
        let are_two = keys.len() == 2 && keys[0] != keys[1];
        !(goes_on && are_two)
    }
}

/// Takes the bytes that have arrived on a connection.
fn hear(line: &mut Option<DuplexStream>) -> Heard {
    let mut heard = Heard::default();
    let Some(stream) = line else { return heard };
    while let Some(read) =
        tokio::task::unconstrained(stream.read_buf(&mut heard.bytes)).now_or_never()
    {
        if matches!(read, Ok(0) | Err(_)) {
            heard.is_closed = true;
            *line = None;
            break;
        }
    }
    mask_date(&mut heard.bytes);
    heard
}

/// Blanks out the header `date`: it shows the machine's clock, which is not simulated.
fn mask_date(bytes: &mut [u8]) {
    const NAME: &[u8] = b"\r\ndate: ";
    const DATE: usize = "Sun, 06 Nov 1994 08:49:37 GMT".len();
    let head = bytes.len().min(MAX_HEAD);
    if !bytes.starts_with(b"HTTP/1.1 ") {
        return;
    }
    if let Some(at) = bytes[..head].windows(NAME.len()).position(|part| part == NAME) {
        bytes[at + NAME.len()..][..DATE].fill(b'*');
    }
}
