//! The weather of a run: which faults happen when, decided by the seed in advance.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ennead_game::{Random, SplitMix64};
use ennead_judge::{Ms, Weather as _, calm_after, merge};
use ennead_store::memory::{Link, Loss, Passage, Request};
use tokio::time::Instant;

/// The database's clock at the start of a run.
const EPOCH_MS: u64 = 1_800_000_000_000;

/// How long nodes may take to accept a jump of the database's clock.
const CONFIRMATION: Ms = 5_000;

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// Requests to the database and their responses are slow.
    SlowStore,
    /// Many requests never reach the database.
    FailingStore,
    /// Many changes are made although the node receives an error.
    LostAnswers,
    /// Nothing passes until the end, then everything at once.
    Stall,
    /// Nothing passes.
    Partition,
    /// A node dies, and starts again later.
    Crash,
    /// All nodes die at once.
    CrashOfAll,
    /// Bots think for longer than they should.
    SlowBots,
    /// The database's clock jumps by the duration of the fault; if backwards, deadlines are later.
    ClockJump,
}

impl Fault {
    const ALL: [Fault; 9] = [
        Fault::SlowStore,
        Fault::FailingStore,
        Fault::LostAnswers,
        Fault::Stall,
        Fault::Partition,
        Fault::Crash,
        Fault::CrashOfAll,
        Fault::SlowBots,
        Fault::ClockJump,
    ];

    /// How long its effects outlast it: requests in flight, clocks being compared.
    fn aftermath(self) -> Ms {
        match self {
            Fault::SlowStore => 2_000,
            // Everything that was held up arrives at once.
            Fault::Stall => 1_000,
            Fault::SlowBots => 3_500,
            _ => 300,
        }
    }
}

/// One fault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Storm {
    pub(crate) fault: Fault,
    /// The node that it hits; all nodes if `None`.
    pub(crate) node: Option<usize>,
    pub(crate) from: Ms,
    pub(crate) to: Ms,
}

/// The weather of one run.
pub(crate) struct Weather {
    pub(crate) storms: Vec<Storm>,
    /// The periods of trouble, including aftermaths, ordered and disjoint.
    trouble: Vec<(Ms, Ms)>,
    unsettled: Vec<(Ms, Ms)>,
    /// When the database's clock jumps, and by how many milliseconds.
    jumps: Vec<(Ms, i64)>,
    /// Out of a thousand hints, how many are lost, late and repeated.
    hints: [u64; 3],
    began: Instant,
    counts: Mutex<BTreeMap<&'static str, u64>>,
}

impl Weather {
    /// The weather for a number of nodes up to a time. `is_shared` says whether they share a
    /// database.
    pub(crate) fn new(random: &mut SplitMix64, nodes: usize, is_shared: bool, until: Ms) -> Self {
        let mut storms = Vec::new();
        let mut at = 1_000 + random.below(5_000);
        while at < until {
            let storm = storm(random, nodes, is_shared, at);
            at = match random.below(4) {
                0 => at + random.below(storm.to - at + 1),
                _ => storm.to + 500 + random.below(20_000),
            };
            if storm.to < until {
                storms.push(storm);
            }
        }
        storms.sort_by_key(|storm| storm.from);
        let mut jumps = Vec::new();
        for storm in storms.iter().filter(|storm| storm.fault == Fault::ClockJump) {
            let by = (storm.to - storm.from) as i64;
            jumps.push((storm.from, if random.below(2) == 0 { by } else { -by }));
        }
        let trouble = trouble(&storms, nodes);
        let unsettled = unsettled(&storms, &trouble);
        let hints = [0; 3].map(|_| [0, 20, 300][random.below(3) as usize]);
        let (began, counts) = (Instant::now(), Mutex::default());
        Weather { storms, trouble, unsettled, jumps, hints, began, counts }
    }

    /// The time since the start of the run.
    pub(crate) fn now(&self) -> Ms {
        self.moment(Instant::now())
    }

    pub(crate) fn moment(&self, at: Instant) -> Ms {
        at.duration_since(self.began).as_millis() as Ms
    }

    /// The fault of a kind that hits a node now.
    fn storm(&self, fault: Fault, node: usize) -> Option<&Storm> {
        let now = self.now();
        self.storms.iter().find(|storm| {
            storm.fault == fault
                && (storm.from..storm.to).contains(&now)
                && storm.node.is_none_or(|hit| hit == node)
        })
    }

    /// Counts an incident.
    pub(crate) fn count(&self, what: &'static str) {
        *self.counts.lock().unwrap().entry(what).or_default() += 1;
    }

    pub(crate) fn counts(&self) -> BTreeMap<&'static str, u64> {
        self.counts.lock().unwrap().clone()
    }

    /// How long a bot of a node thinks.
    pub(crate) fn thinking(&self, node: usize, random: &mut SplitMix64) -> Duration {
        if self.storm(Fault::SlowBots, node).is_some() {
            self.count("slow thoughts");
            return Duration::from_millis(500 + random.below(2_500));
        }
        Duration::from_millis(20 + random.below(380))
    }
}

impl ennead_judge::Weather for Weather {
    fn clock(&self, at: Ms) -> u64 {
        let jumped: i64 =
            self.jumps.iter().filter(|(from, _)| *from <= at).map(|(_, by)| *by).sum();
        (EPOCH_MS + at).saturating_add_signed(jumped)
    }

    fn when(&self, from: Ms, clock: u64) -> Ms {
        let starts = [from].into_iter().chain(self.jumps.iter().map(|(at, _)| *at));
        let mut starts: Vec<Ms> = starts.filter(|at| *at >= from).collect();
        starts.sort_unstable();
        for (number, start) in starts.iter().enumerate() {
            let at = start + clock.saturating_sub(self.clock(*start));
            if starts.get(number + 1).is_none_or(|next| at < *next) {
                return at;
            }
        }
        from
    }

