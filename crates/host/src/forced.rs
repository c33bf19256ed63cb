//! Forced choices: exactly one legal option.

use ennead_game::{AnyMatch, Turn};
use ennead_search::mcts::MAX_FORCED;

/// Makes every forced choice that leaves the turn with the same player, such as the only playable
/// level of a nested board or the only card of a hand.
///
/// A forced choice that ends the turn is left to its player, who should see the move being made.
pub fn make_forced_choices(game: &mut dyn AnyMatch) {
    for _ in 0..count_forced_choices(game) {
        // Cannot fail: it succeeded on a copy.
        let _ = game.play(0);
    }
}

/// The number of choices that [`make_forced_choices`] makes. They are tried on a copy, since
/// undoing one would cost as much as replaying the match.
pub fn count_forced_choices(game: &dyn AnyMatch) -> usize {
    let mover = game.turn();
    if game.options() != 1 || !matches!(mover, Turn::Seat(_)) {
        return 0;
    }
    let mut copy = game.boxed_clone();
    let mut made = 0;
    while made < MAX_FORCED && copy.options() == 1 && copy.play(0).is_ok() && copy.turn() == mover {
        made += 1;
    }
    made
}
