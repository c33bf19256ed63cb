//! The terminal client: games against bots, full-screen or line by line.
//!
//! - [`play_on_screen`] takes over the terminal: a start screen, boards with keys and mouse, hints,
//!   undo, and the bits of the position.
//! - [`play_in_lines`] reads moves as text and prints boards, so it works through pipes.
//!
//! The client knows no game: a [`Config`] lists what it can play as [`PlayableGame`]s. A game may
//! provide its own [`Board`], built from the parts in [`board`]; any other is played on a
//! [`ListBoard`]. A board sees only what the user's seat sees.
//!
//! On the full screen, a pure state machine (`app`) turns events into a new state and into requests
//! to bots, and one function draws the state.
//!
//! ```
//! use ennead_tui::{Config, play_in_lines};
//! let games = vec![ennead_ttt::GAME.playable()];
//! let config = Config { seed: Some(1), ..Config::new(games) };
//! let mut output = Vec::new();
//! play_in_lines(&config, &mut "5\nquit\n".as_bytes(), &mut output)?;
//! assert!(String::from_utf8(output)?.starts_with("Tic-tac-toe: you are X"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod app;
pub mod board;
mod bot_thread;
mod config;
mod course;
mod encoding;
mod encoding_strip;
mod entropy;
mod full_screen;
mod game_screen;
mod game_screen_view;
mod help_popup;
mod help_text;
mod line_mode;
mod messages;
mod opponent;
mod picture;
mod playable_game;
mod review;
mod served;
mod session;
mod start_screen;
mod terminal_display;
mod terminal_input;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;

pub use board::{Board, ListBoard};
pub use config::{ClientError, Config};
pub use full_screen::{play_on_screen, play_on_server};
pub use help_text::wrap;
pub use line_mode::play_in_lines;
pub use messages::with_setup;
pub use opponent::{DEFAULT_OPPONENT, OPPONENTS};
pub use playable_game::PlayableGame;
pub use served::{ServedMatch, ServerAction, ServerEvent, ServerLink, play_in_lines_on_server};
