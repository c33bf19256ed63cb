//! Prints records of self-play games of the strongest bot at depth 2, as training and test data for
//! the record model. The first moves of each game are random.
//!
//! `cargo run --release -p ennead-nested --example self_play -- GAMES NODES SEED OPENING [RULES]`

use std::env;
use std::io::{Write, stdout};

use ennead_game::{Game, Match, Random, SplitMix64, View, Viewer};
use ennead_nested::{Mark, Nested, NestedBot, NestedSetup, Rules};
use ennead_search::{Bot, Budget};

fn main() {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [games, nodes, seed, opening] = numbers[..] else {
        panic!("expected the numbers GAMES NODES SEED OPENING");
    };
    let name = env::args().nth(5).unwrap_or("both".into());
    let rules = Rules::ALL.into_iter().find(|rules| rules.to_string() == name).expect("rules");
    let setup = NestedSetup::new(2, Mark::X, rules).expect("depth 2 goes with all rules");
    for game in 0..games {
        let mut random = SplitMix64::new(seed << 32 | game);
        let played = play(&setup, &mut random, nodes, 2 * opening as usize);
        writeln!(stdout(), "{}", played.to_text()).expect("standard output");
    }
}

/// A game with random first choices.
fn play(setup: &NestedSetup, random: &mut SplitMix64, nodes: u64, blind: usize) -> Match<Nested> {
    let mut game = Match::<Nested>::new(*setup);
    let mut bots = [random.next_u64(), random.next_u64()].map(NestedBot::new);
    while !game.is_over() {
        let (position, made) = (game.position(), game.choices().len());
        let option = match position.options() {
            1 => 0,
            options if made < blind => random.below(u64::from(options)) as u32,
            _ => {
                let view = position.view(Viewer::Spectator);
                bots[made / 2 % 2].advise(&view, Budget::nodes(nodes)).option
            }
        };
        game.play(option).expect("a legal choice");
    }
    game
}
