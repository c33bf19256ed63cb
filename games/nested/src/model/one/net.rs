//! The network of the model, which began as the playing network and is frozen: records depend on
//! every number that it computes. `train/record_model.py` trained the weights; `model1.csv` has
//! samples of what they compute.

use std::cell::RefCell;
use std::sync::LazyLock;

use crate::Flat;
use crate::network::{Evaluation, Memory, Network, WEIGHT_BYTES};

use super::MODEL;

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(&MODEL[..WEIGHT_BYTES]));

/// 2^9 contributions of each grid are remembered.
const MEMORY_BITS: u32 = 9;

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::new(MEMORY_BITS));
}

/// Evaluates a board between moves whose game is not over.
pub(in super::super) fn evaluate(board: &Flat) -> Evaluation {
    MEMORY.with_borrow_mut(|memory| NETWORK.evaluate(memory, board))
}
