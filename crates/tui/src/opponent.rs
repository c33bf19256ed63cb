//! Opponents by name.

use std::time::Duration;

use ennead_bots::{AnyBot, Budget, ByName, RandomBot};
use ennead_game::{AnyMatch, Refusal, refuse};
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
    match play.game() {
        "ttt" => Ok(Box::new(ByName::<Ttt, _>::new(RandomBot::new(seed)))),
        "nested" => Ok(Box::new(ByName::<Nested, _>::new(RandomBot::new(seed)))),
        "schotten" => Ok(Box::new(ByName::<Schotten, _>::new(RandomBot::new(seed)))),
        game => Err(refuse(format!("no bot plays {game}"))),
    }
}

/// How long a bot may think about one choice.
pub(crate) fn budget() -> Budget {
    Budget::time(Duration::from_millis(1000))
}
