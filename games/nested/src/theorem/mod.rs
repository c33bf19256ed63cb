//! A machine-checked theorem: under open rules X wins within 43 plies.
//!
//! Bertholon, Géraud-Stewart, Kugelmann, Lenoir and Naccache prove it on paper ("At most 43 moves,
//! at least 29", arXiv 2006.02353).
//!
//! - [`answer`] is X's strategy as a program, and [`Proof::of_strategy`] plays it against every
//!   reply of O.
//! - [`Shortening`] searches for a shorter win from the positions of the strategy's first phase.
//! - A [`Certificate`] holds X's move in every position that O can reach; [`Certificate::check`]
//!   verifies it with nothing but the rules.

mod canonical;
mod certificate;
mod code_board;
mod grid_codes;
mod proof;
mod search;
mod shortening;
mod strategy;
#[cfg(test)]
mod tests;
mod walk;

pub use certificate::{Certificate, CertificateError, Checked};
pub use proof::{Gap, Proof};
pub use shortening::{LevelReport, Shortening};
pub use strategy::answer;
pub use walk::WalkError;

use crate::{Flat, Mark, Rules};

/// The initial position.
pub(crate) const START: Flat = Flat::new(Mark::X, Rules::Open);
/// The centre grid, and the centre cell of a grid.
pub(crate) const CENTRE: u8 = 4;

/// Number of plies up to X's n-th move.
pub(crate) const fn plies(x_moves: u8) -> u32 {
    2 * x_moves as u32 - 1
}
