//! Commands that only tic-tac-toe has.

mod best;
mod graph;
mod solved;
mod step;
mod tiny;

use ennead_kit::{ArgKind, ArgSpec, Command};

/// All commands, in the order in which the help lists them.
pub(crate) static ALL: &[Command] = &[best::COMMAND, graph::COMMAND, step::COMMAND, tiny::COMMAND];

/// The `--json` flag.
const fn json_flag(help: &'static str) -> ArgSpec {
    ArgSpec::new("json", ArgKind::Flag, help)
}
