//! Opponents by name.

use std::time::Duration;

use ennead_game::{AnyMatch, GameError};
use ennead_search::{Budget, Level, Roster, TABLE};

/// The default opponent.
pub const DEFAULT_OPPONENT: &str = Level::Skilled.name();

/// The names of the opponents offered, weakest level first. Every roster with default bots has
/// them; a game may have more.
pub const OPPONENTS: [&str; 7] = [
    Level::Beginner.name(),
    Level::Casual.name(),
    Level::Skilled.name(),
    Level::Strong.name(),
    Level::Best.name(),
    "random",
    "best",
];

/// The opponents that a game offers: those of [`OPPONENTS`] that it has, or else all of its bots.
pub(crate) fn opponents(bots: &Roster) -> Vec<&'static str> {
    let names: Vec<&str> = bots.bots().iter().map(|entry| entry.name).collect();
    let usual: Vec<&str> = OPPONENTS.into_iter().filter(|name| names.contains(name)).collect();
    if usual.is_empty() { names } else { usual }
}

/// What a bot of a game is like, with its rating where it has one; nothing for other programs.
pub(crate) fn about(bots: &Roster, name: &str) -> String {
    let entry = bots.bots().iter().find(|entry| entry.name == name);
    let about = entry.map_or("", |entry| entry.about);
    match (bots.rating_of(name), bots.anchor()) {
        (Some(elo), Some(anchor)) => format!("{about} · Elo {elo:+} over {anchor}"),
        _ => about.into(),
    }
}

/// An opponent's display name: `level 3` for `level3`.
pub(crate) fn title(spec: &str) -> String {
    match spec.strip_prefix("level") {
        Some(number) => format!("level {number}"),
        None => spec.to_string(),
    }
}

/// Separates the protocol of a program from its command: `engine:PROGRAM`.
const EXTERNAL: char = ':';

/// Whether a bot is a separate program, which follows the match choice by choice.
pub(crate) fn is_external(spec: &str) -> bool {
    spec.contains(EXTERNAL) && !spec.starts_with(TABLE)
}

/// Rejects an unknown bot, and a table for another set-up. Whether an external program can be
/// started is known only when it is.
pub(crate) fn check(bots: &Roster, spec: &str, start: &dyn AnyMatch) -> Result<(), GameError> {
    if !is_external(spec) {
        bots.bot_for(start, spec, 0)?;
    }
    Ok(())
}

/// A bot's budget for a choice, given the number of choices it has made in this turn.
pub(crate) type Pace = fn(usize) -> Budget;

/// A second for the first choice and ever less for the rest of the move, so that turns in deep
/// games end.
pub(crate) fn pace(made: usize) -> Budget {
    let milliseconds = if made == 0 { 1000 } else { (500 >> made.min(8)).max(2) };
    Budget::time(Duration::from_millis(milliseconds))
}
