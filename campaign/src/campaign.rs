//! A whole campaign.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ennead_game::{Random, SplitMix64};
use ennead_host::MatchId;
use ennead_judge::Limits;
use ennead_load::LoadTally;
use ennead_store::{Store, StoreError};
use indicatif::{ProgressBar, ProgressStyle};
use rustc_hash::FxHashSet;
use serde_json::Value as Json;
use tokio::task::{LocalSet, spawn_local};

use crate::chart::chart;
use crate::cluster::Cluster;
use crate::database::Database;
use crate::disk::Disk;
use crate::fault::Fault;
use crate::injector::FaultInjector;
use crate::ledger::Ledger;
use crate::options::Options;
use crate::pair::Pair;
use crate::report::{Upgrade, report};
use crate::server_process::faketime;
use crate::table::Table;
use crate::verdict::{CampaignVerdict, PAGE, judge};
use crate::world::World;

/// How long clients may take to shut down.
const CLIENT_SHUTDOWN: Duration = Duration::from_secs(4);

/// The result of a campaign.
pub(crate) struct CampaignResult {
    /// The report.
    pub(crate) report: Json,
    /// The number of violations.
    pub(crate) violations: u64,
    /// The file with the report.
    pub(crate) path: PathBuf,
}

/// Runs a campaign; `is_interrupted` ends it early.
pub(crate) fn run(
    options: &Options,
    is_interrupted: &AtomicBool,
) -> Result<CampaignResult, String> {
    let mut options = options.clone();
    fs::create_dir_all(&options.out)
        .map_err(|error| format!("{}: {error}", options.out.display()))?;
    ennead_platform::raise_file_limit();
    let (disk, skipped) = prepare(&mut options)?;
    for reason in &skipped {
        eprintln!("skipped: {reason}");
    }
    let fixture = options.fixture.as_deref();
    let database = Database::create(options.store, &options.out, disk, fixture)?;
    let mut cluster = Cluster::start(&options, database)?;
    let url = |cluster: &Cluster| cluster.database.url(&cluster.database.ports());
    let older = list_matches(&url(&cluster))?;
    let before = older.len() as u64;
    let world = Arc::new(World::new(cluster.addresses()));
    let clients = start_clients(&options, &world)?;
    let (bar, progress) = show_progress(&options, &world);
    let limits = limits(&options);
    let calm = if options.is_script { 1_500 } else { limits.bot + 2_500 };
    let mut injector = FaultInjector {
        options: &options,
        world: &world,
        cluster: &mut cluster,
        is_interrupted,
        calm: Duration::from_millis(calm),
        troubles: Vec::new(),
        random: SplitMix64::new(options.seed),
    };
    injector.run();
    let mut troubles = std::mem::take(&mut injector.troubles);
    let ends = world.now();
    world.is_over.store(true, Ordering::Relaxed);
    let ledger = clients.join().map_err(|_| "the clients panicked".to_string())?;
    for place in &mut cluster.places {
        place.node.end();
    }
    let _ = progress.join();
    bar.set_message("reading the matches back");
    let runtime = runtime()?;
    let judged = runtime.block_on(judge(&world, ledger, older, limits, ends, &url(&cluster)));
    let mut verdict = judged.map_err(|error| format!("cannot read the matches back: {error}"))?;
    let upgrade = check_upgrade(&options, &cluster, before, &verdict, &mut troubles);
    verdict.add(troubles);
    bar.finish_and_clear();
    drop(cluster);
    let report = report(&options, &world, &verdict, &skipped, upgrade.as_ref(), ends);
    let path = write(&options, &world, &report)?;
    Ok(CampaignResult { report, violations: verdict.violations, path })
}

/// Removes faults that are impossible here, and says why.
fn prepare(options: &mut Options) -> Result<(Option<Disk>, Vec<String>), String> {
    let mut skipped = Vec::new();
    let mut disk = None;
    if options.faults.contains(&Fault::Disk) {
        let place = std::env::temp_dir().join(format!("ennead-disk-{}", std::process::id()));
        match Disk::mount(place) {
            Ok(mounted) => disk = Some(mounted),
            Err(error) => {
                skipped.push(format!("disk: {error}"));
                options.faults.retain(|fault| *fault != Fault::Disk);
            }
        }
    }
    if options.faults.contains(&Fault::Clock) && faketime().is_none() {
        skipped.push("clock: libfaketime is missing (Debian: apt-get install faketime)".into());
        options.faults.retain(|fault| *fault != Fault::Clock);
    }
    if options.fixture.is_some() && options.old.is_none() {
        let what = "upgrade: whether version 0.1 refuses the migrated database (give --old)";
        skipped.push(what.into());
    }
    if options.faults.is_empty() {
        return Err(format!("no fault is left: {}", skipped.join("; ")));
    }
    Ok((disk, skipped))
}

