//! Records encoded with the model.

mod common;

use common::random_setup;
use ennead_connect::{Connect, ConnectSetup};
use ennead_game::SplitMix64;
use ennead_game::suite::{expected_and_unexpected_matches, model_vectors};

/// Games by strong and random players, finished and unfinished, with several set-ups. The second
/// column was written by `ennead convert --from record --to record.model`.
#[test]
fn model_1_vectors_decode_and_encode_unchanged() {
    model_vectors::<Connect>(1, include_str!("../vectors/record.model.1.csv"));
}

#[test]
fn expected_and_unexpected_matches_are_stored() {
    expected_and_unexpected_matches::<Connect>(&ConnectSetup::default());
    let mut random = SplitMix64::new(8);
    for _ in 0..20 {
        expected_and_unexpected_matches::<Connect>(&random_setup(&mut random));
    }
}
