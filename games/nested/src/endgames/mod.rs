//! Endgames at depth 2 with one or two open grids: exact values of all of them.
//!
//! A closed grid matters only through its result. With open rules won grids stay playable, so none
//! of this applies.

mod file;
mod one_grid;
mod open_fillings;
mod prospect;
mod results;
#[cfg(test)]
mod tests;
mod two_grids;

pub use file::{SliceFileError, read_slice, write_slice};
pub use one_grid::{OneGrid, one_grid_value};
pub use results::{Results, ResultsError};
pub use two_grids::{Slice, Tally};
