//! Commands of one game, as its kit describes them.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use ennead_game::GameError;
use ennead_kit::{ArgKind, ArgSpec, Arguments, CommandError, Streams};

use crate::arguments::{input_argument, input_of};
use crate::failure::{Failure, Status};

/// The command's arguments and help.
pub(crate) fn build(command: &ennead_kit::Command) -> Command {
    Command::new(command.name)
        .about(command.about)
        .after_help(command.examples)
        .args(command.arguments.iter().map(argument))
}

fn argument(spec: &ArgSpec) -> Arg {
    let named = || Arg::new(spec.name).long(spec.name);
    let argument = match spec.kind {
        ArgKind::Positional { value, words } => {
            with_words(Arg::new(spec.name).value_name(value).required(true), words)
        }
        ArgKind::Input { value } => input_argument(spec.name, value, spec.help),
        ArgKind::Option { value, default, words } => {
            let argument = with_words(named().value_name(value), words);
            default.into_iter().fold(argument, Arg::default_value)
        }
        ArgKind::Number { default } => {
            named().value_name("N").default_value(default).value_parser(value_parser!(u64))
        }
        ArgKind::File => named().value_name("FILE").value_parser(value_parser!(PathBuf)),
        ArgKind::Flag => named().action(ArgAction::SetTrue),
    };
    argument.help(spec.help).conflicts_with_all(spec.conflicts)
}

fn with_words(argument: Arg, words: &'static [&'static str]) -> Arg {
    match words.is_empty() {
        true => argument,
        false => argument.value_parser(PossibleValuesParser::new(words)),
    }
}

/// Runs the command on standard input and output.
pub(crate) fn run(command: &ennead_kit::Command, matches: &ArgMatches) -> Result<Status, Failure> {
    let arguments = given(command.arguments, matches)?;
    let mut output = anstream::stdout().lock();
    let streams = Streams {
        input: &mut io::stdin().lock(),
        is_interactive: io::stdin().is_terminal(),
        output: &mut output,
    };
    (command.run)(&arguments, streams)?;
    output.flush().map_err(Failure::Output)?;
    Ok(Status::Done)
}

/// The arguments given or defaulted.
fn given(specs: &[ArgSpec], matches: &ArgMatches) -> Result<Arguments, GameError> {
    let mut arguments = Vec::new();
    for spec in specs {
        if let Some(value) = value(spec, matches)? {
            arguments.push((spec.name, value));
        }
    }
    Ok(Arguments::new(arguments))
}

fn value(spec: &ArgSpec, matches: &ArgMatches) -> Result<Option<OsString>, GameError> {
    Ok(match spec.kind {
        ArgKind::Positional { .. } | ArgKind::Option { .. } => {
            matches.get_one::<String>(spec.name).map(OsString::from)
        }
        ArgKind::Input { .. } => Some(input_of(matches, spec.name)?.into()),
        ArgKind::Number { .. } => {
            matches.get_one::<u64>(spec.name).map(|number| number.to_string().into())
        }
        ArgKind::File => matches.get_one::<PathBuf>(spec.name).map(OsString::from),
        ArgKind::Flag => matches.get_flag(spec.name).then(OsString::new),
    })
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::Rejected(error) => error.into(),
            CommandError::Input(error) => Failure::Input(error),
            CommandError::Output(error) => Failure::Output(error),
        }
    }
}
