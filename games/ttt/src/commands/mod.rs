//! The commands that only tic-tac-toe has.

mod best;
mod graph;
mod solved;
mod step;
mod tiny;

use ennead_kit::{ArgKind, ArgSpec, Command};

/// All of them, in the order of the help.
pub(crate) static ALL: &[Command] = &[best::COMMAND, graph::COMMAND, step::COMMAND, tiny::COMMAND];

/// `--json`.
const fn json_flag(help: &'static str) -> ArgSpec {
    ArgSpec::new("json", ArgKind::Flag, help)
}
