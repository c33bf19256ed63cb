//! Opponents by name.

use std::time::Duration;

use ennead_game::{AnyMatch, GameError};
use ennead_search::{Budget, Level, Roster, TABLE};

/// Who plays when nobody is asked for.
pub const DEFAULT_OPPONENT: &str = Level::Skilled.name();

/// The names of the opponents that are offered, weakest level first. Every roster with default bots
/// has them; a game may have more.
pub const OPPONENTS: [&str; 7] = [
    Level::Beginner.name(),
    Level::Casual.name(),
    Level::Skilled.name(),
    Level::Strong.name(),
    Level::Best.name(),
    "random",
    "best",
];

/// The opponents that a game offers, with a line about each: [`OPPONENTS`] as far as the game has
/// them, or else all of its bots.
pub(crate) fn opponents(bots: &Roster) -> Vec<(&'static str, &'static str)> {
    let entries = bots.bots();
    let line = |name: &str| entries.iter().find(|entry| entry.name == name);
    let usual: Vec<_> = OPPONENTS.iter().filter_map(|name| line(name)).collect();
    let offered = if usual.is_empty() { entries.iter().collect() } else { usual };
    offered.into_iter().map(|entry| (entry.name, entry.about)).collect()
}

/// An opponent's name on the screen: `level 3` for `level3`.
pub(crate) fn title(spec: &str) -> String {
    match spec.strip_prefix("level") {
        Some(number) => format!("level {number}"),
        None => spec.to_string(),
    }
}

/// The separator between the protocol of a program and its command: `engine:PROGRAM`.
const EXTERNAL: char = ':';

/// Whether a bot is a separate program, which follows the match choice by choice.
pub(crate) fn is_external(spec: &str) -> bool {
    spec.contains(EXTERNAL) && !spec.starts_with(TABLE)
}

/// Rejects a name that no bot of the game has, and a table of another set-up. Whether an external
/// program can be started shows when it is.
pub(crate) fn check(bots: &Roster, spec: &str, start: &dyn AnyMatch) -> Result<(), GameError> {
    if !is_external(spec) {
        bots.bot_for(start, spec, 0)?;
    }
    Ok(())
}

/// The budget of a bot for a choice, by the number of choices that it has made in this turn.
pub(crate) type Pace = fn(usize) -> Budget;

/// A second for the first choice, ever less for those that complete the move, so that the turns of
/// deep games end.
pub(crate) fn pace(made: usize) -> Budget {
    let milliseconds = if made == 0 { 1000 } else { (500 >> made.min(8)).max(2) };
    Budget::time(Duration::from_millis(milliseconds))
}
