//! Plain UCT: a baseline that better bots have to beat.

use ennead_game::View;

use crate::mcts::Growth;
use crate::{Advice, Bot, Budget, Mcts, Playout};

/// On values from -1 to 1; the textbook's square root of 2 is for values from 0 to 1.
const EXPLORATION: f32 = 2.0 * std::f32::consts::SQRT_2 / 2.0;
const NODE_LIMIT: usize = 1 << 21;

/// The textbook search: random playouts, no proofs, a new tree for every question.
#[derive(Clone, Debug)]
pub struct PlainUct {
    seed: u64,
}

impl PlainUct {
    /// A bot whose answers follow from the seed, as long as its budgets count nodes.
    pub fn new(seed: u64) -> Self {
        PlainUct { seed }
    }
}

impl<G: View + Playout> Bot<G> for PlainUct {
    fn advise(&mut self, seen: &G::Seen, budget: Budget) -> Advice {
        let growth =
            Growth { exploration: EXPLORATION, opening_visits: 1, node_limit: NODE_LIMIT, proofs: false };
        self.seed = self.seed.wrapping_add(1);
        Mcts::<G>::grown(growth, self.seed).advise(seen, budget)
    }
}
