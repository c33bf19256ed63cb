//! The models of records: which card a strong player places where.
//!
//! They use the table and the mover's hand alone. [Model 1](one) has a small network for placements;
//! [model 2](two) asks a network for the chance to win after each of them. The shuffle is uniform,
//! like all chance. Both are frozen; see `FORMAT.md`.

mod one;
mod two;

use ennead_game::{Predictor, exponential};

use crate::Schotten;

/// The newest model.
pub(crate) const NEWEST: u8 = 2;

/// Shares are in units of 2^-12, so that those of nine placements fit into one.
const SHARE_SHIFT: u32 = 4;
/// A strong player claims what can be claimed.
const CLAIM: [u32; 2] = [1, 63];

/// The predictor of a match.
pub(crate) fn predictor(model: u8) -> Option<Box<dyn Predictor<Schotten>>> {
    match model {
        1 => Some(Box::new(one::Placements)),
        2 => Some(Box::new(two::Placements::default())),
        _ => None,
    }
}

/// The share of a placement by its score and the best one, in units of 1/1024.
fn weight(best: i32, score: i32) -> u32 {
    (exponential(best - score) >> SHARE_SHIFT).max(1)
}
