//! Record models for depth 2: they predict a strong player's moves.
//!
//! A network evaluates the moves, a search of a few positions refines this, and a linear mix of
//! both gives every move its weight. [Model 1](one) searches every position from scratch; [model
//! 2](two) keeps its tree from move to move and solves endgames. Both are frozen; see `FORMAT.md`.

mod one;
mod two;

use ennead_game::Predictor;
use ennead_game::nine::cells;

use crate::{Flat, Nested, NestedSetup};

pub use self::two::training_rows;

/// The latest model.
pub(crate) const LATEST: u8 = 2;

/// The predictor for a match, if the model exists; only depth 2 has models.
pub(crate) fn predictor(setup: &NestedSetup, model: u8) -> Option<Box<dyn Predictor<Nested>>> {
    match model {
        _ if setup.depth() != 2 => None,
        1 => Some(Box::new(one::PositionPredictor::default())),
        2 => Some(Box::new(two::MatchPredictor::default())),
        _ => None,
    }
}

/// A whole move and its weight.
#[derive(Clone, Copy, Debug)]
struct WeightedMove {
    grid: u8,
    cell: u8,
    share: u32,
}

/// Sums the weights of whole moves for the options of a choice: a grid gets those of all its moves.
fn sum_shares(flat: &Flat, weighted: &[WeightedMove], shares: &mut [u32]) {
    for (option, share) in cells(flat.legal()).zip(shares) {
        let belongs = |weighted: &&WeightedMove| match flat.chosen() {
            None => weighted.grid == option,
            Some(grid) => (weighted.grid, weighted.cell) == (grid, option),
        };
        *share = weighted.iter().filter(belongs).map(|weighted| weighted.share).sum();
    }
}
