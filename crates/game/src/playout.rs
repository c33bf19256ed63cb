//! A game played to its end at random.

use crate::{Game, Outcome, Random, Turn};

/// Plays random options from a position to the end.
///
/// Each choice is equally likely, which is not the same as each whole move being so where a move takes several choices.
pub fn playout<G: Game, R: Random>(mut position: G, random: &mut R) -> Outcome {
    loop {
        if let Turn::Over(outcome) = position.turn() {
            return outcome;
        }
        let option = random.below(u64::from(position.options())) as u32;
        position.choose(option);
    }
}
