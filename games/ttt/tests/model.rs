//! Records encoded with the model.

use ennead_game::suite::{expected_and_unexpected_matches, model_vectors};
use ennead_ttt::Ttt;

/// Games by strong and random players, finished and unfinished, with several set-ups. The second
/// column was written by `ennead convert --from record --to record.model`.
#[test]
fn model_1_vectors_decode_and_encode_unchanged() {
    model_vectors::<Ttt>(1, include_str!("../vectors/record.model.1.csv"));
}

#[test]
fn expected_and_unexpected_matches_are_stored() {
    expected_and_unexpected_matches::<Ttt>(&());
}
