//! Records coded by the model.

use ennead_game::suite::model_vectors;
use ennead_ttt::Ttt;

/// Strong and random games, finished and not, with several set-ups; `ennead convert --from record
/// --to record.model` has written the second column.
#[test]
fn vectors_of_model_1_are_read_and_written_for_ever() {
    model_vectors::<Ttt>(1, include_str!("../vectors/record.model.1.csv"));
}
