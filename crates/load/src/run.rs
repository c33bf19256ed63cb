//! The run as a whole.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Semaphore;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{MissedTickBehavior, interval};

use crate::ledger::Ledger;
use crate::pair::{Pair, Shared};
use crate::table::{Table, TableError};
use crate::tally::{SharedTally, Tally};
use crate::{LoadError, Plan, idle};

/// How often one hears of a run.
const TICK: Duration = Duration::from_secs(1);

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Since the first choice.
    pub elapsed: Duration,
    /// Choices so far.
    pub moves: u64,
    /// Matches that came to an end.
    pub finished: u64,
    /// Errors of all kinds.
    pub errors: u64,
    /// Idle sockets that are open.
    pub idle: u64,
}

/// What a run has shown.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was counted.
    pub tally: Tally,
    /// From the first choice to the end.
    pub elapsed: Duration,
}

/// Plays as the plan says. `tell` hears of it every second.
pub fn run(plan: &Plan, tell: impl FnMut(Progress)) -> Result<Outcome, LoadError> {
    if plan.matches == 0 && plan.idle == 0 {
        return Err(LoadError::Nothing);
    }
    raise_limit_of_sockets();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(LoadError::Runtime)?;
    let local = LocalSet::new();
    // All tasks end when the set is dropped.
    runtime.block_on(local.run_until(play(plan, tell)))
}

async fn play(plan: &Plan, mut tell: impl FnMut(Progress)) -> Result<Outcome, LoadError> {
    let tally: Rc<SharedTally> = Rc::new(RefCell::new(Tally::new()));
    let ledger = Ledger::create(plan)?;
    let shared = Rc::new(Shared { address: plan.address.clone(), tally: Rc::clone(&tally), ledger });
    let tables = set_up(plan, plan.matches).await?;
    let watched = if plan.idle > 0 { set_up(plan, 1).await?.pop() } else { None };
    let began = Instant::now();
    for (seed, table) in tables.into_iter().enumerate() {
        spawn_local(Pair::new(Rc::clone(&shared), table, seed as u64).play());
    }
    let doors = Rc::new(Semaphore::new(idle::AT_ONCE));
    for table in watched.iter().cycle().take(plan.idle) {
        spawn_local(idle::watch(Rc::clone(&shared), table.id, Rc::clone(&doors)));
    }
    let mut ticks = interval(TICK.min(plan.time));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while began.elapsed() < plan.time {
        ticks.tick().await;
        tell(progress(&tally.borrow(), began.elapsed()));
    }
    let tally = tally.borrow().clone();
    Ok(Outcome { tally, elapsed: began.elapsed() })
}

fn progress(tally: &Tally, elapsed: Duration) -> Progress {
    let errors = tally.errors.values().sum();
    Progress { elapsed, moves: tally.moves, finished: tally.finished, errors, idle: tally.idle_open }
}

/// Sets up matches, some at a time.
async fn set_up(plan: &Plan, count: usize) -> Result<Vec<Table>, LoadError> {
    let doors = Semaphore::new(idle::AT_ONCE);
    let one = async || {
        let _door = doors.acquire().await;
        Table::set_up(plan).await
    };
    let mut calls: FuturesUnordered<_> = (0..count).map(|_| one()).collect();
    let mut tables = Vec::with_capacity(count);
    while let Some(table) = calls.next().await {
        tables.push(table.map_err(|error| failed(plan, error))?);
    }
    Ok(tables)
}

fn failed(plan: &Plan, error: TableError) -> LoadError {
    LoadError::Table { address: plan.address.to_string(), error }
}

/// Ten thousand sockets are more than most systems allow a process unless it asks.
fn raise_limit_of_sockets() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // If it is refused, the sockets that cannot be opened are counted as errors.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
