//! Choices that are none.

use ennead_game::{AnyMatch, Turn};

/// Makes every lone choice that leaves the turn with the same player: the level of a nested game that is forced, the only card of a hand.
///
/// A lone choice that ends the turn is left to its player, who sees the move being made.
pub(crate) fn make_lone_choices(game: &mut dyn AnyMatch) {
    for _ in 0..lone_choices(game) {
        // It was made on a copy already.
        let _ = game.play(0);
    }
}

/// How many there are. They are tried on a copy: to take one back would cost as much as the whole match.
pub(crate) fn lone_choices(game: &dyn AnyMatch) -> usize {
    let mover = game.turn();
    if game.options() != 1 || !matches!(mover, Turn::Seat(_)) {
        return 0;
    }
    let mut copy = game.boxed_clone();
    let mut made = 0;
    while copy.options() == 1 && copy.play(0).is_ok() && copy.turn() == mover {
        made += 1;
    }
    made
}
