//! Model 1: every position by itself.

mod mix;
mod net;
mod search;

use ennead_game::Predictor;

use crate::{Flat, Nested};

use super::{Weighed, add_up};

use self::mix::weigh;

pub(super) use self::mix::{places, priority};
pub(super) use self::net::evaluate;

/// The file: the weights of the network, and those of the mix.
static MODEL: &[u8] = include_bytes!("../model1.weights");

/// The shares of the whole moves of a board, kept for the second choice of a move.
#[derive(Default)]
pub(super) struct Moves {
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
        add_up(flat, &self.weighed, shares);
    }
}