fn limits(options: &Options) -> Limits {
    let Limits { flag, bot, snapshot, answer, clock_error } = Limits::default();
    let slower = |limit: u64| limit * options.patience;
    Limits {
        flag: slower(flag),
        bot: slower(bot),
        snapshot: slower(snapshot),
        answer: slower(answer),
        clock_error: slower(clock_error),
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| format!("cannot work with sockets: {error}"))
}

/// The matches that existed before the campaign.
fn list_matches(url: &str) -> Result<FxHashSet<MatchId>, String> {
    let list = async {
        let store = Store::open_to_read(url).await?;
        let mut ids = FxHashSet::default();
        let mut after = None;
        loop {
            let rows = store.rows(after, PAGE).await?;
            let Some(last) = rows.last() else { break };
            after = Some(last.id);
            ids.extend(rows.iter().map(|row| row.id));
        }
        store.close().await;
        Ok::<_, StoreError>(ids)
    };
    runtime()?.block_on(list).map_err(|error| format!("cannot read the database: {error}"))
}

/// Starts a thread with all clients, which returns their ledger at the end.
fn start_clients(
    options: &Options,
    world: &Arc<World>,
) -> Result<thread::JoinHandle<Ledger>, String> {
    let runtime = runtime()?;
    let (world, pairs, tables) = (Arc::clone(world), options.pairs, options.tables);
    let mut random = SplitMix64::new(options.seed ^ 0x5eed);
    Ok(thread::spawn(move || {
        let ledger = Rc::new(RefCell::new(Ledger::default()));
        let local = LocalSet::new();
        let all = async {
            let tally = Rc::new(RefCell::new(LoadTally::new()));
            let mut tasks = Vec::new();
            for number in 0..pairs {
                let pair = Pair::new(&world, &ledger, &tally, number, random.next_u64());
                tasks.push(spawn_local(pair.play()));
            }
            for number in 0..tables {
                let table = Table::new(&world, &tally, number, random.next_u64());
                tasks.push(spawn_local(table.play()));
            }
            while !world.is_over() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            let everybody = async {
                for task in tasks {
                    let _ = task.await;
                }
            };
            let _ = tokio::time::timeout(CLIENT_SHUTDOWN, everybody).await;
        };
        runtime.block_on(local.run_until(all));
        // Tasks still waiting for an answer also hold the ledger.
        drop(local);
        ledger.take()
    }))
}

/// Shows a progress bar with the current counts.
fn show_progress(options: &Options, world: &Arc<World>) -> (ProgressBar, thread::JoinHandle<()>) {
    let bar = ProgressBar::new(options.time.as_secs());
    if options.is_quiet {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    let style = "{bar:30} {elapsed} of {len} s, {msg}";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    let (shown, world) = (bar.clone(), Arc::clone(world));
    let thread = thread::spawn(move || {
        while !world.is_over() {
            let strikes = world.strikes();
            let kills = strikes.iter().filter(|strike| strike.fault == Fault::Kill).count();
            let moves = world.moves.load(Ordering::Relaxed);
            let finished = world.finished.load(Ordering::Relaxed);
            shown.set_position(world.now() / 1_000);
            shown.set_message(format!(
                "{moves} acknowledged moves, {finished} matches, {kills} kills, {} other faults",
                strikes.len() - kills
            ));
            thread::sleep(Duration::from_millis(200));
        }
    });
    (bar, thread)
}

/// Checks that the matches of an old database are still there, and that the old program rejects it.
fn check_upgrade(
    options: &Options,
    cluster: &Cluster,
    before: u64,
    verdict: &CampaignVerdict,
    troubles: &mut Vec<String>,
) -> Option<Upgrade> {
    options.fixture.as_ref()?;
    if verdict.older != before || before == 0 {
        let after = verdict.older;
        troubles.push(format!("{before} matches of an old database became {after}"));
    }
    let refused = options.old.as_ref().map(|old| cluster.database.is_refused_by(old, &options.out));
    let refusal = match refused.transpose() {
        Ok(refusal) => refusal,
        Err(trouble) => {
            troubles.push(trouble);
            None
        }
    };
    Some(Upgrade { matches: before, refusal })
}

/// Writes the report and the chart.
fn write(options: &Options, world: &World, report: &Json) -> Result<PathBuf, String> {
    let path = options.out.join("report.json");
    let text = serde_json::to_string_pretty(report).unwrap_or_default();
    fs::write(&path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))?;
    let title = format!(
        "Availability: {}, {} acknowledged moves, {} faults, {} violations",
        options.store.name(),
        report["acknowledged_moves"],
        report["faults"],
        report["violations"]
    );
    let drawing = chart(&title, &world.slots(), &world.strikes());
    let svg = options.out.join("availability.svg");
    fs::write(&svg, drawing).map_err(|error| format!("{}: {error}", svg.display()))?;
    Ok(path)
}
