//! The command line as a whole.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};

use crate::failure::{Failure, Status};
use crate::{commands, output};

const ABOUT: &str = "Turn-based games in as few bits as they need";
const EXAMPLES: &str = "\
Examples:
  ennead formats                        what there is
  ennead encode ttt.3t XO..X....        a board as a number
  ennead decode ttt.tiny 4310116        a number as a board
  ennead inspect ttt.3t 2147484159      a number bit by bit";

/// The whole command line; help, man pages and completions all come from it.
pub(crate) fn command() -> Command {
    Command::new("ennead")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .after_help(EXAMPLES)
        .disable_help_subcommand(true)
        .subcommands(commands::ALL.iter().map(|command| (command.build)()))
}

/// Does what the arguments ask for.
pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> Result<Status, Failure> {
    let matches = parse(&arguments.collect::<Vec<_>>())?;
    let Some((name, matches)) = matches.subcommand() else {
        return output::draw(&command().render_help().ansi().to_string());
    };
    let asked = commands::ALL.iter().find(|command| (command.build)().get_name() == name);
    (asked.expect("clap knows no other commands than these").run)(matches)
}

/// Inputs may begin with a hyphen, so clap takes a mistyped option for an input and complains of what follows. What is wrong
/// with the option itself it says when inputs may not.
fn parse(arguments: &[OsString]) -> Result<ArgMatches, clap::Error> {
    command().try_get_matches_from(arguments).map_err(|error| match error.kind() {
        ErrorKind::UnknownArgument | ErrorKind::ValueValidation if has_long_option(arguments) => {
            let strict =
                command().mut_subcommands(|command| command.mut_args(|arg| arg.allow_hyphen_values(false)));
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
    #[test]
    fn no_two_arguments_of_a_command_share_a_name() {
        super::command().debug_assert();
    }
}
