//! Nested tic-tac-toe ("ultimate" at depth 2) at any depth from 1 to 1000.
mod flat;
mod mark;
mod node;
mod notation;
mod path;
mod rules;
mod setup;
mod symmetry;
mod tree;

pub use flat::Flat;
pub use mark::{Mark, Worth};
pub use node::Masks;
pub use path::{Path, PathError};
pub use rules::{Nested, NoGridError, PlaceError, SubGrid};
pub use setup::{CombinationError, MAX_DEPTH, NestedSetup, Rules};
pub use symmetry::Key;
