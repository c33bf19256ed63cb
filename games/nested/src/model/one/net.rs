//! The network of the model. It started as the playing network and is frozen: records depend on
//! every number it computes. `train/record_model.py` trained the weights; `model1.csv` contains
//! sample outputs.

use std::cell::RefCell;
use std::sync::LazyLock;

use crate::Flat;
use crate::network::{Cache, Evaluation, Network, WEIGHT_BYTES};

use super::MODEL;

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(&MODEL[..WEIGHT_BYTES]));

/// The cache holds 2^9 contributions per grid.
const CACHE_BITS: u32 = 9;

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::new(Cache::new(CACHE_BITS));
}

/// Evaluates a board between moves; the game must not be over.
pub(in super::super) fn evaluate(board: &Flat) -> Evaluation {
    CACHE.with_borrow_mut(|cache| NETWORK.evaluate(cache, board))
}
