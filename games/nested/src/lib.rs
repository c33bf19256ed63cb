//! Nested tic-tac-toe ("ultimate" at depth 2) at any depth from 1 to 1000.
//!
//! A grid has nine cells, and each cell is a smaller grid, down to grids of plain cells. A move
//! names one cell per level; it sends the opponent to the lowest grid that its lower cells name.
//! `FORMAT.md` describes rules, formats and figures.
//!
//! - [`Nested`] is a position at any depth: a bitboard ([`Flat`]) at depth 2, a tree of touched
//!   grids elsewhere. A fresh game of depth 1000 takes almost no memory, and the time of a move is
//!   proportional to the depth.
//! - [`formats::grid`] and [`formats::pack`] are its encodings, besides records.
//!
//! ```
//! use ennead_game::{Match, play_moves};
//! use ennead_nested::{Nested, NestedSetup, formats::{grid::Grid, grid_write, pack}};
//!
//! let mut game = Match::<Nested>::new(NestedSetup::default());
//! play_moves(&mut game, "5.1 1.5 5.9")?;
//! let grid = Grid::read(&grid_write::write(game.position().top(), None)?)?;
//! assert!(grid.to_string().starts_with("(....O....)(.........)"));
//! assert_eq!(pack::read(&pack::write(game.position())?)?, *game.position());
//! # Ok::<(), ennead_game::GameError>(())
//! ```

mod bot;
mod commands;
mod content;
mod draw;
pub mod endgames;
mod environment;
mod examples;
mod filling;
mod flat;
pub mod formats;
mod grid_result;
mod key;
mod kit;
mod model;
mod network;
mod node;
mod notation;
mod path;
mod payload;
mod rules;
mod setup;
mod symmetry;
#[cfg(test)]
mod tests;
pub mod theorem;
mod tree;
#[cfg(feature = "tui")]
pub mod tui;
mod view;

pub use ennead_game::Mark;

pub use bot::{CgCell, CgCellError, NestedBot, level_bot};
pub use content::{Content, Formats};
pub use draw::{draw_grid, draw_position};
pub use flat::Flat;
pub use grid_result::GridResult;
pub use key::NestedKeys;
pub use kit::GAME;
pub use model::training_rows;
pub use node::Masks;
pub use path::{Path, PathError};
pub use rules::{Nested, NoGridError, PlaceError, SubGrid};
pub use setup::{CombinationError, MAX_DEPTH, NestedSetup, Rules};
pub use symmetry::Key;
pub use view::NestedView;
