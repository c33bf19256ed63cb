//! The commands, one file each.

use clap::{ArgMatches, Command};
use ennead_kit::{Games, Kit};

use crate::failure::{Failure, Status};
use crate::game_command;

mod analyse;
mod arena;
mod backup;
mod best;
mod bot;
mod completions;
mod conformance;
mod convert;
mod dataset;
mod decode;
mod encode;
mod export;
mod formats;
mod import;
mod inspect;
mod load;
mod man;
mod matches;
mod perft;
mod play;
mod probe;
mod prune;
mod puzzles;
mod restore;
mod serve;
mod solve;
mod verify;

pub(crate) use serve::TOKEN_FILE;

/// A command for all games.
pub(crate) struct GeneralCommand {
    name: &'static str,
    /// Its arguments and help.
    build: fn(Games) -> Command,
    /// Runs it.
    run: fn(&ArgMatches, Games) -> Result<Status, Failure>,
}

/// A command of the program.
#[derive(Clone, Copy)]
pub(crate) enum Subcommand {
    /// For all games.
    General(&'static GeneralCommand),
    /// Of one game.
    OfGame(&'static ennead_kit::Command),
}

impl Subcommand {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Subcommand::General(command) => command.name,
            Subcommand::OfGame(command) => command.name,
        }
    }

    /// Its arguments and help.
    pub(crate) fn build(self, games: Games) -> Command {
        match self {
            Subcommand::General(command) => (command.build)(games),
            Subcommand::OfGame(command) => game_command::build(command),
        }
    }

    pub(crate) fn run(self, matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
        match self {
            Subcommand::General(command) => (command.run)(matches, games),
            Subcommand::OfGame(command) => game_command::run(command, matches),
        }
    }
}

/// Commands that the help lists before those of individual games.
#[rustfmt::skip]
static FIRST: &[GeneralCommand] = &[
    GeneralCommand { name: "serve", build: serve::command, run: serve::run },
    GeneralCommand { name: "formats", build: formats::command, run: formats::run },
    GeneralCommand { name: "encode", build: encode::command, run: encode::run },
    GeneralCommand { name: "decode", build: decode::command, run: decode::run },
    GeneralCommand { name: "convert", build: convert::command, run: convert::run },
    GeneralCommand { name: "inspect", build: inspect::command, run: inspect::run },
    GeneralCommand { name: "perft", build: perft::command, run: perft::run },
    GeneralCommand { name: "conformance", build: conformance::command, run: conformance::run },
    GeneralCommand { name: "arena", build: arena::command, run: arena::run },
    GeneralCommand { name: "analyse", build: analyse::command, run: analyse::run },
    GeneralCommand { name: "best", build: best::command, run: best::run },
    GeneralCommand { name: "dataset", build: dataset::command, run: dataset::run },
    GeneralCommand { name: "bot", build: bot::command, run: bot::run },
    GeneralCommand { name: "solve", build: solve::command, run: solve::run },
    GeneralCommand { name: "probe", build: probe::command, run: probe::run },
];

/// Commands that the help lists after those of individual games.
#[rustfmt::skip]
static LAST: &[GeneralCommand] = &[
    GeneralCommand { name: "play", build: play::command, run: play::run },
    GeneralCommand { name: "puzzles", build: puzzles::command, run: puzzles::run },
    GeneralCommand { name: "load", build: load::command, run: load::run },
    GeneralCommand { name: "export", build: export::command, run: export::run },
    GeneralCommand { name: "import", build: import::command, run: import::run },
    GeneralCommand { name: "backup", build: backup::command, run: backup::run },
    GeneralCommand { name: "restore", build: restore::command, run: restore::run },
    GeneralCommand { name: "verify", build: verify::command, run: verify::run },
    GeneralCommand { name: "matches", build: matches::command, run: matches::run },
    GeneralCommand { name: "prune", build: prune::command, run: prune::run },
    GeneralCommand { name: "completions", build: completions::command, run: completions::run },
    GeneralCommand { name: "man", build: man::command, run: man::run },
];

/// Every command, in the order of the help. If two have the same name, the general one wins, or
/// else that of the earlier game.
pub(crate) fn all(games: Games) -> Vec<Subcommand> {
    let is_general = |name: &str| FIRST.iter().chain(LAST).any(|command| command.name == name);
    let mut all: Vec<Subcommand> = FIRST.iter().map(Subcommand::General).collect();
    for command in games.iter().flat_map(Kit::commands) {
        let is_taken = is_general(command.name) || all.iter().any(|c| c.name() == command.name);
        if !is_taken {
            all.push(Subcommand::OfGame(command));
        }
    }
    all.extend(LAST.iter().map(Subcommand::General));
    all
}
