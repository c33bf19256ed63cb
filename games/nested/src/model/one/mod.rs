//! Model 1: every position is searched from scratch.

mod mix;
mod net;
mod search;

use ennead_game::Predictor;

use crate::{Flat, Nested};

use super::{WeightedMove, sum_shares};

use self::mix::weight_moves;

pub(super) use self::mix::{endgame_ranks, priority};
pub(super) use self::net::evaluate;

/// The weights of the network, followed by those of the mix.
static MODEL: &[u8] = include_bytes!("../model1.weights");

/// The shares of a board's whole moves, cached for the second choice of a move.
#[derive(Default)]
pub(super) struct PositionPredictor {
    board: Option<Flat>,
    weighted: Vec<WeightedMove>,
}

impl Predictor<Nested> for PositionPredictor {
    fn predict(&mut self, position: &Nested, shares: &mut [u32]) {
        let Some(flat) = position.as_flat() else { return };
        let board = flat.with_target(flat.target()).between_moves();
        if self.board != Some(board) {
            self.weighted = weight_moves(&board);
            self.board = Some(board);
        }
        sum_shares(flat, &self.weighted, shares);
    }
}
