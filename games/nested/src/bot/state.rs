//! Search states for depth-2 boards.

use crate::network::VALUE_ONE;
use crate::{Flat, Mark};
use ennead_game::nine::{bit, count, has_line};
use ennead_game::{Seat, SplitMix64, Turn};

use super::net;
use super::tactics::play_out_greedily;
use ennead_search::mcts::{OptionPrior, State};

/// The evaluation method for positions that are not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluation {
    /// By the trained network.
    Trained,
    /// By uniformly random playouts.
    RandomPlayouts,
}

/// A board and its evaluation method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SearchState {
    pub(crate) board: Flat,
    pub(crate) evaluation: Evaluation,
}

impl State for SearchState {
    #[inline]
    fn turn(&self) -> Turn {
        self.board.turn()
    }

    #[inline]
    fn options(&self) -> u32 {
        self.board.count_moves()
    }

    #[inline]
    fn choose(&mut self, option: u32) {
        let (grid, cell) = self.board.nth_move(option);
        self.board.put(grid, cell);
    }

    /// The tree consists of whole moves; forced ones are rare and stay in it.
    #[inline]
    fn skip_forced_choices(&mut self) -> bool {
        true
    }

    fn priors(&self, priors: &mut Vec<OptionPrior>) -> Option<f32> {
        match self.evaluation {
            Evaluation::Trained => Some(self.trained_priors(priors)),
            Evaluation::RandomPlayouts => {
                self.proven_priors(priors);
                None
            }
        }
    }

    fn guess(mut self, random: &mut SplitMix64) -> f32 {
        let outcome = match self.evaluation {
            Evaluation::RandomPlayouts => self.board.play_out(random),
            Evaluation::Trained => play_out_greedily(self.board, random),
        };
        outcome.score(Seat::FIRST) as f32
    }
}

impl SearchState {
    /// The network's value of the position and priors of its moves.
    fn trained_priors(&self, priors: &mut Vec<OptionPrior>) -> f32 {
        let evaluation = net::evaluate(&self.board);
        let shares = evaluation.shares();
        let scale = 1.0 / shares.iter().sum::<u32>() as f32;
        priors.extend(self.board.moves().zip(shares).map(|((grid, cell), share)| OptionPrior {
            value: None,
            share: share as f32 * scale,
            proven: self.end_after(grid, cell),
        }));
        let sign = if self.board.mover() == Mark::X { 1.0 } else { -1.0 };
        sign * evaluation.value as f32 / VALUE_ONE as f32
    }

    /// Adds priors that contain only proven results.
    fn proven_priors(&self, priors: &mut Vec<OptionPrior>) {
        let prior = |(grid, cell)| OptionPrior {
            proven: self.end_after(grid, cell),
            ..OptionPrior::default()
        };
        priors.extend(self.board.moves().map(prior));
    }

    /// The result for the first seat if a move ends the game. Only a move that decides a grid can
    /// do so.
    fn end_after(&self, grid: u8, cell: u8) -> Option<i8> {
        let mine = self.board.marks_of(self.board.mover(), grid) | bit(cell);
        if !has_line(mine) && count(self.board.empty(grid)) > 1 {
            return None;
        }
        let mut after = self.board;
        after.put(grid, cell);
        after.outcome().map(|outcome| outcome.score(Seat::FIRST) as i8)
    }
}
