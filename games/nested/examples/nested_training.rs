//! Prints the input of `train/record_mix.py` for the records on standard input, one per line. Each
//! row begins with the number of its game.
//!
//! `cargo run --release -p ennead-nested --example nested_training < RECORDS > ROWS`

use std::io::stdin;

use ennead_game::Match;
use ennead_nested::{Nested, training_rows};

fn main() {
    for (number, line) in stdin().lines().enumerate() {
        let game = Match::<Nested>::from_text(&line.expect("text")).expect("a record");
        training_rows(&game).iter().for_each(|row| println!("{number} {row}"));
    }
}
