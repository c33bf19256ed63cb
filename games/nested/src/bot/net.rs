//! The network that plays. `train/` has the programs that trained its weights; `net.weights.csv`
//! has samples of what they compute.

use std::cell::RefCell;
use std::sync::LazyLock;

use crate::Flat;
use crate::network::{Evaluation, Memory, Network};

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(include_bytes!("net.weights")));

/// 2^9 contributions of each grid are remembered.
const MEMORY_BITS: u32 = 9;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::new(MEMORY_BITS));
}

/// Evaluates a board between moves whose game is not over.
pub(crate) fn evaluate(board: &Flat) -> Evaluation {
    MEMORY.with_borrow_mut(|memory| NETWORK.evaluate(memory, board))
}

/// The value alone of such a board, as [`Evaluation::value`] counts.
pub(crate) fn value(board: &Flat) -> i32 {
    MEMORY.with_borrow_mut(|memory| NETWORK.evaluate_value(memory, board))
}
