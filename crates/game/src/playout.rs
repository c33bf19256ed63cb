//! Random playouts.

use crate::{Game, Outcome, Random, Turn};

/// Plays random options from a position to the end of the game.
///
/// Every option of a choice is equally likely. Where a move takes several choices, whole moves are
/// therefore not equally likely.
pub fn playout<G: Game, R: Random>(mut position: G, random: &mut R) -> Outcome {
    loop {
        if let Turn::Over(outcome) = position.turn() {
            return outcome;
        }
        let option = random.below(u64::from(position.options())) as u32;
        position.choose(option);
    }
}
