//! MCTS as a bot for any game with playouts.

use ennead_game::{SplitMix64, Turn, View};

use super::{Playout, Searcher, Selection, State, TreeParams};
use crate::{Advice, Bot, Budget, Instant};

/// Default limit for the number of nodes, of 32 bytes each.
const NODE_LIMIT: usize = 1 << 21;
/// The exploration constant of UCT.
const EXPLORATION: f32 = 0.9;

/// Monte Carlo tree search (UCT) over the choices of a game; forced choices are skipped. Proven
/// wins, losses and draws are backed up as such, and the tree is reused for the next choice.
///
/// For games of two seats without chance or hidden information. The bot counts iterations as nodes.
///
/// ```
/// use ennead_search::{Bot, Budget, Mcts, PositionValue};
/// use ennead_game::{View, Viewer};
/// use ennead_ttt::Ttt;
/// let two_in_a_row: Ttt = "XX.OO....".parse()?;
/// let view = two_in_a_row.view(Viewer::Spectator);
/// let advice = Mcts::<Ttt>::new(1).advise(&view, Budget::nodes(200));
/// assert_eq!(advice.option, 0); // the third cell is the first free one
/// assert_eq!(advice.value, Some(PositionValue::Exact { score: 1, moves: None }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mcts<G> {
    searcher: Searcher<Choices<G>>,
}

/// A game's choices as a search state.
#[derive(Clone, Debug, PartialEq)]
struct Choices<G>(G);

impl<G: Playout> State for Choices<G> {
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn options(&self) -> u32 {
        self.0.options()
    }

    fn choose(&mut self, option: u32) {
        self.0.choose(option);
    }

    fn guess(self, random: &mut SplitMix64) -> f32 {
        self.0.guess(random) as f32
    }
}

impl<G: Playout> Mcts<G> {
    /// Creates a bot; its results depend only on the seed as long as its budgets count nodes.
    pub fn new(seed: u64) -> Self {
        Self::with_node_limit(seed, NODE_LIMIT)
    }

    /// Creates a bot with a limit on the number of nodes. At the limit the tree stops growing, and
    /// the search continues with playouts from its leaves.
    pub fn with_node_limit(seed: u64, node_limit: usize) -> Self {
        Self::with_params(
            TreeParams {
                selection: Selection::Bounds { exploration: EXPLORATION },
                expansion_visits: 1,
                node_limit,
                proofs: true,
            },
            seed,
        )
    }

    /// Searches a position that is not over, for callers that have the position itself.
    pub fn search(&mut self, position: &G, budget: Budget) -> Advice {
        let start = Instant::now();
        if position.options() <= 1 {
            return Advice::bare(0);
        }
        self.searcher.set_root(Choices(position.clone()));
        let nodes = self.searcher.think(budget, start);
        self.searcher.advice(nodes)
    }

    /// Creates a bot with these tree parameters.
    pub fn with_params(params: TreeParams, seed: u64) -> Self {
        Mcts { searcher: Searcher::new(params, 1, seed) }
    }
}

impl<G: View + Playout> Bot<G> for Mcts<G> {
    fn advise(&mut self, view: &G::Data, budget: Budget) -> Advice {
        // Nothing is hidden, so sampling with any source of randomness returns the position.
        self.search(&G::sample(view, &mut SplitMix64::new(0)), budget)
    }

    fn memory(&self) -> usize {
        self.searcher.tree().memory()
    }
}
