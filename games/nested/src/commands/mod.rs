//! The commands that only nested tic-tac-toe has.

mod endgames;
mod theorem;

use ennead_kit::Command;

/// All of them, in the order of the help.
pub(crate) static ALL: &[Command] = &[endgames::COMMAND, theorem::COMMAND];
