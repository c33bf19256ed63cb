//! Whole moves of a bot.

use ennead_game::{AnyMatch, Turn, Viewer};

use crate::{AnyBot, BotError, Budget, TurnClock};

/// The most choices of one call: a turn that takes more, as in rules by which it may never end, is
/// returned in parts.
const MAX_TURN: usize = 2_000;

/// The choices that a bot makes in its turn, from a single search if its line reaches the end of
/// the turn, otherwise from several.
///
/// Servers, the arena and clients all use this function, so a level plays the same everywhere. The
/// choices end with the turn, before a chance choice, with the match, or after 2,000 of them.
pub fn choose_move(
    bot: &mut dyn AnyBot,
    game: &dyn AnyMatch,
    budget: Budget,
) -> Result<Vec<u32>, BotError> {
    let mut clock = TurnClock::new();
    let mut next = game.boxed_clone();
    let start = next.choices().len();
    let Turn::Seat(seat) = next.turn() else { return Ok(Vec::new()) };
    while next.turn() == Turn::Seat(seat) && next.choices().len() - start < MAX_TURN {
        let advice = bot.advise(&next.view(Viewer::Seat(seat)), clock.budget(seat, budget))?;
        next.play(advice.option).map_err(|error| BotError::Engine(error.to_string()))?;
        let expected = advice.line.iter().skip(1).filter(|_| advice.line[0] == advice.option);
        for option in expected {
            if next.turn() != Turn::Seat(seat) || next.play(*option).is_err() {
                break;
            }
        }
    }
    Ok(next.choices()[start..].to_vec())
}
