//! Record models: they predict which card a strong player places where.
//!
//! They use only the table and the mover's hand. [Model 1](one) scores placements with a small
//! network; [model 2](two) uses a network that estimates the chance of winning after each
//! placement. The shuffle is uniform, like all chance. Both are frozen; see `FORMAT.md`.

mod one;
mod two;

use ennead_game::{Predictor, exponential};

use crate::Schotten;

pub use self::{one::training_bytes, two::training_rows};

/// The latest model.
pub(crate) const LATEST: u8 = 2;

/// Shares are in units of 2^-12, so that the sum over nine placements fits into one share.
const SHARE_SHIFT: u32 = 4;
/// Shares of no and yes to a claim: a strong player claims whatever is claimable.
const CLAIM: [u32; 2] = [1, 63];

/// The predictor for a match, if the model exists.
pub(crate) fn predictor(model: u8) -> Option<Box<dyn Predictor<Schotten>>> {
    match model {
        1 => Some(Box::new(one::Placements)),
        2 => Some(Box::new(two::Placements::default())),
        _ => None,
    }
}

/// The share of a placement, from its score and the best score in units of 1/1024.
fn weight(best: i32, score: i32) -> u32 {
    (exponential(best - score) >> SHARE_SHIFT).max(1)
}
