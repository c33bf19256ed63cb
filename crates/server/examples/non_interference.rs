//! A non-interference campaign: many pairs of worlds on all cores.
//!
//!     cargo run --release -p ennead-server --features simulation --example non_interference -- \
//!         --steps 10000000
//!
//! Options: `--steps N` (default 100,000), `--first SEED` (default 0), `--jobs N` (default: the
//! number of cores), `--calls` to print how often each call was made. It stops at the first
//! observable difference and prints the seed, the step, the call, and the first differing byte.

#[path = "../tests/simulation/non_interference/mod.rs"]
mod non_interference;

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use crate::non_interference::{Difference, STEPS, Tally, run};

struct Options {
    steps: u64,
    first: u64,
    jobs: u64,
    prints_calls: bool,
}

fn options() -> Result<Options, String> {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let mut options = Options { steps: 100_000, first: 0, jobs: cores, prints_calls: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let place = match name.as_str() {
            "--steps" => &mut options.steps,
            "--first" => &mut options.first,
            "--jobs" => &mut options.jobs,
            "--calls" => {
                options.prints_calls = true;
                continue;
            }
            _ => {
                let known = "--steps, --first, --jobs and --calls";
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
    let (pairs, tally, differences) = campaign(&options);
    let (seconds, bytes) = (began.elapsed().as_secs_f64(), tally.get("compared bytes"));
    if options.prints_calls {
        tally.iter().for_each(|(what, count)| println!("{count:>12} {what}"));
    }
    println!(
        "{} steps in {pairs} pairs of worlds in {seconds:.0} s, {} bytes compared",
        pairs * STEPS,
        bytes.copied().unwrap_or_default()
    );
    println!("{} differences", differences.len());
    differences.iter().for_each(|difference| println!("{difference}"));
    ExitCode::from(u8::from(!differences.is_empty()))
}

/// Runs pairs of worlds until all steps are done or two worlds differ observably.
fn campaign(options: &Options) -> (u64, Tally, Vec<Difference>) {
    let pairs = options.steps.div_ceil(STEPS);
    let bar = ProgressBar::new(pairs * STEPS);
    let style = "{bar:40} {human_pos} of {human_len} steps, {elapsed} gone, {eta} to go";
    bar.set_style(ProgressStyle::with_template(style).expect("a template"));
    let next = AtomicU64::new(0);
    let results = Mutex::new((0, Tally::new(), Vec::new()));
    thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pairs {
                        break;
                    }
                    let outcome = run(options.first + number);
                    let mut results = results.lock().expect("no pair panics");
                    results.0 += 1;
                    bar.inc(STEPS);
                    match outcome {
                        Ok(told) => told
                            .into_iter()
                            .for_each(|(what, count)| *results.1.entry(what).or_default() += count),
                        Err(difference) => {
                            results.2.push(*difference);
                            // No thread begins another pair.
                            next.store(pairs, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    results.into_inner().expect("no pair panics")
}
