//! One run: a seed, its history, and the checker's verdict.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use ennead_game::{Random, SplitMix64};
use ennead_host::MatchId;
use ennead_judge::{HistoryEvent, Limits, Ms, StoredChange, What, check};
use ennead_server::simulation::{self, Defects};
use ennead_store::memory::{Effect, MemoryKind};
use tokio::time::sleep;

use crate::clients::{sit, watch};
use crate::games::games;
use crate::weather::{Fault, Weather};
use crate::world::World;

/// How long clients play under faults.
const STORMY: Ms = 420_000;
/// How long they continue without faults.
const CALM: Ms = 40_000;
/// How long nodes have to release their memory.
const LEFT: Ms = 75_000;

/// The result of a run.
pub(crate) struct Outcome {
    /// The claims that did not hold.
    pub(crate) violations: Vec<String>,
    pub(crate) tally: Tally,
    weather: Arc<Weather>,
    events: Vec<HistoryEvent>,
    journal: BTreeMap<MatchId, Vec<StoredChange>>,
}

impl Outcome {
    /// Faults, events and database changes in order, one line each.
    pub(crate) fn story(&self) -> String {
        let mut lines: Vec<(Ms, String)> = Vec::new();
        lines.extend(self.weather.storms.iter().map(|storm| (storm.from, format!("{storm:?}"))));
        lines.extend(self.events.iter().map(|event| (event.at, format!("{:?}", event.what))));
        for (id, changes) in &self.journal {
            let line = |one: &StoredChange| (one.at, format!("stored {id}: {:?}", one.effect));
            lines.extend(changes.iter().map(line));
        }
        lines.sort_by_key(|(at, _)| *at);
        lines.iter().map(|(at, line)| format!("{at:>8} {line}\n")).collect()
    }
}

/// Statistics of one or more runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) runs: u64,
    /// Simulated milliseconds of clusters, and of matches.
    pub(crate) cluster_ms: u64,
    pub(crate) match_ms: u64,
    pub(crate) matches: u64,
    pub(crate) acknowledged: u64,
    pub(crate) faults: BTreeMap<Fault, u64>,
    /// Incidents that hit individual messages, clients and nodes.
    pub(crate) incidents: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Adds another run's numbers.
    pub(crate) fn add(&mut self, other: &Tally) {
        self.runs += other.runs;
        self.cluster_ms += other.cluster_ms;
        self.match_ms += other.match_ms;
        self.matches += other.matches;
        self.acknowledged += other.acknowledged;
        for (fault, count) in &other.faults {
            *self.faults.entry(*fault).or_default() += count;
        }
        for (incident, count) in &other.incidents {
            *self.incidents.entry(incident).or_default() += count;
        }
    }
}

/// Runs a seed.
pub(crate) fn run(seed: u64, defects: Defects) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime of one thread");
    simulation::seed(seed);
    runtime.block_on(simulate(seed, defects))
}

async fn simulate(seed: u64, defects: Defects) -> Outcome {
    let mut random = SplitMix64::new(seed);
    let (kind, nodes) = match random.below(4) {
        0 => (MemoryKind::Single, 1),
        more => (MemoryKind::Shared, more as usize + 1),
    };
    let tables = 6 + random.below(14) as usize;
    let losses = [0; 2].map(|_| [0, 10, 50][random.below(3) as usize]);
    let weather = Weather::new(&mut random, nodes, kind == MemoryKind::Shared, STORMY);
    let world = World::new(seed, kind, defects, weather, [nodes, tables], losses);
    for place in 0..nodes {
        world.start(place).await;
    }
    let storm = tokio::spawn(Arc::clone(&world).storm());
    let mut clients = Vec::new();
    for table in 0..tables {
        clients.push(tokio::spawn(sit(Arc::clone(&world), table)));
    }
    for spectator in 0..tables {
        clients.push(tokio::spawn(watch(Arc::clone(&world), spectator)));
    }
    sleep(Duration::from_millis(STORMY + CALM)).await;
    clients.iter().for_each(tokio::task::JoinHandle::abort);
    let ends = world.weather.now();
    let (events, journal) = (world.history.events(), journal(&world));
    storm.await.expect("crashes and starts");
    sleep(Duration::from_millis(LEFT)).await;
    for place in 0..nodes {
        let (matches, limits) = holdings(&world, place).await;
        world.note(What::Held { node: place, matches, limits });
    }
    let held = world.history.events();
    let mut all = events;
    all.extend(held.into_iter().filter(|event| matches!(event.what, What::Held { .. })));
    let violations = check(games(), &*world.weather, Limits::default(), &all, &journal, ends);
    let tally = tally(&world, &all, &journal, ends);
    Outcome { violations, tally, weather: Arc::clone(&world.weather), events: all, journal }
}

/// What a node holds for more than a moment: a clock may run out at any time.
async fn holdings(world: &World, place: usize) -> (usize, usize) {
    let mut least = (usize::MAX, usize::MAX);
    for _ in 0..4 {
        let held = world.node(place).expect("all nodes run in the end").holdings();
        least = (least.0.min(held.matches), least.1.min(held.limits));
        sleep(Duration::from_millis(1_700)).await;
    }
    least
}

/// The changes of each match.
fn journal(world: &World) -> BTreeMap<MatchId, Vec<StoredChange>> {
    let mut journal: BTreeMap<MatchId, Vec<StoredChange>> = BTreeMap::new();
    for change in world.database.journal() {
        let stored = StoredChange { at: world.weather.moment(change.at), effect: change.effect };
        journal.entry(change.id).or_default().push(stored);
    }
    journal
}

fn tally(
    world: &World,
    events: &[HistoryEvent],
    journal: &BTreeMap<MatchId, Vec<StoredChange>>,
    ends: Ms,
) -> Tally {
    let lasted = |changes: &Vec<StoredChange>| {
        let over = changes.iter().find(|change| matches!(change.effect, Effect::Finish(_)));
        over.map_or(ends, |over| over.at).saturating_sub(changes.first().map_or(0, |one| one.at))
    };
    let mut faults = BTreeMap::new();
    for storm in &world.weather.storms {
        *faults.entry(storm.fault).or_default() += 1;
    }
    let is_new = |what: &What| matches!(what, What::Acknowledged { is_new: true, .. });
    Tally {
        runs: 1,
        cluster_ms: ends,
        match_ms: journal.values().map(lasted).sum(),
        matches: journal.len() as u64,
        acknowledged: events.iter().filter(|event| is_new(&event.what)).count() as u64,
        faults,
        incidents: world.weather.counts(),
    }
}
