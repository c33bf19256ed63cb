//! Which part of a position a client looks at, and how closely.

use crate::{Refusal, refuse};

/// The most bytes of a feed that a client can ask for; a larger budget counts as this one.
pub const MAX_BUDGET: usize = 64 * 1024;

/// A part of a position, and how many bytes a picture of it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The way down to the part, a cell a level; the whole board if it is empty.
    pub path: Vec<u8>,
    /// How many bytes the feed may spend on what lies below.
    pub budget: usize,
}

impl Default for Look {
    fn default() -> Self {
        Look { path: Vec::new(), budget: 512 }
    }
}

impl Look {
    /// The budget, as far as it is allowed.
    pub fn allowed(&self) -> usize {
        self.budget.min(MAX_BUDGET)
    }

    /// For games that are shown as a whole: there are no parts to look at.
    pub fn whole(&self) -> Result<(), Refusal> {
        match self.path.len() {
            0 => Ok(()),
            cells => Err(refuse(format!(
                "a path of {cells} cell(s), but this game is shown as a whole: send none"
            ))),
        }
    }
}
