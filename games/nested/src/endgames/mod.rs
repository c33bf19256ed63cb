//! Exact values of all depth-2 endgames with one or two open grids.
//!
//! A closed grid matters only through its result. This does not apply to open rules, under which
//! won grids stay playable.

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
