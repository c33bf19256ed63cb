//! Records encoded with the models.

use ennead_game::suite::{expected_and_unexpected_matches, model_vectors};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};

/// Games by strong and random players, finished and unfinished, with several set-ups. The second
/// column was written by the `ennead convert --from record --to record.model` of the time.
#[test]
fn model_1_vectors_decode_and_encode_unchanged() {
    model_vectors::<Nested>(1, include_str!("../vectors/record.model.1.csv"));
}

#[test]
fn model_2_vectors_decode_and_encode_unchanged() {
    model_vectors::<Nested>(2, include_str!("../vectors/record.model.2.csv"));
}

#[test]
fn expected_and_unexpected_matches_are_stored() {
    for rules in Rules::ALL {
        let setup = NestedSetup::new(2, Mark::O, rules).expect("depth 2 goes with all rules");
        expected_and_unexpected_matches::<Nested>(&setup);
    }
}
