//! Random playouts.

use crate::{Game, Outcome, Random, Turn};

/// The most choices of a playout. One that is not over by then counts as a draw, so that rules in
/// which play can repeat cannot stop a search.
pub const MAX_PLAYOUT: u32 = 10_000;

/// Plays random options from a position to the end of the game; a draw after [`MAX_PLAYOUT`]
/// choices.
///
/// Every option of a choice is equally likely. Where a move takes several choices, whole moves are
/// therefore not equally likely.
pub fn playout<G: Game, R: Random>(mut position: G, random: &mut R) -> Outcome {
    for _ in 0..MAX_PLAYOUT {
        if let Turn::Over(outcome) = position.turn() {
            return outcome;
        }
        let option = random.below(u64::from(position.options())) as u32;
        position.choose(option);
    }
    position.outcome().unwrap_or(Outcome::Draw)
}
