//! Checks a strategy with nothing but the rules.

use std::collections::BTreeSet;

use ennead_game::{Outcome, Seat};
use thiserror::Error;

use super::canonical::canonical;
use super::plies;
use crate::Flat;

/// Why moves do not prove a win.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WalkError {
    /// The moves end before X has won.
    #[error("no move for position {position}, in ply {ply}")]
    Missing {
        /// Number of the position, from 0.
        position: usize,
        /// The ply, from 1.
        ply: u32,
    },
    /// A move is illegal.
    #[error(
        "the move for position {position}, grid {} cell {}, is illegal in ply {ply}",
        .grid + 1, .cell + 1
    )]
    Illegal {
        /// Number of the position, from 0.
        position: usize,
        /// The ply, from 1.
        ply: u32,
        /// The grid, from 0.
        grid: u8,
        /// The cell, from 0.
        cell: u8,
    },
    /// The game ends without a win for X.
    #[error("the move for position {position}, in ply {ply}, does not win: O can end the game")]
    NotWon {
        /// Number of the position, from 0.
        position: usize,
        /// The ply, from 1.
        ply: u32,
    },
}

/// The extent of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    /// Number of plies of the longest game.
    pub(super) plies: u32,
    /// Number of positions with X to move, up to symmetry.
    pub(super) positions: usize,
}

/// Asks for X's move in every position that O can reach from `start`, up to symmetry: layer by
/// layer, in ascending order within a layer. If this terminates without an error, X's moves win.
pub(super) fn walk(
    start: &Flat,
    mut answer: impl FnMut(&Flat) -> Option<(u8, u8)>,
) -> Result<Extent, WalkError> {
    let mut layer = BTreeSet::from([canonical(start)]);
    let (mut x_moves, mut position) = (0, 0);
    while !layer.is_empty() {
        x_moves += 1;
        let ply = plies(x_moves);
        let mut next = BTreeSet::new();
        for board in &layer {
            let (grid, cell) = answer(board).ok_or(WalkError::Missing { position, ply })?;
            if board.index_of((grid, cell)).is_none() {
                return Err(WalkError::Illegal { position, ply, grid, cell });
            }
            let after = put(board, (grid, cell));
            if after.outcome() != Some(Outcome::Win(Seat::FIRST)) {
                let replies = undecided_replies(&after);
                next.extend(replies.ok_or(WalkError::NotWon { position, ply })?);
            }
            position += 1;
        }
        layer = next;
    }
    Ok(Extent { plies: plies(x_moves), positions: position })
}

/// The positions after each reply of O, or `None` if a move ends the game.
fn undecided_replies(board: &Flat) -> Option<Vec<Flat>> {
    let reply = |played| Some(put(board, played)).filter(|next| next.outcome().is_none());
    let replies: Option<Vec<Flat>> = board.moves().map(reply).collect();
    // A game that X's move ended as a draw or a loss has no replies.
    Some(replies?.iter().map(canonical).collect::<Vec<_>>()).filter(|list| !list.is_empty())
}

fn put(board: &Flat, (grid, cell): (u8, u8)) -> Flat {
    let mut next = *board;
    next.put(grid, cell);
    next
}
