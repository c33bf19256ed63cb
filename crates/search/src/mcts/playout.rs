//! Playouts of a game.

use ennead_game::{Game, Open, Seat, SplitMix64, playout};

/// A game with playouts, by which a search estimates positions that are not over.
pub trait Playout: Game {
    /// An estimate of the outcome, from -1 to 1 for the first seat. The default plays at random to
    /// the end, and takes a match of more than [`MAX_PLAYOUT`](ennead_game::MAX_PLAYOUT) further
    /// choices for a draw; games that are too long for that stop early and evaluate the position.
    fn guess(self, random: &mut SplitMix64) -> f64 {
        f64::from(playout(self, random).score(Seat::FIRST))
    }
}

/// Playouts of an open game omit its history.
impl<G: Playout> Playout for Open<G> {
    fn guess(self, random: &mut SplitMix64) -> f64 {
        self.position().clone().guess(random)
    }
}
