//! Prints the openings of the yardstick, `openings.txt`: every two-move opening up to symmetry, and
//! 200 random four-move openings whose value is within 0.15 of even under the rules `count`.
//!
//! `cargo run --release -p ennead-nested --example openings`

use std::collections::HashSet;

use ennead_game::{AnyMatch, Game, Match, Random, SplitMix64, Symmetric, View, Viewer};
use ennead_nested::{Mark, Nested, NestedBot, NestedSetup, Rules};
use ennead_search::{Bot, Budget};

const BALANCED: usize = 200;
const EVEN: f64 = 0.15;
const NODES: u64 = 3_000;

fn main() {
    let setup = NestedSetup::new(2, Mark::X, Rules::Count).expect("depth 2 goes with all rules");
    println!("# Openings of the yardstick; `cargo run --example openings` prints them.");
    let mut known = HashSet::new();
    let mut random = SplitMix64::new(1);
    let start = Match::<Nested>::new(setup);
    for first in start.legal_moves() {
        let one = after(&start, &first);
        for second in one.legal_moves() {
            let two = after(&one, &second);
            if known.insert(two.position().canonical().0.key()) {
                println!("{}", AnyMatch::moves(&two).join(" "));
            }
        }
    }
    let mut found = 0;
    while found < BALANCED {
        let mut game = start.clone();
        for _ in 0..4 {
            let moves = game.legal_moves();
            game = after(&game, &moves[random.below(moves.len() as u64) as usize]);
        }
        // A bot evaluates only choices with several options, and the grid is often forced.
        let mut chooses = game.position().clone();
        while chooses.options() == 1 {
            chooses.choose(0);
        }
        let view = chooses.view(Viewer::Spectator);
        let advice = NestedBot::new(1).advise(&view, Budget::nodes(NODES));
        let even = advice.value.is_some_and(|value| value.number().abs() <= EVEN);
        if even && known.insert(game.position().canonical().0.key()) {
            println!("{}", AnyMatch::moves(&game).join(" "));
            found += 1;
        }
    }
}

fn after(game: &Match<Nested>, text: &str) -> Match<Nested> {
    let mut next = game.clone();
    for option in game.choices_of(text).expect("a legal move") {
        next.play(option).expect("legal");
    }
    next
}
