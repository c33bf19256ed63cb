//! Monte Carlo tree search for games of two seats without chance or hidden information.

mod bot;
mod logarithm;
mod playout;
mod searcher;
mod state;
mod tree;

pub use bot::Mcts;
pub use playout::Playout;
pub use searcher::Searcher;
pub use state::{MAX_FORCED, OptionPrior, State};
pub use tree::{MAX_DEPTH, Selection, Tree, TreeNode, TreeParams};
