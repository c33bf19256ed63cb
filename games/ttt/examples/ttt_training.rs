//! Prints the input of `scripts/record-rates` for the records on standard input, one per line.
//!
//! `cargo run --release -p ennead-ttt --example ttt_training < RECORDS > ROWS`

use std::io::stdin;

use ennead_game::Match;
use ennead_ttt::{Ttt, training_rows};

fn main() {
    for line in stdin().lines() {
        let game = Match::<Ttt>::from_text(&line.expect("text")).expect("a record");
        training_rows(&game).iter().for_each(|row| println!("{row}"));
    }
}
