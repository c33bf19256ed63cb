//! Measuring, the same way in every benchmark: `cargo run --release -p ennead-bench --bin ttt`.
//!
//! A figure is the best of many short rounds, since everything that disturbs a measurement makes it slower, and a short round may well
//! go undisturbed. Peers are measured in the same run, so that ratios mean something on a noisy machine.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long one round lasts at the least.
const ROUND: Duration = Duration::from_millis(10);
/// How many rounds there are at the least.
const ROUNDS: u32 = 5;
/// How long all rounds last together at the least.
const ALL_ROUNDS: Duration = Duration::from_millis(1500);

/// Nanoseconds for one operation. `work` does a batch of operations and returns how many it did and something that depends on all of
/// them, so that none can be left out.
pub fn nanos<T>(mut work: impl FnMut() -> (u64, T)) -> f64 {
    let mut best = f64::INFINITY;
    let first = Instant::now();
    let mut rounds = 0;
    while rounds < ROUNDS || first.elapsed() < ALL_ROUNDS {
        rounds += 1;
        let start = Instant::now();
        let mut operations = 0;
        while start.elapsed() < ROUND {
            let (done, result) = work();
            black_box(result);
            operations += done;
        }
        best = best.min(start.elapsed().as_nanos() as f64 / operations as f64);
    }
    best
}

/// Prints one figure.
pub fn figure(name: &str, nanos: f64) {
    println!("{name:<44} {nanos:>12.1} ns   {:>14.0} /s", 1e9 / nanos);
}

/// Prints how much faster ours is.
pub fn ratio(name: &str, ours: f64, peer: f64) {
    println!("{name:<44} {:>11.2}x", peer / ours);
}
