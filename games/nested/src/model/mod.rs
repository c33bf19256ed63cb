//! The model of records at depth 2: which move a strong player makes.
//!
//! A [network](net) judges the moves, a [search](search) of a few positions looks at what follows,
//! and a linear [mix](mix) of both gives every move its share. The model is frozen; see
//! `FORMAT.md`.

mod mix;
mod net;
mod search;

use ennead_game::Predictor;
use ennead_game::nine::cells;

use crate::{Flat, Nested, NestedSetup};

use self::mix::{Weighed, weigh};

/// The file of model 1: the weights of the network, and those of the mix.
static MODEL: &[u8] = include_bytes!("model1.weights");

/// The predictor of a match; only depth 2 has one.
pub(crate) fn predictor(setup: &NestedSetup, model: u8) -> Option<Box<dyn Predictor<Nested>>> {
    (setup.depth() == 2 && model == 1).then(|| Box::new(Moves::default()) as _)
}

/// The shares of the whole moves of a board, kept for the second choice of a move.
#[derive(Default)]
struct Moves {
    board: Option<Flat>,
    weighed: Vec<Weighed>,
}

impl Predictor<Nested> for Moves {
    fn predict(&mut self, position: &Nested, shares: &mut [u32]) {
        let Some(flat) = position.as_flat() else { return };
        let board = flat.with_target(flat.target()).between_moves();
        if self.board != Some(board) {
            self.weighed = weigh(&board);
            self.board = Some(board);
        }
        let options = cells(flat.legal());
        for (option, share) in options.zip(shares) {
            let belongs = |weighed: &&Weighed| match flat.chosen() {
                None => weighed.grid == option,
                Some(grid) => (weighed.grid, weighed.cell) == (grid, option),
            };
            *share = self.weighed.iter().filter(belongs).map(|weighed| weighed.share).sum();
        }
    }
}
