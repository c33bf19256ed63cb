//! `ennead completions`: completions for a shell.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::{Shell, generate};
use ennead_kit::Games;

use crate::failure::{Failure, Status};
use crate::{app, output};

const EXAMPLE: &str = "\
Example:
  ennead completions bash > ~/.local/share/bash-completion/completions/ennead";

pub(crate) fn command(_: Games) -> Command {
    let shell = Arg::new("shell").value_name("SHELL");
    Command::new("completions")
        .about("Print completions for a shell")
        .after_help(EXAMPLE)
        .arg(shell.required(true).value_parser(value_parser!(Shell)))
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let shell = *matches.get_one::<Shell>("shell").expect("clap has made sure of it");
    let mut script = Vec::new();
    generate(shell, &mut app::command(games), "ennead", &mut script);
    output::print_raw(&script)
}
