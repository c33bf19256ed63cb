//! `ennead completions`: completions for a shell.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::{Shell, generate};

use crate::failure::{Failure, Status};
use crate::{app, output};

pub(crate) fn command() -> Command {
    Command::new("completions")
        .about("Print completions for a shell")
        .after_help("Example:\n  ennead completions bash > ~/.local/share/bash-completion/completions/ennead")
        .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let shell = *matches.get_one::<Shell>("shell").expect("clap has made sure that the shell is given");
    let mut script = Vec::new();
    generate(shell, &mut app::command(), "ennead", &mut script);
    output::print_raw(&script)
}
