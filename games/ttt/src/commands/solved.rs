//! Helpers shared by `best` and `graph`.

use ennead_game::{Game, GameError};
use ennead_kit::{ArgKind, ArgSpec};
use ennead_solve::{DEFAULT_LIMIT, Solution, SolvedValue};

use crate::Ttt;

/// The argument that names the game. Other solved games may offer the same commands.
pub(super) const GAME_ARGUMENT: ArgSpec = ArgSpec::new(
    "game",
    ArgKind::Positional { value: "GAME", words: &[Ttt::ID] },
    "A game that is small enough to be solved",
);

/// Solves tic-tac-toe from scratch.
pub(super) fn solve() -> Result<Solution<Ttt>, GameError> {
    Ok(Solution::solve(&(), DEFAULT_LIMIT)?)
}

/// A value as text, from the point of view of the player to move.
pub(super) fn value_text(value: SolvedValue) -> String {
    match value {
        SolvedValue::Win(moves) => format!("win in {moves}"),
        SolvedValue::Draw => "draw".into(),
        SolvedValue::Loss(0) => "lost".into(),
        SolvedValue::Loss(moves) => format!("loss in {moves}"),
    }
}
