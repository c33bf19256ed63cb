//! The commands, one file each.

use clap::{ArgMatches, Command};

use crate::failure::{Failure, Status};

mod completions;
mod conformance;
mod convert;
mod decode;
mod encode;
mod formats;
mod inspect;
mod man;
mod perft;

/// A command: how it is called, and what it does.
pub(crate) struct Entry {
    /// Its arguments and help.
    pub(crate) build: fn() -> Command,
    /// Its work.
    pub(crate) run: fn(&ArgMatches) -> Result<Status, Failure>,
}

/// Every command, one line each, in the order of the help.
#[rustfmt::skip]
pub(crate) const ALL: &[Entry] = &[
    Entry { build: formats::command, run: formats::run },
    Entry { build: encode::command, run: encode::run },
    Entry { build: decode::command, run: decode::run },
    Entry { build: convert::command, run: convert::run },
    Entry { build: inspect::command, run: inspect::run },
    Entry { build: perft::command, run: perft::run },
    Entry { build: conformance::command, run: conformance::run },
    Entry { build: completions::command, run: completions::run },
    Entry { build: man::command, run: man::run },
];
