//! The terminal client: every game of the registry against a bot, on the full screen or line by line.
//!
//! - [`play_on_screen`] takes the whole terminal: a start screen, boards with keys and mouse, hints, undo, the bits of the position.
//! - [`play_in_lines`] reads moves as text and prints boards, so that it can be piped.
//!
//! On the full screen a pure state machine (`app`) turns events into a new state and questions to bots; one function draws the state.
//! Each game's board is one file in `board`, behind a trait that sees what the person's seat sees and nothing else; a game
//! without a board of its own gets a list of its options.
//!
//! ```
//! use ennead_tui::{Config, play_in_lines};
//! let config = Config { game: ennead_registry::game("ttt"), seed: Some(1), ..Config::default() };
//! let mut output = Vec::new();
//! play_in_lines(&config, &mut "5\nquit\n".as_bytes(), &mut output)?;
//! assert!(String::from_utf8(output)?.starts_with("Tic-tac-toe: you are X"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod app;
mod bits;
mod board;
mod config;
mod input;
mod marks;
mod nine_cells;
mod opponent;
mod picture;
mod plain;
mod screen;
mod session;
mod source;
mod start;
mod strip;
mod table;
mod table_view;
mod thinker;
mod words;

#[cfg(test)]
mod tests;

pub use config::{Config, PlayError};
pub use opponent::{DEFAULT_OPPONENT, opponents};
pub use plain::play_in_lines;
pub use screen::play_on_screen;
