//! A match move by move with its values, as `ennead analyse --json` prints it.

use ennead_game::{AnyMatch, Seat};
use ennead_search::PositionValue;
use ennead_search::analysis::{ValuedMove, accuracy};
use serde_json::{Value as Json, json};

use super::outcome_name;

fn value_json(value: PositionValue) -> Json {
    match value {
        PositionValue::Exact { score, moves } => {
            json!({"value": score, "exact": true, "moves": moves})
        }
        PositionValue::Estimate(value) => json!({"value": value, "exact": false}),
    }
}

/// A match and the value of each of its moves according to the bot `analyst`.
pub fn course(game: &dyn AnyMatch, analyst: &str, moves: &[ValuedMove]) -> Json {
    let list: Vec<Json> = moves
        .iter()
        .map(|valued| {
            json!({
                "move": valued.text,
                "seat": game.seat_name(valued.seat),
                "before": valued.before.map(value_json),
                "after": valued.after.map(value_json),
                "loss": valued.loss(),
                "mistake": valued.mistake,
                "missed_win": valued.is_missed_win(),
                "best": valued.best,
                "surprise": valued.surprise,
                "unexpected": valued.unexpected(),
            })
        })
        .collect();
    json!({
        "game": game.game(), "outcome": outcome_name(game), "analyst": analyst, "moves": list,
        "accuracy": Seat::BOTH.map(|seat| accuracy(moves, seat)),
    })
}
