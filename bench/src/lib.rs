//! Measurement shared by all benchmarks: `cargo run --release -p ennead-bench --bin ttt`.
//!
//! A figure is the best of many short rounds: interference only slows a round down, and short
//! rounds are likely to escape it. Peers are measured in the same run, so ratios are meaningful on
//! a noisy machine.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The minimum duration of a round.
const ROUND: Duration = Duration::from_millis(10);
/// The minimum number of rounds.
const ROUNDS: u32 = 5;
/// The minimum duration of all rounds together.
const ALL_ROUNDS: Duration = Duration::from_millis(1500);

/// Nanoseconds per operation. `work` performs a batch of operations and returns their number and a
/// value that depends on all of them, so the compiler cannot remove any.
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

/// Prints a speed-up over a peer.
pub fn ratio(name: &str, ours: f64, peer: f64) {
    println!("{name:<44} {:>11.2}x", peer / ours);
}
