//! Short texts that the screen and the lines share.

use ennead_bots::Worth;

use crate::session::{Ending, Session};

/// How the game has ended.
pub(crate) fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Won => "You have won!",
        Ending::Lost => "You have lost.",
        Ending::Drawn => "It is a draw.",
        Ending::Resigned => "You have resigned.",
    }
}

/// What a bot thinks of the position, from the side of who is to choose.
pub(crate) fn worth(worth: Worth) -> String {
    let within = |moves: Option<u32>| moves.map(|moves| format!(" in {moves}")).unwrap_or_default();
    match worth {
        Worth::Exact { score: 1.., moves } => format!("wins{}", within(moves)),
        Worth::Exact { score: 0, .. } => "a draw".into(),
        Worth::Exact { moves, .. } => format!("loses{}", within(moves)),
        Worth::Estimate(estimate) => format!("{:.0} % to win", (estimate.clamp(-1.0, 1.0) + 1.0) * 50.0),
    }
}

/// Game and set-up in a few words.
pub(crate) fn set_up(session: &Session) -> String {
    let options: Vec<String> =
        session.play().setup().into_iter().map(|(name, value)| format!("{name} {value}")).collect();
    let title = session.plan().game.title();
    if options.is_empty() { title.to_string() } else { format!("{title} ({})", options.join(", ")) }
}
