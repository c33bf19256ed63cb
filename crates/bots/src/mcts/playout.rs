//! What a game's playouts are like.

use ennead_game::{Game, Random, Seat, SplitMix64, Turn};
use ennead_ttt::Ttt;

/// A game that can be played out: without it a search knows nothing of a position that is not over.
pub trait Playout: Game {
    /// A guess at the end from here, from -1 to 1 for the first seat. The usual one plays at random to the end; games that
    /// are too long for that stop somewhere and look.
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

impl Playout for Ttt {}
