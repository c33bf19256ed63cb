//! Prints what the training programs read. `mix` and `model1` read records from standard input, one
//! per line; `value` reads nothing.
//!
//! `cargo run --release -p ennead-schotten --example schotten_training -- WHAT`
//!
//! | what | for |
//! |---|---|
//! | `mix` | `train/record_mix.py` |
//! | `model1` | `train/record_model.py` |
//! | `value` | `train/value_check.cpp` |

use std::io::{Write, stdin, stdout};

use ennead_game::Match;
use ennead_schotten::{Schotten, training_bytes, training_rows, value_samples};

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("mix") => matches().for_each(|game| print(&training_rows(&game))),
        Some("model1") => matches().for_each(|game| {
            stdout().write_all(&training_bytes(&game)).expect("standard output");
        }),
        Some("value") => print(&value_samples()),
        _ => panic!("expected mix, model1 or value"),
    }
}

fn matches() -> impl Iterator<Item = Match<Schotten>> {
    stdin().lines().map(|line| Match::from_text(&line.expect("text")).expect("a record"))
}

fn print(rows: &[String]) {
    rows.iter().for_each(|row| println!("{row}"));
}
