//! Commands that only nested tic-tac-toe has.

mod endgames;
mod theorem;

use ennead_kit::Command;

/// All commands, in the order in which the help lists them.
pub(crate) static ALL: &[Command] = &[endgames::COMMAND, theorem::COMMAND];
