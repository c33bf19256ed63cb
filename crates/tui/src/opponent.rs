//! Opponents by name.

use std::time::Duration;

use ennead_bots::{AnyBot, Budget, ByName, RandomBot};
use ennead_game::{Refusal, refuse};
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

/// The bot with this name.
pub(crate) fn bot(game: &str, spec: &str, seed: u64) -> Result<Box<dyn AnyBot>, Refusal> {
    if !opponents().iter().any(|(known, _)| *known == spec) {
        let known: Vec<&str> = opponents().iter().map(|(known, _)| *known).collect();
        return Err(refuse(format!("there is no opponent {spec:?}: there are {}", known.join(", "))));
    }
    match game {
        "ttt" => Ok(Box::new(ByName::<Ttt, _>::new(RandomBot::new(seed)))),
        "nested" => Ok(Box::new(ByName::<Nested, _>::new(RandomBot::new(seed)))),
        "schotten" => Ok(Box::new(ByName::<Schotten, _>::new(RandomBot::new(seed)))),
        _ => Err(refuse(format!("{game} has no bots yet"))),
    }
}

/// How long a bot may think about one choice.
pub(crate) fn budget() -> Budget {
    Budget::time(Duration::from_millis(1000))
}
