//! Opponents by name.

use std::time::Duration;

use ennead_bots::{AnyBot, Budget, roster};
use ennead_game::{AnyMatch, Refusal};

/// Who plays when nobody is asked for.
pub const DEFAULT_OPPONENT: &str = "level3";
/// Who gives hints.
pub(crate) const ADVISER: &str = "best";

/// Opponents that every game has, with a few words about them, in the order in which they are offered.
pub fn opponents() -> &'static [(&'static str, &'static str)] {
    &[
        ("level1", "a beginner"),
        ("level2", "easy"),
        ("level3", "fair"),
        ("level4", "strong"),
        ("level5", "very strong"),
        ("random", "any legal move"),
        ("best", "as strong as it gets"),
    ]
}

/// What an opponent is called on the screen: `level 3` for `level3`.
pub(crate) fn title(spec: &str) -> String {
    match spec.strip_prefix("level") {
        Some(number) => format!("level {number}"),
        None => spec.to_string(),
    }
}

/// What stands between the kind of a program outside of this one and its command: `engine:PROGRAM`.
const OUTSIDE: char = ':';

/// Whether a bot is a program of its own, which follows the match choice by choice.
pub(crate) fn is_outside(spec: &str) -> bool {
    spec.contains(OUTSIDE)
}

/// Refuses a name that no bot of the game has; whether a program outside can be started is seen when it is.
pub(crate) fn check(game: &str, spec: &str) -> Result<(), Refusal> {
    if !is_outside(spec) {
        roster::bot(game, spec, 0)?;
    }
    Ok(())
}

/// The bot with this name for a match.
pub(crate) fn bot(play: &dyn AnyMatch, spec: &str, seed: u64) -> Result<Box<dyn AnyBot>, Refusal> {
    Ok(roster::bot_for(play, spec, seed)?)
}

/// How long a bot may think about a choice, by how many it has made in this turn.
pub(crate) type Pace = fn(usize) -> Budget;

/// A second for the first choice, ever less for those that complete the move, so that deep games go on.
pub(crate) fn pace(made: usize) -> Budget {
    let milliseconds = if made == 0 { 1000 } else { (500 >> made.min(8)).max(2) };
    Budget::time(Duration::from_millis(milliseconds))
}
