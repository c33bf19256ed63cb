//! The course of one attack.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json, json};
use tokio::sync::watch;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{sleep, timeout};

use super::kind::Attack;
use super::strikes::Strikes;
use super::wage::{Attacker, Prepared, prepare, wage};
use crate::ledger::Ledger;
use crate::local::Crowd;
use crate::match_seats::MatchSeats;
use crate::memory::Watched;
use crate::pair::{Pair, Shared};
use crate::run::check_files;
use crate::tally::{LoadTally, SharedTally};
use crate::{Address, LoadError};

/// How often memory is sampled.
const SAMPLE: Duration = Duration::from_millis(50);
/// The longest warm-up before the first window.
const WARM_UP: Duration = Duration::from_secs(1);
/// The gap between windows, which counts for neither.
const GAP: Duration = Duration::from_millis(300);
/// A window without choices or strikes lasts longer, up to this many times its length.
const EXTENSION: u32 = 20;
/// The most sockets of all attackers and players together.
const SOCKETS: usize = 4_000;

/// A set-up that is costly for the server, with values to try, the costliest first.
#[derive(Clone, Debug)]
pub struct CostlySetup {
    /// The game.
    pub game: String,
    /// The option of its set-up.
    pub option: String,
    /// Its values.
    pub values: Vec<u32>,
}

/// Settings for measuring attacks.
#[derive(Clone, Debug)]
pub struct Siege {
    /// The game that honest players play.
    pub game: String,
    /// The options of its set-up.
    pub setup: Map<String, Json>,
    /// A costly set-up for attackers.
    pub costly: Option<CostlySetup>,
    /// Pairs of honest players.
    pub pairs: usize,
    /// How long an honest player thinks about a choice, on average.
    pub pace: Duration,
    /// Pairs of windows, without and with the attack.
    pub rounds: u32,
    /// The length of a window.
    pub window: Duration,
    /// The number of attacking addresses.
    pub attackers: usize,
    /// How long memory may take to be released.
    pub patience: Duration,
}

/// A window without the attack, and the one with it that follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The 99th percentile of latencies without the attack, in milliseconds.
    pub quiet: f64,
    /// The same during the attack.
    pub attacked: f64,
    /// Choices without the attack.
    pub quiet_moves: u64,
    /// Choices during the attack.
    pub attacked_moves: u64,
}

impl Round {
    /// The ratio of the latencies with and without the attack.
    pub fn ratio(&self) -> f64 {
        if self.quiet > 0.0 { self.attacked / self.quiet } else { f64::INFINITY }
    }
}

/// The result of an attack.
#[derive(Debug)]
pub struct AttackResult {
    /// The attack.
    pub attack: Attack,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The attackers' actions.
    pub strikes: Arc<Strikes>,
    /// The server's memory in bytes before, at its peak, and afterwards; `None` if unknown.
    pub memory: Option<[u64; 3]>,
    /// Errors encountered by honest players.
    pub errors: u64,
}

impl AttackResult {
    /// The median of the ratios of the rounds.
    pub fn ratio(&self) -> f64 {
        self.median(Round::ratio)
    }

    /// The median of a figure of the rounds.
    pub fn median(&self, figure: impl Fn(&Round) -> f64) -> f64 {
        let mut figures: Vec<f64> = self.rounds.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures.get(figures.len() / 2).copied().unwrap_or_default()
    }
}

/// Attacks a server while honest players play on it, and calls `report` after each round.
pub fn attack(
    siege: &Siege,
    attack: Attack,
    address: &Address,
    watched: Watched,
    mut report: impl FnMut(&Round),
) -> Result<AttackResult, LoadError> {
    check_files(SOCKETS)?;
    let runtime = runtime()?;
    let local = LocalSet::new();
    let strikes = Arc::new(Strikes::default());
    let field = Field { siege, attack, address, watched, strikes };
    runtime.block_on(local.run_until(field.measure(&mut report)))
}

fn runtime() -> Result<tokio::runtime::Runtime, LoadError> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().map_err(LoadError::Runtime)
}

struct Field<'a> {
    siege: &'a Siege,
    attack: Attack,
    address: &'a Address,
    watched: Watched,
    strikes: Arc<Strikes>,
}

