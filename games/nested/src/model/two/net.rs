//! The network that guides the search: the playing one of the time, which is frozen here, since
//! records depend on every number that it computes.

use std::cell::RefCell;
use std::sync::LazyLock;

use crate::Flat;
use crate::network::{Evaluation, Memory, Network, WEIGHT_BYTES};

use super::MODEL;

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(&MODEL[..WEIGHT_BYTES]));

/// 2^11 contributions of each grid are remembered: most of a search is spent on new ones.
const MEMORY_BITS: u32 = 11;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::new(MEMORY_BITS));
}

/// Evaluates a board between moves whose game is not over.
pub(super) fn evaluate(board: &Flat) -> Evaluation {
    MEMORY.with_borrow_mut(|memory| NETWORK.evaluate(memory, board))
}
