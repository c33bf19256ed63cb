//! Real nodes and databases under faults: `ennead-campaign run --help`.
//!
//! Clients keep a ledger of what they sent and what was acknowledged. At the end, the stored
//! matches are read back and checked against the claims of `ennead-judge`.

mod campaign;
mod chart;
mod cluster;
mod database;
mod disk;
mod fault;
mod games;
mod injector;
mod ledger;
mod options;
mod pair;
mod proxy;
mod report;
mod server_process;
mod subscriber;
mod table;
mod verdict;
mod world;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::fault::Fault;
use crate::options::{Options, StoreKind};

const EXAMPLES: &str = "\
Examples:
  ennead-campaign run --store sqlite --minutes 10 --out /tmp/campaign
  ennead-campaign run --store postgres --faults kill,kill,stop,cut,database --minutes 5
  ennead-campaign run --store replica --faults failover,kill --seed 7
  ennead-campaign run --fixture crates/cli/tests/fixtures/0.1/matches.db --old OLD/ennead

The exit status is 0 if all claims hold, 1 if one is violated, 2 if the campaign cannot run.";

fn command() -> Command {
    let number = |name: &'static str, what: &'static str, default: &'static str, most: u64| {
        let parser = value_parser!(u64).range(..=most);
        let number = Arg::new(name).long(name).value_name("N").help(what);
        number.default_value(default).value_parser(parser)
    };
    let path = |name: &'static str, value: &'static str, what: &'static str| {
        Arg::new(name).long(name).value_name(value).help(what).value_parser(value_parser!(PathBuf))
    };
    let ennead =
        path("ennead", "PROGRAM", "The program under test [default: ennead beside this one]");
    let out = path("out", "FOLDER", "Where to write report.json, availability.svg and the logs")
        .default_value("campaign-out");
    let quiet = Arg::new("quiet").long("quiet").action(ArgAction::SetTrue).help("Show no progress");
    let store = Arg::new("store").long("store").value_name("STORE").default_value("sqlite");
    let faults = Arg::new("faults").long("faults").value_name("LIST").value_delimiter(',');
    let run = Command::new("run")
        .about("Run a campaign and judge it")
        .after_help(EXAMPLES)
        .arg(
            store
                .value_parser(|text: &str| text.parse::<StoreKind>())
                .help("sqlite (one node), postgres (three), or replica (with failover)"),
        )
        .arg(faults.value_parser(|text: &str| text.parse::<Fault>()).help(
            "Faults, separated by commas: kill, restart, stop, cut, delay, swallow, database, \
             failover, disk, clock; one named twice happens twice as often [default: all that \
             the store allows]",
        ))
        .arg(number("minutes", "How long faults happen", "1", 10_000))
        .arg(number("seed", "The seed of the schedule and of the clients", "1", u64::MAX))
        .arg(
            number("nodes", "The number of nodes [default: 1 with sqlite, else 3]", "0", 16)
                .hide_default_value(true),
        )
        .arg(number("pairs", "Matches between people who play as fast as they can", "48", 5_000))
        .arg(number("tables", "Matches with clocks, bots, races and spectators", "10", 1_000))
        .arg(number("pause", "The usual pause between faults, in milliseconds", "400", 60_000))
        .arg(number(
            "patience",
            "By how much slower than promised clocks, bots and snapshots may be",
            "2",
            1_000,
        ))
        .arg(path(
            "fixture",
            "FILE",
            "A database of version 0.1 to begin with: an SQLite file, or SQL for PostgreSQL",
        ))
        .arg(path(
            "old",
            "PROGRAM",
            "The program of version 0.1, which must refuse the migrated database",
        ))
        .arg(out.clone())
        .arg(ennead.clone())
        .arg(quiet.clone());
    let short = Command::new("short")
        .about("Run two kills, a stop and a cut, in a few seconds; times do not count")
        .arg(
            Arg::new("store")
                .long("store")
                .value_name("STORE")
                .value_parser(|text: &str| text.parse::<StoreKind>())
                .help("sqlite, postgres or replica [default: sqlite, then postgres]"),
        )
        .arg(out)
        .arg(ennead)
        .arg(quiet);
    Command::new("ennead-campaign")
        .about("Real nodes and databases under faults, judged by what their clients were told")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(run)
        .subcommand(short)
}

