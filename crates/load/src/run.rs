//! A complete run.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Semaphore;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{MissedTickBehavior, interval};

use crate::ledger::Ledger;
use crate::local::{self, Crowd};
use crate::match_seats::{CreateError, MatchSeats};
use crate::memory::{MemorySample, MemoryUse};
use crate::pair::{Pair, Shared};
use crate::tally::{LoadTally, SharedTally};
use crate::{LoadError, Plan, idle};

/// How often progress is reported.
const TICK: Duration = Duration::from_secs(1);
/// How long the server may take to release memory after its clients have left.
const PATIENCE: Duration = Duration::from_secs(5);
/// Open files besides sockets.
const SPARE_FILES: u64 = 64;

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Time since the first choice.
    pub elapsed: Duration,
    /// Choices so far.
    pub moves: u64,
    /// Finished matches.
    pub finished: u64,
    /// Errors of all kinds.
    pub errors: u64,
    /// Idle sockets that are open.
    pub idle: u64,
    /// How often a pair of players has connected again.
    pub reconnects: u64,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct LoadResult {
    /// The counts.
    pub tally: LoadTally,
    /// Time from the first choice to the end.
    pub elapsed: Duration,
    /// The memory of the server, if its process is known.
    pub memory: MemoryUse,
}

/// Plays according to the plan, and calls `report` every second, which may end the run early.
pub fn run(
    plan: &Plan,
    report: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<LoadResult, LoadError> {
    if plan.matches == 0 && plan.idle == 0 {
        return Err(LoadError::Nothing);
    }
    check_files(2 * plan.matches + plan.idle)?;
    let before = plan.watched.bytes();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(LoadError::Runtime)?;
    let local = LocalSet::new();
    let mut outcome = runtime.block_on(local.run_until(play(plan, report)))?;
    // Ends all tasks and closes their sockets.
    drop(local);
    drop(runtime);
    if let Some(before) = before {
        outcome.memory.after = plan.watched.settle(before, PATIENCE);
    }
    Ok(outcome)
}

/// Raises the limit on open files, which is below ten thousand on most systems, and checks that it
/// is sufficient.
pub(crate) fn check_files(sockets: usize) -> Result<(), LoadError> {
    ennead_platform::raise_file_limit();
    let sockets = sockets as u64;
    match ennead_platform::file_limit() {
        Some(limit) if limit < sockets + SPARE_FILES => Err(LoadError::Files { sockets, limit }),
        _ => Ok(()),
    }
}

async fn play(
    plan: &Plan,
    mut report: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<LoadResult, LoadError> {
    let tally: Rc<SharedTally> = Rc::new(RefCell::new(LoadTally::new()));
    let ledger = Ledger::create(plan)?;
    let pace = Duration::ZERO;
    let shared =
        Rc::new(Shared { address: plan.address.clone(), tally: Rc::clone(&tally), ledger, pace });
    let matches = create_matches(plan, plan.matches).await?;
    let watched = if plan.idle > 0 { create_matches(plan, 1).await?.pop() } else { None };
    let began = Instant::now();
    let mut memory = MemoryUse::default();
    for (seed, seats) in matches.into_iter().enumerate() {
        spawn_local(Pair::new(Rc::clone(&shared), seats, seed as u64).play());
    }
    let doors = Rc::new(Semaphore::new(idle::AT_ONCE));
    for (number, seats) in watched.iter().cycle().take(plan.idle).enumerate() {
        let local = Crowd::Watchers.local(&plan.address, number / local::SHARED_BY);
        spawn_local(idle::watch(Rc::clone(&shared), local, seats.id, Rc::clone(&doors)));
    }
    let mut ticks = interval(TICK.min(plan.time));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while began.elapsed() < plan.time {
        ticks.tick().await;
        let at = began.elapsed().as_secs_f64();
        memory.samples.extend(plan.watched.bytes().map(|bytes| MemorySample { at, bytes }));
        if report(progress(&tally.borrow(), began.elapsed())).is_break() {
            break;
        }
    }
    let tally = tally.borrow().clone();
    Ok(LoadResult { tally, elapsed: began.elapsed(), memory })
}

fn progress(tally: &LoadTally, elapsed: Duration) -> Progress {
    let errors = tally.errors.values().sum();
    Progress {
        elapsed,
        moves: tally.moves,
        finished: tally.finished,
        errors,
        idle: tally.idle_open,
        reconnects: tally.reconnects,
    }
}

/// Creates matches concurrently, some at a time.
async fn create_matches(plan: &Plan, count: usize) -> Result<Vec<MatchSeats>, LoadError> {
    let doors = Semaphore::new(idle::AT_ONCE);
    let request = plan.request().to_string();
    let one = async || {
        let _door = doors.acquire().await;
        MatchSeats::create(&plan.address, None, &request).await
    };
    let mut calls: FuturesUnordered<_> = (0..count).map(|_| one()).collect();
    let mut matches = Vec::with_capacity(count);
    while let Some(seats) = calls.next().await {
        matches.push(seats.map_err(|error| failed(plan, error))?);
    }
    Ok(matches)
}

fn failed(plan: &Plan, error: CreateError) -> LoadError {
    LoadError::Create { address: plan.address.to_string(), error }
}
