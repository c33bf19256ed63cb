//! The network that guides the search: a frozen copy of the playing network of its time. Records
//! depend on every number it computes.

use std::cell::RefCell;
use std::sync::LazyLock;

use crate::Flat;
use crate::network::{Cache, Evaluation, Network, WEIGHT_BYTES};

use super::MODEL;

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(&MODEL[..WEIGHT_BYTES]));

/// The cache holds 2^11 contributions per grid: most of a search is spent on new ones.
const CACHE_BITS: u32 = 11;

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::new(Cache::new(CACHE_BITS));
}

/// Evaluates a board between moves; the game must not be over.
pub(super) fn evaluate(board: &Flat) -> Evaluation {
    CACHE.with_borrow_mut(|cache| NETWORK.evaluate(cache, board))
}
