//! Helpers for tests of bots.
#![allow(dead_code)]

use ennead_game::{Game, Random, SplitMix64, View, ViewData, Viewer};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};
use ennead_search::{Advice, Bot, Budget};

/// A nested position that is not over, between moves or inside one.
pub(crate) fn nested_position(
    depth: u32,
    rules: Rules,
    most: u64,
    random: &mut SplitMix64,
) -> Nested {
    let first = if random.below(2) == 0 { Mark::X } else { Mark::O };
    let setup = NestedSetup::new(depth, first, rules).expect("depth and rules are compatible");
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

/// Asks a bot, and checks that its whole advice consists of legal choices.
pub(crate) fn ask<G: View>(bot: &mut impl Bot<G>, position: &G, budget: Budget) -> Advice {
    let view = position.view(Viewer::Spectator);
    let advice = bot.advise(&view, budget);
    assert!(advice.option < view.options(), "{advice:?} for {position:?}");
    assert_eq!(advice.line.first(), Some(&advice.option));
    let mut along = position.clone();
    for option in &advice.line {
        along.play(*option).expect("a line consists of legal choices");
    }
    assert!(advice.opinions.iter().all(|opinion| opinion.option < view.options()));
    if let Some(best) = advice.opinions.first() {
        assert_eq!(best.option, advice.option);
    }
    advice
}

/// A nested game from moves in the usual notation.
pub(crate) fn nested_after(depth: u32, rules: Rules, moves: &str) -> Nested {
    let mut position = Nested::new(
        &NestedSetup::new(depth, Mark::X, rules).expect("depth and rules are compatible"),
    );
    for text in moves.split_whitespace() {
        position.place(&text.parse().expect("a path")).expect("a legal move");
    }
    position
}