impl Field<'_> {
    async fn measure(self, report: &mut dyn FnMut(&Round)) -> Result<AttackResult, LoadError> {
        let tally: Rc<SharedTally> = Rc::new(RefCell::new(LoadTally::new()));
        self.start_players(&tally).await?;
        sleep(WARM_UP.min(self.siege.window)).await;
        let before = self.watched.bytes();
        let prepared = prepare(self.attack, self.siege, self.address).await?;
        let (mut rounds, mut peak) = (Vec::new(), 0);
        for _ in 0..self.siege.rounds {
            let (quiet, quiet_moves) = self.window(&tally, &mut peak, || true).await;
            let sent = self.strikes.sent();
            let attackers = self.start_attackers(&prepared);
            sleep(GAP).await;
            let attacks = || self.strikes.sent() > sent;
            let (attacked, attacked_moves) = self.window(&tally, &mut peak, attacks).await;
            attackers.stop();
            let round = Round { quiet, attacked, quiet_moves, attacked_moves };
            report(&round);
            rounds.push(round);
            sleep(GAP).await;
        }
        let memory = match before {
            Some(before) => Some([before, peak.max(before), self.settle(before).await]),
            None => None,
        };
        let errors = tally.borrow().errors.values().sum();
        Ok(AttackResult { attack: self.attack, rounds, strikes: self.strikes, memory, errors })
    }

    /// Starts the honest players, each at a separate address.
    async fn start_players(&self, tally: &Rc<SharedTally>) -> Result<(), LoadError> {
        let Siege { game, setup, pace, .. } = self.siege;
        let request = json!({
            "game": game, "setup": setup, "seats": ["person", "person"], "listed": false
        });
        let shared = Rc::new(Shared {
            address: self.address.clone(),
            tally: Rc::clone(tally),
            ledger: Ledger::none(),
            pace: *pace,
        });
        for number in 0..self.siege.pairs {
            let local = |seat| Crowd::Players.local(self.address, 2 * number + seat);
            let locals = [local(0), local(1)];
            let seats = MatchSeats::create(self.address, locals[0], &request.to_string())
                .await
                .map_err(|error| LoadError::Create { address: self.address.to_string(), error })?;
            spawn_local(Pair::new(Rc::clone(&shared), seats, number as u64).at(locals).play());
        }
        Ok(())
    }

    /// Waits for a window to pass; returns the 99th percentile in milliseconds and the number of
    /// choices. On a busy machine it takes longer until there is a choice, and what it is about.
    async fn window(
        &self,
        tally: &Rc<SharedTally>,
        peak: &mut u64,
        has_begun: impl Fn() -> bool,
    ) -> (f64, u64) {
        let (began, least) = (Instant::now(), self.siege.window);
        tally.borrow_mut().latencies.reset();
        let is_empty = || tally.borrow().latencies.is_empty() || !has_begun();
        while began.elapsed() < least || is_empty() && began.elapsed() < least * EXTENSION {
            sleep(SAMPLE).await;
            *peak = (*peak).max(self.watched.bytes().unwrap_or_default());
        }
        let tally = tally.borrow();
        (tally.latency(0.99), tally.latencies.len())
    }

    /// Attacks from another thread, which yields to the server and to honest players: a real
    /// attacker would not use this machine's cores.
    fn start_attackers(&self, prepared: &Prepared) -> Attackers {
        let (stop, mut stopped) = watch::channel(false);
        let (siege, address, attack) = (self.siege.clone(), self.address.clone(), self.attack);
        let (prepared, strikes) = (prepared.clone(), Arc::clone(&self.strikes));
        let thread = std::thread::spawn(move || {
            ennead_platform::lower_priority();
            let Ok(runtime) = runtime() else { return };
            let (local, siege) = (LocalSet::new(), Rc::new(siege));
            runtime.block_on(local.run_until(async {
                for number in 0..siege.attackers {
                    let attacker = Attacker {
                        local: Crowd::Attackers.local(&address, number),
                        siege: Rc::clone(&siege),
                        address: address.clone(),
                        prepared: prepared.clone(),
                        strikes: Arc::clone(&strikes),
                    };
                    spawn_local(wage(attack, attacker));
                }
                // An error means that the other side is gone.
                let _ = stopped.wait_for(|stopped| *stopped).await;
            }));
        });
        Attackers { stop, thread }
    }

    /// Waits until memory is released; returns what is left.
    async fn settle(&self, before: u64) -> u64 {
        let watched = self.watched;
        let patience = self.siege.patience;
        // Honest players keep playing meanwhile.
        let waiting = tokio::task::spawn_blocking(move || watched.settle(before, patience));
        match timeout(patience * 2, waiting).await {
            Ok(Ok(after)) => after,
            _ => watched.bytes().unwrap_or_default(),
        }
    }
}

/// A running attack.
struct Attackers {
    stop: watch::Sender<bool>,
    thread: JoinHandle<()>,
}

impl Attackers {
    fn stop(self) {
        self.stop.send_replace(true);
        // All of its tasks end with the thread.
        let _ = self.thread.join();
    }
}
