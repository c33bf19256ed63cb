//! Prints the input of `scripts/record-rates` for the records on standard input, one per line.
//!
//! `cargo run --release -p ennead-connect --example connect_training < RECORDS > ROWS`

use std::io::stdin;

use ennead_connect::{Connect, training_rows};
use ennead_game::Match;

fn main() {
    for line in stdin().lines() {
        let game = Match::<Connect>::from_text(&line.expect("text")).expect("a record");
        training_rows(&game).iter().for_each(|row| println!("{row}"));
    }
}
