//! The complete command line.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use ennead_kit::Games;

use crate::failure::{Failure, Status};
use crate::{commands, examples, output};

const ABOUT: &str = "Turn-based games in as few bits as they need";

/// The complete command line, from which help, man pages and completions are derived.
pub(crate) fn command(games: Games) -> Command {
    Command::new("ennead")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(examples::overview(games))
        .disable_help_subcommand(true)
        .subcommands(commands::all(games).into_iter().map(|command| command.build(games)))
}

/// Runs the command that the arguments select.
pub(crate) fn run(
    games: Games,
    arguments: impl Iterator<Item = OsString>,
) -> Result<Status, Failure> {
    let matches = parse(games, &arguments.collect::<Vec<_>>())?;
    let Some((name, matches)) = matches.subcommand() else {
        return output::draw(&command(games).render_help().ansi().to_string());
    };
    let asked = commands::all(games).into_iter().find(|command| command.name() == name);
    asked.expect("clap knows no other commands than these").run(matches, games)
}

/// Inputs may begin with a hyphen, so clap takes a mistyped option for an input and reports an
/// error in what follows. A second, strict parse finds the error in the option itself.
fn parse(games: Games, arguments: &[OsString]) -> Result<ArgMatches, clap::Error> {
    command(games).try_get_matches_from(arguments).map_err(|error| match error.kind() {
        ErrorKind::UnknownArgument | ErrorKind::ValueValidation if has_long_option(arguments) => {
            let strict = command(games)
                .mut_subcommands(|command| command.mut_args(|arg| arg.allow_hyphen_values(false)));
            strict.try_get_matches_from(arguments).err().unwrap_or(error)
        }
        _ => error,
    })
}

fn has_long_option(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| argument.as_encoded_bytes().starts_with(b"--"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_arguments_of_a_command_share_a_name() {
        command(Games::new(&[])).debug_assert();
    }
}
