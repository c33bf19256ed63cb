//! Texts shared by the full screen and line mode.

use std::fmt::Display;

use ennead_game::Values;
use ennead_search::PositionValue;

use crate::session::{Ending, Session};

/// The result of the game.
pub(crate) fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Won => "You have won!",
        Ending::Lost => "You have lost.",
        Ending::Drawn => "It is a draw.",
        Ending::Resigned => "You have resigned.",
    }
}

/// A bot's evaluation of the position for the seat that chooses.
pub(crate) fn evaluation(value: PositionValue) -> String {
    let within = |moves: Option<u32>| moves.map(|moves| format!(" in {moves}")).unwrap_or_default();
    match value {
        PositionValue::Exact { score: 1.., moves } => format!("wins{}", within(moves)),
        PositionValue::Exact { score: 0, .. } => "a draw".into(),
        PositionValue::Exact { moves, .. } => format!("loses{}", within(moves)),
        PositionValue::Estimate(estimate) => {
            format!("{:.0} % to win", (estimate.clamp(-1.0, 1.0) + 1.0) * 50.0)
        }
    }
}

/// The game's title and its set-up.
pub(crate) fn title_and_setup(session: &Session) -> String {
    let setup = session.play().setup().into_iter();
    with_setup(session.plan().game.game.title(), setup)
}

/// A title, and the options of a set-up with their values.
pub fn with_setup(
    title: &str,
    setup: impl Iterator<Item = (impl Display, impl Display)>,
) -> String {
    let options: Vec<String> = setup.map(|(name, value)| format!("{name} {value}")).collect();
    match options.is_empty() {
        true => title.to_string(),
        false => format!("{title} ({})", options.join(", ")),
    }
}

/// What the words of the set-up mean, a line each, where the game explains them.
pub(crate) fn meanings(session: &Session) -> Vec<String> {
    let game = session.plan().game.game;
    let meaning = |(name, value): (&'static str, String)| {
        let spec = game.setup_options().iter().find(|spec| spec.name == name)?;
        let Values::Words(words) = spec.values else { return None };
        let index = words.iter().position(|word| *word == value)?;
        let meaning = game.setup_meanings(name).get(index)?;
        Some(format!("{name} {value}: {}", meaning.about))
    };
    session.play().setup().into_iter().filter_map(meaning).collect()
}

/// A reason as a sentence.
pub(crate) fn sentence(reason: &str) -> String {
    let mut rest = reason.chars();
    let first = rest.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", rest.as_str())
}
