//! The part of a position that a client shows, and its level of detail.

use crate::{GameError, reject};

/// The largest payload budget that a client can request, in bytes; higher budgets are capped.
pub const MAX_BUDGET: usize = 64 * 1024;

/// A part of a position, and the number of bytes that its payload may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// The path down to the part, one cell per level; empty for the whole board.
    pub path: Vec<u8>,
    /// The number of bytes that the payload may spend on the cells below.
    pub budget: usize,
}

impl Default for Focus {
    fn default() -> Self {
        Focus { path: Vec::new(), budget: 512 }
    }
}

impl Focus {
    /// The budget, capped at [`MAX_BUDGET`].
    pub fn allowed(&self) -> usize {
        self.budget.min(MAX_BUDGET)
    }

    /// Rejects a path, for games that are always shown whole.
    pub fn whole(&self) -> Result<(), GameError> {
        match self.path.len() {
            0 => Ok(()),
            cells => Err(reject(format!(
                "the path has {cells} cell(s), but this game is always shown whole: send no path"
            ))),
        }
    }
}
