//! Records coded by the models.

use ennead_game::suite::{expected_and_unexpected_matches, model_vectors};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};

/// Strong and random games, finished and not, with several set-ups; `ennead convert --from record
/// --to record.model` of the time has written the second column.
#[test]
fn vectors_of_model_1_are_read_and_written_for_ever() {
    model_vectors::<Nested>(1, include_str!("../vectors/record.model.1.csv"));
}

#[test]
fn vectors_of_model_2_are_read_and_written_for_ever() {
    model_vectors::<Nested>(2, include_str!("../vectors/record.model.2.csv"));
}

#[test]
fn expected_and_unexpected_matches_are_stored() {
    for rules in Rules::ALL {
        let setup = NestedSetup::new(2, Mark::O, rules).expect("depth 2 goes with all rules");
        expected_and_unexpected_matches::<Nested>(&setup);
    }
}
