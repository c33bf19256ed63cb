//! Line games on a rectangle: Connect Four, tic-tac-toe, gomoku and everything between.
//!
//! Two players alternately place stones; at least a given number in a row, in any direction, wins.
//! The board has 2 to 15 columns and rows, and stones either fall to the bottom of their column or
//! stay where they are placed. Rules and formats are in `FORMAT.md`.
//!
//! - [`Connect`] is a position on bitboards of 64, 128 or 256 bits, whichever suffices.
//! - [`ConnectBot`] plays every set-up, deterministically for a given seed and number of nodes.
//! - [`formats::pack`] packs a position, Connect Four's into 49 bits; records come with every game.
//!
//! ```
//! use ennead_connect::{Connect, ConnectSetup, formats::pack};
//! use ennead_game::{Match, play_moves};
//!
//! let mut game = Match::<Connect>::new(ConnectSetup::default());
//! play_moves(&mut game, "4 4 3 5")?;
//! assert_eq!(game.position().to_string(), "......./......./......./......./...O.../..XXO..");
//! assert_eq!(pack::read(&pack::write(game.position()))?, *game.position());
//! # Ok::<(), ennead_game::GameError>(())
//! ```

mod bits;
mod board;
mod board_text;
mod bot;
mod content;
mod draw;
mod environment;
mod examples;
pub mod formats;
mod key;
mod kit;
mod layout;
mod lines;
mod model;
mod notation;
mod payload;
mod rules;
mod setup;
mod symmetry;
#[cfg(feature = "tui")]
pub mod tui;
mod view;

pub use ennead_game::Mark;

pub use board_text::BoardTextError;
pub use bot::{ConnectBot, Score, SearchResult, level_bot};
pub use content::{Content, Formats};
pub use draw::draw_position;
pub use key::ConnectKeys;
pub use kit::GAME;
pub use model::training_rows;
pub use notation::Move;
pub use payload::payload;
pub use rules::{BoardError, Connect, PlaceError};
pub use setup::{ConnectSetup, MAX_LINE, MAX_SIDE, MIN_LINE, MIN_SIDE, RangeError};
pub use symmetry::Key;
pub use view::ConnectView;
