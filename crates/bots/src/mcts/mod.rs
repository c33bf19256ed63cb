//! Monte Carlo tree search for games of two seats without chance or secrets.

mod bot;
mod playout;
mod searcher;
mod state;
mod tree;

pub use bot::Mcts;
pub use playout::Playout;
pub(crate) use searcher::Searcher;
pub(crate) use state::{Hint, State};
pub(crate) use tree::Growth;
