//! Records encoded with the models.

use ennead_game::suite::{expected_and_unexpected_matches, model_vectors, random_match};
use ennead_game::{Game, Match, SplitMix64, Turn, Viewer, redeal};
use ennead_schotten::{Schotten, Variant};

/// Games by strong and random players, finished and unfinished, with several set-ups. The second
/// column was written by the `ennead convert --from record --to record.model` of the time.
#[test]
fn model_1_vectors_decode_and_encode_unchanged() {
    model_vectors::<Schotten>(1, include_str!("../vectors/record.model.1.csv"));
}

#[test]
fn model_2_vectors_decode_and_encode_unchanged() {
    model_vectors::<Schotten>(2, include_str!("../vectors/record.model.2.csv"));
}

#[test]
fn expected_and_unexpected_matches_are_stored() {
    expected_and_unexpected_matches::<Schotten>(&Variant::default());
}

/// The shares of the next choice, from a predictor that has followed the match.
fn shares(game: &Match<Schotten>, model: u8) -> Vec<u32> {
    let mut predictor = Schotten::predictor(game.setup(), model).expect("a model");
    let mut position = Schotten::new(game.setup());
    let mut shares = Vec::new();
    let mut predict = |position: &Schotten| {
        shares = vec![1; position.options() as usize];
        if matches!(position.turn(), Turn::Seat(_)) && shares.len() > 1 {
            predictor.predict(position, &mut shares);
        }
    };
    for option in game.choices() {
        predict(&position);
        position.choose(*option);
    }
    predict(&position);
    shares
}

/// Shares that depended on hidden cards would reveal them in the output of `analyse`.
#[test]
fn shares_do_not_depend_on_what_the_mover_cannot_see() {
    let mut random = SplitMix64::new(6);
    let (mut compared, mut redealt) = (0, 0);
    for variant in Variant::ALL {
        for most in (60..150).step_by(3) {
            let game = random_match::<Schotten>(&variant, &mut random, most);
            let Turn::Seat(mover) = game.position().turn() else { continue };
            let other = redeal(&game, &[Viewer::Seat(mover)], &mut random).expect("a deal");
            redealt += usize::from(other != game.choices());
            let other = Match::<Schotten>::replay(variant, &other).expect("legal choices");
            for model in 1..=Schotten::MODEL {
                assert_eq!(shares(&other, model), shares(&game, model), "model {model}");
                compared += 1;
            }
        }
    }
    assert!(compared > 60 && redealt > 30, "{compared} compared, {redealt} dealt anew");
}
