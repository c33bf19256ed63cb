//! Every game that Ennead knows, one line each, and their formats by name.
//!
//! Whoever knows games only by name (the command line, a server, a page) asks here. A new game adds one line to
//! [`GAMES`] and is then known to all of them.

mod formats;
mod games;

pub use formats::{Format, RecordGameError, format, formats};
pub use games::{GAMES, game, game_numbered};
