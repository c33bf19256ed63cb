//! The command line of Ennead, for any list of games.
//!
//! [`run`] is a complete program: it plays, serves, stores, encodes and analyses the given games.
//! The binary `ennead` passes the built-in ones. A crate that adds its own game depends on `ennead`
//! without default features and passes its kit:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     ennead::run(&[/* &my_game::GAME */])
//! }
//! ```
//!
//! There is one file per command in `commands`. Beside them are the shared parts: arguments, the
//! options that games and formats declare, batch input, output and failures.

mod advantage_plot;
mod app;
mod arguments;
mod batch;
mod bit_strip;
mod bot_arguments;
mod commands;
mod database_arguments;
mod examples;
mod failure;
mod field_list;
mod game_command;
mod game_options;
mod inspection;
mod operator;
mod output;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet_files.rs")]
mod parquet_files;
mod part_file;
mod per_game;
mod seated_bot;
mod server_client;
mod stored_matches;

pub use {ennead_game as game, ennead_kit as kit, ennead_search as search};

use std::process::ExitCode;

use ennead_kit::{Games, Kit};

/// Runs the command that the program's arguments select, with these games.
pub fn run(games: &[&'static Kit]) -> ExitCode {
    // The list lives as long as the program, and a list of statics is not promoted to a static.
    let games = Games::new(games.to_vec().leak());
    match app::run(games, std::env::args_os()) {
        Ok(status) => status.into(),
        Err(failure) => failure.report(),
    }
}
