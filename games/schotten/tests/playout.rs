//! Random playouts in whole moves, compared with the list of legal moves.

use ennead_game::{Game, Notation, Random, SplitMix64};
use ennead_schotten::{Schotten, Variant};

#[test]
fn random_deal_matches_the_rules() {
    for seed in 0..50 {
        let mut by_choices = Schotten::new(&Variant::default());
        by_choices.deal(&mut SplitMix64::new(seed));
        assert_eq!(
            Schotten::random_deal(&Variant::default(), &mut SplitMix64::new(seed)),
            by_choices
        );
    }
}

#[test]
fn playouts_consist_of_legal_moves() {
    for seed in 0..300 {
        let mut random = SplitMix64::new(seed);
        let start = Schotten::random_deal(&Variant::default(), &mut random);
        let quick = start.clone().play_out(&mut random.clone());
        let mut slow = start;
        let outcome = loop {
            if let Some(outcome) = slow.outcome() {
                break outcome;
            }
            let moves = slow.moves();
            slow.make(&moves[random.below(moves.len() as u64) as usize]);
        };
        assert_eq!(quick, outcome, "seed {seed}");
    }
}

#[test]
fn playouts_end_in_every_variant() {
    let mut random = SplitMix64::new(9);
    for setup in ["auto after", "auto start", "manual after", "manual start"] {
        let (claims, timing) = setup.split_once(' ').expect("two words");
        let options = ennead_game::Options::new().with("claims", claims).with("timing", timing);
        let variant = ennead_game::Setup::from_options(&options).expect("a set-up by name");
        for _ in 0..50 {
            Schotten::random_deal(&variant, &mut random).play_out(&mut random);
        }
    }
}
