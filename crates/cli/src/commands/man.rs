//! `ennead man`: the manual.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_mangen::Man;
use ennead_kit::Games;

use crate::failure::{Failure, Status};
use crate::{app, commands, output};

pub(crate) fn command(_: Games) -> Command {
    let dir = Arg::new("dir").long("dir").value_name("DIR").value_parser(value_parser!(PathBuf));
    Command::new("man")
        .about("Print a page of the manual, or write all of them")
        .after_help(
            "Examples:\n  ennead man | man -l -\n  ennead man --dir ~/.local/share/man/man1",
        )
        .arg(Arg::new("command").value_name("COMMAND").help("The command that the page is about"))
        .arg(dir.conflicts_with("command").help("Write every page into this directory"))
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    if let Some(dir) = matches.get_one::<PathBuf>("dir") {
        std::fs::create_dir_all(dir).map_err(Failure::Output)?;
        clap_mangen::generate_to(app::command(games), dir).map_err(Failure::Output)?;
        return Ok(Status::Done);
    }
    let page = match matches.get_one::<String>("command") {
        None => app::command(games),
        Some(name) => page_of(name, games)?,
    };
    let mut roff = Vec::new();
    Man::new(page).render(&mut roff).map_err(Failure::Output)?;
    output::print_raw(&roff)
}

/// The command within the complete one, so that its page is called `ennead-name`.
fn page_of(name: &str, games: Games) -> Result<Command, Failure> {
    let mut whole = app::command(games);
    whole.build();
    whole.find_subcommand(name).cloned().ok_or_else(|| {
        let names: Vec<&str> = commands::all(games).iter().map(|command| command.name()).collect();
        Failure::Usage(format!("there is no command {name:?}: there are {}", names.join(", ")))
    })
}
