//! Runs every fuzz target many times, on stable Rust.
//!
//!     cargo run --release -p ennead-fuzz --example long_run -- --executions 10000000
//!
//! Options: `--executions N` of each target (default 100,000), `--target NAME` (default all),
//! `--jobs N` (default: the number of cores), `--first NUMBER` (default 0). The number of an
//! execution determines its input: stacked mutations of the committed corpus. A failing input is
//! printed with its number; `--target NAME --first NUMBER --executions 1` reproduces it.

use std::panic::{catch_unwind, set_hook};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ennead_fuzz::{TARGETS, Target, corpus, mutate};
use ennead_game::{Random, SplitMix64};
use indicatif::{ProgressBar, ProgressStyle};

/// Executions that a thread claims at a time.
const BATCH: u64 = 1_000;
/// Maximum number of stacked mutations.
const MAX_MUTATIONS: u64 = 6;
/// A target stops after this many failures.
const MAX_FAILURES: usize = 20;

struct Options {
    executions: u64,
    target: Option<String>,
    jobs: u64,
    first: u64,
}

fn options() -> Result<Options, String> {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let mut options = Options { executions: 100_000, target: None, jobs: cores, first: 0 };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        let place = match name.as_str() {
            "--executions" => &mut options.executions,
            "--jobs" => &mut options.jobs,
            "--first" => &mut options.first,
            "--target" => {
                options.target = Some(known_target(value)?);
                continue;
            }
            _ => {
                let known = "--executions, --target, --jobs and --first";
                return Err(format!("{name} is no option: there are {known}"));
            }
        };
        *place = value.parse().map_err(|_| format!("{name} takes a number, not {value:?}"))?;
    }
    Ok(options)
}

fn known_target(name: String) -> Result<String, String> {
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    match names.contains(&name.as_str()) {
        true => Ok(name),
        false => Err(format!("{name:?} is no target: there are {}", names.join(", "))),
    }
}

/// The result of a target.
struct Outcome {
    seconds: f64,
    bytes: u64,
    /// The longest execution, and its number.
    slowest: (Duration, u64),
    /// The numbers of executions that failed, with their inputs.
    failures: Vec<(u64, Vec<u8>)>,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(text) => {
            eprintln!("error: {text}");
            return ExitCode::from(2);
        }
    };
    // A full run prints failing inputs, so the panic messages would only repeat.
    if options.executions > 1 {
        set_hook(Box::new(|_| {}));
    }
    let mut has_failed = false;
    println!(
        "{:>14} {:>12} {:>9} {:>13} {:>12} failures",
        "target", "executions", "s", "MB", "slowest"
    );
    for target in
        TARGETS.iter().filter(|one| options.target.as_deref().is_none_or(|name| name == one.0))
    {
        let outcome = match execute(target, &options) {
            Ok(outcome) => outcome,
            Err(error) => {
                eprintln!("error: the corpus of {} cannot be read: {error}", target.0);
                return ExitCode::from(2);
            }
        };
        print(target.0, &options, &outcome);
        has_failed |= !outcome.failures.is_empty();
    }
    ExitCode::from(u8::from(has_failed))
}

fn print(name: &str, options: &Options, outcome: &Outcome) {
    let Outcome { seconds, bytes, slowest: (slowest, number), failures } = outcome;
    println!(
        "{name:>14} {:>12} {seconds:>9.1} {:>13.1} {:>9.2} ms {}",
        options.executions,
        *bytes as f64 / 1e6,
        slowest.as_secs_f64() * 1e3,
        failures.len()
    );
    if slowest.as_millis() > 100 {
        println!("{:>14} the slowest one is number {number}", "");
    }
    for (number, input) in failures {
        println!("{:>14} number {number}: {}", "", input.escape_ascii());
        println!("{:>14} run it again: --target {name} --first {number} --executions 1", "");
    }
}

/// The input of an execution.
fn input(inputs: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut random = SplitMix64::new(number);
    let some = |random: &mut SplitMix64| &inputs[random.below(inputs.len() as u64) as usize];
    let mut bytes = some(&mut random).clone();
    for _ in 0..=random.below(MAX_MUTATIONS) {
        let other = some(&mut random);
        mutate(&mut bytes, other, &mut random);
    }
    bytes
}

fn execute((name, target): &Target, options: &Options) -> std::io::Result<Outcome> {
    let (inputs, began) = (corpus(name)?, Instant::now());
    let bar = ProgressBar::new(options.executions);
    let style = "{msg:>14} {bar:40} {human_pos} of {human_len}, {elapsed} gone, {eta} to go";
    bar.set_style(ProgressStyle::with_template(style).expect("a template"));
    bar.set_message(*name);
    let next = AtomicU64::new(0);
    let all = Mutex::new(Outcome {
        seconds: 0.0,
        bytes: 0,
        slowest: (Duration::ZERO, 0),
        failures: Vec::new(),
    });
    let work = || {
        loop {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= options.executions {
                break;
            }
            let to = options.executions.min(from + BATCH);
            let some = execute_some(*target, &inputs, options.first + from..options.first + to);
            let mut all = all.lock().expect("no thread panics");
            all.bytes += some.bytes;
            all.slowest = all.slowest.max(some.slowest);
            all.failures.extend(some.failures);
            bar.inc(to - from);
            if all.failures.len() >= MAX_FAILURES {
                next.store(options.executions, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| (0..options.jobs.max(1)).for_each(|_| drop(scope.spawn(work))));
    bar.finish_and_clear();
    let all = all.into_inner().expect("no thread panics");
    Ok(Outcome { seconds: began.elapsed().as_secs_f64(), ..all })
}

fn execute_some(target: fn(&[u8]), inputs: &[Vec<u8>], numbers: std::ops::Range<u64>) -> Outcome {
    let mut outcome =
        Outcome { seconds: 0.0, bytes: 0, slowest: (Duration::ZERO, 0), failures: Vec::new() };
    for number in numbers {
        let bytes = input(inputs, number);
        let began = Instant::now();
        let is_failure = catch_unwind(|| target(&bytes)).is_err();
        outcome.slowest = outcome.slowest.max((began.elapsed(), number));
        outcome.bytes += bytes.len() as u64;
        if is_failure {
            outcome.failures.push((number, bytes));
        }
    }
    outcome
}
