//! The command line `ennead`: thin commands over the registry of games.
//!
//! One file a command in `commands`; what commands share stands beside them: arguments, options that games and formats
//! declare, batch input, output and failures.

mod app;
mod arguments;
mod batch;
mod commands;
mod contestants;
mod data;
mod failure;
mod inspection;
mod list;
mod options;
mod output;
mod plot;
mod solved;
mod stored;
mod strip;

use std::process::ExitCode;

fn main() -> ExitCode {
    match app::run(std::env::args_os()) {
        Ok(status) => status.into(),
        Err(failure) => failure.report(),
    }
}