fn program(matches: &ArgMatches) -> Result<PathBuf, String> {
    let beside = || {
        let own = std::env::current_exe().ok()?;
        Some(own.parent()?.join("ennead"))
    };
    let program = matches.get_one::<PathBuf>("ennead").cloned().or_else(beside).unwrap_or_default();
    match program.is_file() {
        true => Ok(program),
        false => Err(format!(
            "{} is missing: build it with cargo build -p ennead, or give --ennead",
            program.display()
        )),
    }
}

fn options(matches: &ArgMatches) -> Result<Options, String> {
    let number = |name: &str| matches.get_one::<u64>(name).copied().unwrap_or_default();
    let path = |name: &str| matches.get_one::<PathBuf>(name).cloned();
    let store = *matches.get_one::<StoreKind>("store").ok_or("no store")?;
    let named = matches.get_many::<Fault>("faults");
    let faults: Vec<Fault> =
        named.map_or_else(|| store.default_faults(), |faults| faults.copied().collect());
    if let Some(fault) = faults.iter().find(|fault| !store.allows(**fault)) {
        return Err(format!("{} cannot happen with the store {}", fault.name(), store.name()));
    }
    let nodes = match (number("nodes"), store) {
        (0 | 1, StoreKind::Sqlite) => 1,
        (_, StoreKind::Sqlite) => return Err("an SQLite file has one node".into()),
        (0, _) => 3,
        (more, _) => more as usize,
    };
    Ok(Options {
        store,
        faults,
        is_script: false,
        time: Duration::from_secs(60 * number("minutes")),
        seed: number("seed"),
        nodes,
        pairs: number("pairs") as usize,
        tables: number("tables") as usize,
        pause: Duration::from_millis(number("pause")),
        patience: number("patience").max(1),
        out: path("out").unwrap_or_default(),
        ennead: program(matches)?,
        old: path("old"),
        fixture: path("fixture"),
        is_quiet: matches.get_flag("quiet"),
    })
}

/// The options of the short form. It behaves the same on slow machines, so that only loss and
/// corruption count.
fn short_options(matches: &ArgMatches, store: StoreKind) -> Result<Options, String> {
    let out: &Path = matches.get_one::<PathBuf>("out").ok_or("no folder")?;
    Ok(Options {
        store,
        faults: vec![Fault::Kill, Fault::Stop, Fault::Cut, Fault::Kill],
        is_script: true,
        time: Duration::from_secs(5),
        seed: 1,
        nodes: if store == StoreKind::Sqlite { 1 } else { 2 },
        pairs: 6,
        tables: 5,
        pause: Duration::from_millis(300),
        patience: 60,
        out: out.join(store.name()),
        ennead: program(matches)?,
        old: None,
        fixture: None,
        is_quiet: matches.get_flag("quiet"),
    })
}

fn all_options(matches: &ArgMatches) -> Result<Vec<Options>, String> {
    match matches.subcommand() {
        Some(("run", matches)) => Ok(vec![options(matches)?]),
        Some(("short", matches)) => {
            let named = matches.get_one::<StoreKind>("store");
            let stores =
                named.map_or(vec![StoreKind::Sqlite, StoreKind::Postgres], |store| vec![*store]);
            stores.into_iter().map(|store| short_options(matches, store)).collect()
        }
        _ => Err("there are two commands, run and short".into()),
    }
}

fn main() -> ExitCode {
    let matches = command().get_matches();
    let is_interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The first signal ends the campaign with a report, the second one immediately.
        let ends = signal_hook::flag::register_conditional_shutdown(
            signal,
            130,
            Arc::clone(&is_interrupted),
        );
        let asks = signal_hook::flag::register(signal, Arc::clone(&is_interrupted));
        if let Err(error) = ends.and(asks) {
            eprintln!("ennead-campaign: no signals: {error}");
            return ExitCode::from(2);
        }
    }
    let outcomes = all_options(&matches).and_then(|all| {
        all.iter()
            .map(|options| campaign::run(options, &is_interrupted))
            .collect::<Result<Vec<_>, _>>()
    });
    match outcomes {
        Ok(outcomes) => {
            for outcome in &outcomes {
                println!("{:#}", outcome.report);
                println!("{} violations; report: {}", outcome.violations, outcome.path.display());
            }
            ExitCode::from(u8::from(outcomes.iter().any(|outcome| outcome.violations > 0)))
        }
        Err(error) => {
            eprintln!("ennead-campaign: {error}");
            ExitCode::from(2)
        }
    }
}
