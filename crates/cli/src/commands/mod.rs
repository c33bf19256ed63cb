//! The commands, one file each.

use clap::{ArgMatches, Command};

use crate::failure::{Failure, Status};

mod analyse;
mod arena;
mod best;
mod bot;
mod completions;
mod conformance;
mod convert;
mod decode;
mod encode;
mod export;
mod formats;
mod graph;
mod import;
mod inspect;
mod load;
mod man;
mod perft;
mod play;
mod serve;
mod step;
mod tiny;
mod verify;

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
    Entry { build: serve::command, run: serve::run },
    Entry { build: formats::command, run: formats::run },
    Entry { build: encode::command, run: encode::run },
    Entry { build: decode::command, run: decode::run },
    Entry { build: convert::command, run: convert::run },
    Entry { build: inspect::command, run: inspect::run },
    Entry { build: perft::command, run: perft::run },
    Entry { build: conformance::command, run: conformance::run },
    Entry { build: arena::command, run: arena::run },
    Entry { build: analyse::command, run: analyse::run },
    Entry { build: bot::command, run: bot::run },
    Entry { build: best::command, run: best::run },
    Entry { build: graph::command, run: graph::run },
    Entry { build: step::command, run: step::run },
    Entry { build: tiny::command, run: tiny::run },
    Entry { build: play::command, run: play::run },
    Entry { build: load::command, run: load::run },
    Entry { build: export::command, run: export::run },
    Entry { build: import::command, run: import::run },
    Entry { build: verify::command, run: verify::run },
    Entry { build: completions::command, run: completions::run },
    Entry { build: man::command, run: man::run },
];
