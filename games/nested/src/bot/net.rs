//! The playing network. The programs in `train/` produced its weights; `net.weights.csv` contains
//! sample outputs.

use std::cell::RefCell;
use std::sync::LazyLock;

use crate::Flat;
use crate::network::{Cache, Evaluation, Network};

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(include_bytes!("net.weights")));

/// The cache holds 2^9 contributions per grid.
const CACHE_BITS: u32 = 9;

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::new(Cache::new(CACHE_BITS));
}

/// Evaluates a board between moves; the game must not be over.
pub(crate) fn evaluate(board: &Flat) -> Evaluation {
    CACHE.with_borrow_mut(|cache| NETWORK.evaluate(cache, board))
}

/// The value alone, in the units of [`Evaluation::value`].
pub(crate) fn value(board: &Flat) -> i32 {
    CACHE.with_borrow_mut(|cache| NETWORK.evaluate_value(cache, board))
}
