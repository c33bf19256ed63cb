//! Plain UCT search, a baseline.

use ennead_game::View;

use crate::mcts::{Selection, TreeParams};
use crate::{Advice, Bot, Budget, Mcts, Playout};

/// For values from -1 to 1; `STRENGTH.md` states it for the anchors.
const EXPLORATION: f32 = 1.4;
const NODE_LIMIT: usize = 1 << 21;

/// The textbook algorithm: random playouts, no proofs, a new tree for every choice.
#[derive(Clone, Debug)]
pub struct PlainUct {
    seed: u64,
}

impl PlainUct {
    /// Creates a bot; its results depend only on the seed as long as its budgets count nodes.
    pub fn new(seed: u64) -> Self {
        PlainUct { seed }
    }
}

impl<G: View + Playout> Bot<G> for PlainUct {
    fn advise(&mut self, view: &G::Data, budget: Budget) -> Advice {
        let params = TreeParams {
            selection: Selection::Bounds { exploration: EXPLORATION },
            expansion_visits: 1,
            node_limit: NODE_LIMIT,
            proofs: false,
        };
        self.seed = self.seed.wrapping_add(1);
        Mcts::<G>::with_params(params, self.seed).advise(view, budget)
    }
}
