//! A campaign of deterministic simulations: many seeds on all cores.
//!
//!     cargo run --release -p ennead-server --features simulation --example simulate -- \
//!         --hours 10000
//!
//! Options: `--hours H` of matches to simulate (default 100), `--first SEED` (default 1), `--jobs
//! N` (default: the number of cores). It prints statistics, and the seeds whose history violates a
//! claim. `--seed SEED` runs only that seed and prints its history.

#[path = "../tests/simulation/clients.rs"]
mod clients;
#[path = "../tests/support/games.rs"]
mod games;
#[path = "../tests/simulation/run.rs"]
mod run;
#[path = "../tests/simulation/weather.rs"]
mod weather;
#[path = "../tests/simulation/world.rs"]
mod world;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use ennead_server::simulation::Defects;
use indicatif::{ProgressBar, ProgressStyle};

use crate::run::{Tally, run};

/// Milliseconds in an hour.
const HOUR: u64 = 3_600_000;
/// Stop the campaign after this many failing seeds.
const MAX_FAILURES: usize = 20;

struct Options {
    hours: u64,
    first: u64,
    jobs: u64,
    /// The only seed to run; 0 for a campaign.
    seed: u64,
}

fn options() -> Result<Options, String> {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let mut options = Options { hours: 100, first: 1, jobs: cores, seed: 0 };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let place = match name.as_str() {
            "--hours" => &mut options.hours,
            "--first" => &mut options.first,
            "--jobs" => &mut options.jobs,
            "--seed" => &mut options.seed,
            _ => {
                let known = "--hours, --first, --jobs and --seed";
                return Err(format!("{name} is no option: there are {known}"));
            }
        };
        let value = arguments.next().unwrap_or_default();
        *place = value.parse().map_err(|_| format!("{name} takes a number, not {value:?}"))?;
    }
    Ok(options)
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(text) => {
            eprintln!("error: {text}");
            return ExitCode::from(2);
        }
    };
    let began = Instant::now();
    if options.seed > 0 {
        return tell(options.seed);
    }
    let (tally, failures) = campaign(&options);
    print(&tally, began.elapsed().as_secs_f64());
    for (seed, violations) in &failures {
        let some: Vec<&str> = violations.iter().take(5).map(String::as_str).collect();
        println!("seed {seed}, {} violations:\n  {}", violations.len(), some.join("\n  "));
        println!(
            "run it again: SEED={seed} cargo test -p ennead-server --test simulation one_seed -- \
             --nocapture"
        );
    }
    println!("{} of {} seeds fail", failures.len(), tally.runs);
    ExitCode::from(u8::from(!failures.is_empty()))
}

/// Runs one seed and prints its history.
fn tell(seed: u64) -> ExitCode {
    let outcome = run(seed, Defects::default());
    println!("{}{}", outcome.story(), outcome.violations.join("\n"));
    ExitCode::from(u8::from(!outcome.violations.is_empty()))
}

type Failures = Vec<(u64, Vec<String>)>;

/// Runs consecutive seeds until enough hours are simulated.
fn campaign(options: &Options) -> (Tally, Failures) {
    let goal = options.hours * HOUR;
    let bar = ProgressBar::new(options.hours);
    let style = "{bar:40} {pos} of {len} hours of matches, {elapsed} gone, {eta} to go";
    bar.set_style(ProgressStyle::with_template(style).expect("a template"));
    let next = AtomicU64::new(options.first);
    let results = Mutex::new((Tally::default(), Failures::new()));
    thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let outcome = run(seed, Defects::default());
                    let mut results = results.lock().expect("no run panics");
                    results.0.add(&outcome.tally);
                    if !outcome.violations.is_empty() {
                        bar.suspend(|| eprintln!("seed {seed} fails: {}", outcome.violations[0]));
                        results.1.push((seed, outcome.violations));
                    }
                    bar.set_position(results.0.match_ms / HOUR);
                    if results.0.match_ms >= goal || results.1.len() >= MAX_FAILURES {
                        break;
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    results.into_inner().expect("no run panics")
}

fn print(tally: &Tally, seconds: f64) {
    let hours = |ms: u64| ms as f64 / HOUR as f64;
    println!("{} runs in {seconds:.0} s", tally.runs);
    println!("{:.1} hours of clusters", hours(tally.cluster_ms));
    println!("{:.1} hours of {} matches", hours(tally.match_ms), tally.matches);
    println!("{} acknowledged choices", tally.acknowledged);
    println!("faults:");
    for (fault, count) in &tally.faults {
        println!("  {count:>9} {fault:?}");
    }
    println!("incidents:");
    for (incident, count) in &tally.incidents {
        println!("  {count:>9} {incident}");
    }
}
