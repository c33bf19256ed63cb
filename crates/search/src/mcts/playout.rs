//! Playouts of a game.

use ennead_game::{Game, Open, Random, Seat, SplitMix64, Turn};

/// A game with playouts, by which a search estimates positions that are not over.
pub trait Playout: Game {
    /// An estimate of the outcome, from -1 to 1 for the first seat. The default plays at random to
    /// the end; games that are too long for that stop early and evaluate the position.
    fn guess(mut self, random: &mut SplitMix64) -> f64 {
        loop {
            if let Turn::Over(outcome) = self.turn() {
                return f64::from(outcome.score(Seat::FIRST));
            }
            let option = random.below(u64::from(self.options())) as u32;
            self.choose(option);
        }
    }
}

/// Playouts of an open game omit its history.
impl<G: Playout> Playout for Open<G> {
    fn guess(self, random: &mut SplitMix64) -> f64 {
        self.position().clone().guess(random)
    }
}
