//! Opponents by name.

use std::time::Duration;

use ennead_bots::{Advice, AnyBot, Bot, Budget, ByName, Level, RandomBot, nested_bot, schotten_bot, ttt_bot};
use ennead_game::{AnyMatch, Refusal, View, refuse};
use ennead_nested::Nested;
use ennead_schotten::Schotten;
use ennead_ttt::Ttt;

/// Who plays when nobody is asked for.
pub const DEFAULT_OPPONENT: &str = "level3";
/// Who gives hints.
pub(crate) const ADVISER: &str = "best";

/// Opponents with a few words about them, in the order in which they are offered.
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

/// Refuses a name that no bot of the game has.
pub(crate) fn check(game: &str, spec: &str) -> Result<(), Refusal> {
    if opponents().iter().any(|(known, _)| *known == spec) {
        return Ok(());
    }
    let known: Vec<&str> = opponents().iter().map(|(known, _)| *known).collect();
    Err(refuse(format!("{game} has no bot {spec:?}: there are {}", known.join(", "))))
}

/// The bot with this name for a match.
pub(crate) fn bot(play: &dyn AnyMatch, spec: &str, seed: u64) -> Result<Box<dyn AnyBot>, Refusal> {
    check(play.game(), spec)?;
    let level = spec.strip_prefix("level").and_then(|number| Level::of(number.parse().ok()?));
    let level = if spec == ADVISER { Some(Level::Best) } else { level };
    match (play.game(), level) {
        ("ttt", Some(level)) => Ok(by_name(Boxed(ttt_bot(level, seed)))),
        ("ttt", None) => Ok(by_name::<Ttt>(RandomBot::new(seed))),
        ("nested", Some(level)) => Ok(by_name(Boxed(nested_bot(level, seed)))),
        ("nested", None) => Ok(by_name::<Nested>(RandomBot::new(seed))),
        ("schotten", Some(level)) => Ok(by_name(Boxed(schotten_bot(level, seed)))),
        ("schotten", None) => Ok(by_name::<Schotten>(RandomBot::new(seed))),
        (game, _) => Err(refuse(format!("no bot plays {game}"))),
    }
}

fn by_name<G: View>(bot: impl Bot<G> + 'static) -> Box<dyn AnyBot> {
    Box::new(ByName::new(bot))
}

/// A bot of some kind.
struct Boxed<G>(Box<dyn Bot<G>>);

impl<G: View> Bot<G> for Boxed<G> {
    fn advise(&mut self, seen: &G::Seen, budget: Budget) -> Advice {
        self.0.advise(seen, budget)
    }
}

/// How long a bot may think about a choice, by how many it has made in this turn.
pub(crate) type Pace = fn(usize) -> Budget;

/// A second for the first choice, ever less for those that complete the move, so that deep games go on.
pub(crate) fn pace(made: usize) -> Budget {
    let milliseconds = if made == 0 { 1000 } else { (500 >> made.min(8)).max(2) };
    Budget::time(Duration::from_millis(milliseconds))
}
