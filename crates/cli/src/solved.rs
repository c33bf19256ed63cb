//! Games that are solved exactly.

use clap::{Arg, builder::PossibleValuesParser};
use ennead_game::Refusal;
use ennead_solve::{DEFAULT_LIMIT, Solution, Value};
use ennead_ttt::Ttt;

/// The name of a game that is small enough to be solved.
pub(crate) fn solved_game_argument() -> Arg {
    Arg::new("game")
        .value_name("GAME")
        .required(true)
        .help("A game that is small enough to be solved")
        .value_parser(PossibleValuesParser::new(["ttt"]))
}

/// Tic-tac-toe, solved from nothing.
pub(crate) fn solve() -> Result<Solution<Ttt>, Refusal> {
    Ok(Solution::solve(&(), DEFAULT_LIMIT)?)
}

/// A value in words, for whoever moves next.
pub(crate) fn words(value: Value) -> String {
    match value {
        Value::Win(moves) => format!("win in {moves}"),
        Value::Draw => "draw".into(),
        Value::Loss(0) => "lost".into(),
        Value::Loss(moves) => format!("loss in {moves}"),
    }
}
