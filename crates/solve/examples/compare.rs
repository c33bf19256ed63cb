//! Compares the out-of-core solver with a plain hash-map solver on a Connect Four board, in one
//! run:
//!
//! ```text
//! cargo run --release -p ennead-solve --features distributed --example compare -- 5 5
//! ```
//!
//! It prints the time and peak memory of both, and their ratios. With a third argument, `table` or
//! `map`, only that solver runs. Each runs in a separate process, so that their peaks are
//! independent.

use std::collections::HashMap;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ennead_connect::{Connect, ConnectSetup};
use ennead_game::{Game, Keys, LayerKey, Packed};
use ennead_solve::SolvedValue;
use ennead_solve::distributed::{Plan, solve};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let size = |at: usize| arguments.get(at).and_then(|text| text.parse::<u8>().ok());
    let (Some(width), Some(height)) = (size(1), size(2)) else {
        eprintln!("usage: compare WIDTH HEIGHT [table|map]");
        return;
    };
    let setup = ConnectSetup::new(width, height, 4, true).expect("a board of 2 to 15");
    match arguments.get(3).map(String::as_str) {
        Some("table") => measure("table", || out_of_core(&setup)),
        Some("map") => measure("map", || in_memory(&setup)),
        _ => {
            let [table, map] = ["table", "map"].map(|solver| run(&arguments[1..3], solver));
            println!(
                "the table solver takes {:.2} of the time and {:.2} of the memory of the map",
                table.0 / map.0,
                table.1 / map.1
            );
        }
    }
}

/// Runs one solver in a separate process and returns its seconds and megabytes.
fn run(sides: &[String], solver: &str) -> (f64, f64) {
    let program = std::env::current_exe().expect("it runs");
    let output = Command::new(program).args(sides).arg(solver).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    print!("{text}");
    let mut numbers = text.split_whitespace().filter_map(|word| word.parse::<f64>().ok());
    numbers.next().zip(numbers.next()).expect("a time and a peak")
}

/// Prints the time, the peak memory and the result.
fn measure(name: &str, solver: impl FnOnce() -> String) {
    let begun = Instant::now();
    let found = solver();
    let seconds = begun.elapsed().as_secs_f64();
    println!("{name:<6} {seconds:8.1} s {:>6.0} MB peak  {found}", peak_memory());
}

/// The peak memory in megabytes; NaN if the system does not report it.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kilobytes.map_or(f64::NAN, |kilobytes| kilobytes / 1024.0)
}

fn out_of_core(setup: &ConnectSetup) -> String {
    let directory = std::env::temp_dir().join(format!("ennead-compare-{}", std::process::id()));
    let plan = Plan {
        directory: directory.clone(),
        workers: 2,
        hosts: None,
        memory: 512 << 20,
        resume: false,
        patience: Duration::ZERO,
        watch: Arc::new(|_| {}),
    };
    let summary = solve::<Connect>(setup, &plan);
    let removed = std::fs::remove_dir_all(&directory);
    assert!(removed.is_ok());
    let json = summary.expect("the board can be solved").json().clone();
    let (positions, value) = (&json["positions"], &json["value"]);
    format!("{positions} positions, {value}, {} bits each", json["bits_per_position"])
}

/// A single hash map of all positions up to symmetry, filled by depth-first search.
fn in_memory(setup: &ConnectSetup) -> String {
    let keys = Connect::keys(setup).expect("the board has keys");
    let start = keys.pack(&Connect::new(setup)).expect("it begins between moves");
    let mut values = HashMap::new();
    let value = value_of(&keys, start, &mut values);
    format!("{} positions up to symmetry, {value}", values.len())
}

type Values = HashMap<LayerKey<u64>, SolvedValue>;

fn value_of(
    keys: &impl Keys<Connect, Word = u64>,
    key: LayerKey<u64>,
    values: &mut Values,
) -> SolvedValue {
    if let Some(value) = values.get(&key) {
        return *value;
    }
    let mut children = Vec::new();
    keys.visit_children(key, |child| children.push(child));
    let mut best = SolvedValue::Loss(0);
    for child in children {
        let value = match child.end {
            Some(ennead_game::FinalValue::Loss) => SolvedValue::Loss(0),
            Some(_) => SolvedValue::Draw,
            None => value_of(keys, child.key, values),
        };
        if child.end.is_some() {
            values.insert(child.key, value);
        }
        best = best.max(value.before());
    }
    values.insert(key, best);
    best
}