    fn deadline(&self, from: Ms, grace: Ms) -> Ms {
        calm_after(&self.trouble, from, grace)
    }

    fn is_settled(&self, at: Ms) -> bool {
        !self.unsettled.iter().any(|(from, to)| (*from..*to).contains(&at))
    }
}

fn storm(random: &mut SplitMix64, nodes: usize, is_shared: bool, at: Ms) -> Storm {
    let fault = loop {
        let number = random.below(Fault::ALL.len() as u64 + 4) as usize;
        let fault = Fault::ALL.get(number).copied().unwrap_or(Fault::Crash);
        // A single node uses its own clock.
        if is_shared || fault != Fault::ClockJump {
            break fault;
        }
    };
    let one = (random.below(3) > 0).then(|| random.below(nodes as u64) as usize);
    let node = match fault {
        Fault::Crash => Some(random.below(nodes as u64) as usize),
        Fault::CrashOfAll | Fault::ClockJump => None,
        _ => one,
    };
    let lasts = match (fault, random.below(6)) {
        (Fault::ClockJump, _) => 1_500 + random.below(10_000),
        (_, 0) => 5_000 + random.below(15_000),
        _ => 200 + random.below(4_000),
    };
    Storm { fault, node, from: at, to: at + lasts }
}

/// The periods of trouble. A dead node does not count while another one lives.
fn trouble(storms: &[Storm], nodes: usize) -> Vec<(Ms, Ms)> {
    let mut trouble = Vec::new();
    let is_crash = |storm: &&Storm| matches!(storm.fault, Fault::Crash | Fault::CrashOfAll);
    for storm in storms {
        let is_alone = |other: &Storm| {
            let dead_with = storms.iter().filter(is_crash).filter(|one| one.from < other.to);
            let mut dead: Vec<usize> = dead_with
                .filter(|one| one.to + 300 > other.from)
                .flat_map(|one| one.node.map_or(0..nodes, |node| node..node + 1))
                .collect();
            dead.sort_unstable();
            dead.dedup();
            dead.len() == nodes
        };
        let lasts = match storm.fault {
            Fault::Crash if !is_alone(storm) => storm.from,
            _ => storm.to,
        };
        trouble.push((storm.from, lasts + storm.fault.aftermath()));
    }
    let mut merged = merge(trouble);
    // Clocks are compared only while there is no other trouble.
    let unsettled: Vec<_> = unsettled(storms, &merged);
    merged.extend(unsettled);
    merge(merged)
}

/// The periods in which clocks may be wrong because the database's has jumped and nodes have yet to
/// confirm that.
fn unsettled(storms: &[Storm], trouble: &[(Ms, Ms)]) -> Vec<(Ms, Ms)> {
    let jumps = storms.iter().filter(|storm| storm.fault == Fault::ClockJump);
    jumps.map(|jump| (jump.from, calm_after(trouble, jump.from, CONFIRMATION))).collect()
}

/// The link from one node to the database.
pub(crate) struct StormyLink {
    weather: Arc<Weather>,
    node: usize,
    random: Mutex<SplitMix64>,
}

impl StormyLink {
    pub(crate) fn new(weather: &Arc<Weather>, node: usize, seed: u64) -> Arc<Self> {
        let random = Mutex::new(SplitMix64::new(seed));
        Arc::new(StormyLink { weather: Arc::clone(weather), node, random })
    }

    fn slow(&self, random: &mut SplitMix64) -> Ms {
        let is_slow = self.weather.storm(Fault::SlowStore, self.node).is_some();
        if is_slow { 20 + random.below(700) } else { 0 }
    }
}

impl Link for StormyLink {
    fn passage(&self, request: Request) -> Passage {
        let weather = &self.weather;
        let mut random = self.random.lock().unwrap();
        let mut there = 1 + random.below(3) + self.slow(&mut random);
        let back = random.below(2) + self.slow(&mut random);
        if there + back > 10 {
            weather.count("slow requests");
        }
        let mut loss = None;
        let hits = |fault| weather.storm(fault, self.node).is_some();
        if hits(Fault::Partition) || (hits(Fault::FailingStore) && random.below(2) == 0) {
            loss = Some(Loss::Request);
            weather.count("lost requests");
        } else if hits(Fault::LostAnswers) && random.below(2) == 0 {
            loss = Some(Loss::Answer);
            if request == Request::Write {
                weather.count("lost acknowledgements of writes");
            }
        } else if let Some(stall) = weather.storm(Fault::Stall, self.node) {
            there += stall.to - weather.now();
            weather.count("stalled requests");
        }
        Passage { there: Duration::from_millis(there), back: Duration::from_millis(back), loss }
    }

    fn hint(&self) -> Vec<Duration> {
        let mut random = self.random.lock().unwrap();
        let [lost, late, repeated] = self.weather.hints;
        if random.below(1_000) < lost {
            self.weather.count("lost hints");
            return Vec::new();
        }
        let mut delay = || {
            let is_late = random.below(1_000) < late;
            let most = if is_late { 5_000 } else { 10 };
            (Duration::from_millis(random.below(most)), random.below(1_000) < repeated)
        };
        let (first, is_repeated) = delay();
        let mut delays = vec![first];
        if is_repeated {
            self.weather.count("repeated hints");
            delays.push(delay().0);
        }
        delays
    }

    fn time(&self) -> u64 {
        self.weather.clock(self.weather.now())
    }
}
