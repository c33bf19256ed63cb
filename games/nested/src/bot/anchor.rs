//! The anchor of the yardstick: a bot that never changes, as a reference for measuring others.

use ennead_search::mcts::{Searcher, Selection, TreeParams};
use ennead_search::{Advice, Bot, Budget, Instant};

use crate::{Nested, NestedView};

use super::nested_bot::line_of_choices;
use super::state::{Evaluation, SearchState};

/// Playouts per move, regardless of the budget.
const PLAYOUTS: u64 = 100_000;
/// Enough for one move: a playout expands at most one node.
const NODE_LIMIT: usize = 1 << 23;
/// Textbook UCT on values from -1 to 1.
const PARAMS: TreeParams = TreeParams {
    selection: Selection::Bounds { exploration: 1.4 },
    expansion_visits: 1,
    node_limit: NODE_LIMIT,
    proofs: false,
};

/// Textbook UCT over whole moves: c = 1.4, exactly 100,000 random playouts and a new tree for every
/// move; plays the most visited move. Depth 2 only; at other depths it chooses the first option.
pub(crate) struct Anchor {
    seed: u64,
}

impl Anchor {
    pub(crate) fn new(seed: u64) -> Self {
        Anchor { seed }
    }
}

impl Bot<Nested> for Anchor {
    fn advise(&mut self, view: &NestedView, _: Budget) -> Advice {
        let Some(flat) = view.position().as_flat().filter(|flat| flat.options() > 0) else {
            return Advice::bare(0);
        };
        let board = flat.between_moves();
        self.seed = self.seed.wrapping_add(1);
        let mut searcher = Searcher::new(PARAMS, u64::MAX, self.seed);
        searcher.set_root(SearchState { board, evaluation: Evaluation::RandomPlayouts });
        let nodes = searcher.think(Budget::nodes(PLAYOUTS), Instant::now());
        let most = searcher.opinions().into_iter().max_by_key(|opinion| opinion.visits);
        let whole = most.map_or(0, |opinion| opinion.option);
        let line = line_of_choices(board, flat.chosen().is_some(), &[whole]);
        Advice { option: line[0], value: Some(searcher.value()), line, opinions: Vec::new(), nodes }
    }
}
