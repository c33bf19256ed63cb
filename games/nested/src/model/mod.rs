//! The models of records at depth 2: which move a strong player makes.
//!
//! A network judges the moves, a search of a few positions looks at what follows, and a linear mix
//! of both gives every move its share. [Model 1](one) searches every position by itself; [model
//! 2](two) goes on from move to move and solves endgames. Both are frozen; see `FORMAT.md`.

mod one;
mod two;

use ennead_game::Predictor;
use ennead_game::nine::cells;

use crate::{Flat, Nested, NestedSetup};

/// The newest model.
pub(crate) const NEWEST: u8 = 2;

/// The predictor of a match; only depth 2 has one.
pub(crate) fn predictor(setup: &NestedSetup, model: u8) -> Option<Box<dyn Predictor<Nested>>> {
    match model {
        _ if setup.depth() != 2 => None,
        1 => Some(Box::new(one::Moves::default())),
        2 => Some(Box::new(two::Follower::default())),
        _ => None,
    }
}

/// A whole move and its share.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    grid: u8,
    cell: u8,
    share: u32,
}

/// The shares of the options of a choice: a grid has those of all its moves.
fn add_up(flat: &Flat, weighed: &[Weighed], shares: &mut [u32]) {
    for (option, share) in cells(flat.legal()).zip(shares) {
        let belongs = |weighed: &&Weighed| match flat.chosen() {
            None => weighed.grid == option,
            Some(grid) => (weighed.grid, weighed.cell) == (grid, option),
        };
        *share = weighed.iter().filter(belongs).map(|weighed| weighed.share).sum();
    }
}
