//! What the tests of bots share.
#![allow(dead_code)]

use ennead_bots::{Advice, Bot, Budget};
use ennead_game::{Game, Random, Seen, SplitMix64, View, Viewer};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};

/// A nested position between moves or half way through one, that is not over.
pub(crate) fn nested_position(depth: u32, rules: Rules, most: u64, random: &mut SplitMix64) -> Nested {
    let first = if random.below(2) == 0 { Mark::X } else { Mark::O };
    let setup = NestedSetup::new(depth, first, rules).expect("they go together");
    loop {
        let mut position = Nested::new(&setup);
        for _ in 0..random.below(most) {
            if position.outcome().is_none() {
                let option = random.below(position.options().into()) as u32;
                position.choose(option);
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// Asks a bot and checks that everything it says could be played.
pub(crate) fn ask<G: View>(bot: &mut impl Bot<G>, position: &G, budget: Budget) -> Advice {
    let seen = position.view(Viewer::Spectator);
    let advice = bot.advise(&seen, budget);
    assert!(advice.option < seen.options(), "{advice:?} for {position:?}");
    assert_eq!(advice.line.first(), Some(&advice.option));
    let mut along = position.clone();
    for option in &advice.line {
        along.play(*option).expect("a line can be played");
    }
    assert!(advice.opinions.iter().all(|opinion| opinion.option < seen.options()));
    if let Some(best) = advice.opinions.first() {
        assert_eq!(best.option, advice.option);
    }
    advice
}

/// A nested game from moves as people write them.
pub(crate) fn nested_after(depth: u32, rules: Rules, moves: &str) -> Nested {
    let mut position = Nested::new(&NestedSetup::new(depth, Mark::X, rules).expect("they go together"));
    for text in moves.split_whitespace() {
        position.place(&text.parse().expect("a path")).expect("a legal move");
    }
    position
}
