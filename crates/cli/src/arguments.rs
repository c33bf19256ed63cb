//! Arguments that several commands share.

use std::ffi::OsString;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches};
use ennead_game::{AnyGame, Options, Refusal, Show, refuse};
use ennead_registry::{Format, GAMES, formats};

use crate::failure::{Failure, Status};
use crate::options::{self, Purpose};
use crate::{batch, output};

/// What stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The name of a format.
pub(crate) fn format_argument(id: &'static str) -> Arg {
    let names = formats().into_iter().map(|format| {
        let info = format.info;
        PossibleValue::new(info.id).help(info.summary)
    });
    Arg::new(id)
        .value_name("FORMAT")
        .required(true)
        .hide_possible_values(true)
        .help("A format, as listed by 'ennead formats'")
        .value_parser(
            PossibleValuesParser::new(names)
                .try_map(|id| ennead_registry::format(&id).ok_or_else(|| format!("there is no format {id}"))),
        )
}

/// The format that was named.
pub(crate) fn format(matches: &ArgMatches, id: &str) -> Format {
    *matches.get_one::<Format>(id).expect("clap has made sure that the format is given")
}

/// The name of a game.
pub(crate) fn game_argument() -> Arg {
    let names = GAMES.iter().map(|game| PossibleValue::new(game.id()).help(game.title()));
    Arg::new("game").value_name("GAME").help("The game").value_parser(PossibleValuesParser::new(names))
}

/// The game that was named, if any.
pub(crate) fn game(matches: &ArgMatches) -> Option<&'static dyn AnyGame> {
    ennead_registry::game(matches.get_one::<String>("game")?)
}

/// A text or a value, or `-` for standard input.
pub(crate) fn input_argument(name: &'static str, help: &'static str) -> Arg {
    // Any bytes are taken here, so that bytes that are no text are refused as input and not as wrong usage.
    let input = OsStringValueParser::new().try_map(|input| {
        // No text form begins like this, but mistyped options do.
        if input.as_encoded_bytes().starts_with(b"--") {
            return Err(format!("there is no option {}", input.to_string_lossy()));
        }
        Ok(input)
    });
    Arg::new("input").value_name(name).required(true).allow_hyphen_values(true).help(help).value_parser(input)
}

/// `--as` and its like: how values are written.
pub(crate) fn show_argument(id: &'static str, help: &'static str) -> Arg {
    Arg::new(id).long(id).value_name("WRITING").help(help).value_parser(
        PossibleValuesParser::new(["dec", "hex", "bin", "base64url"]).map(|name| match name.as_str() {
            "dec" => Show::Dec,
            "hex" => Show::Hex,
            "bin" => Show::Bin,
            _ => Show::Base64url,
        }),
    )
}

/// How values are written, if something was asked for.
pub(crate) fn show(matches: &ArgMatches, id: &str) -> Option<Show> {
    matches.get_one(id).copied()
}

/// `--json`.
pub(crate) fn json_argument(help: &'static str) -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).help(help)
}

/// The game that was named, and the options of its set-up.
pub(crate) fn set_up_game(matches: &ArgMatches) -> Result<(&'static dyn AnyGame, Options), Failure> {
    let game = game(matches).expect("clap has made sure that the game is given");
    let options = options::given(matches, Purpose::SetUp);
    options::check_setup(&options, game)?;
    Ok((game, options))
}

/// What was given as input.
pub(crate) fn input(matches: &ArgMatches) -> Result<&str, Refusal> {
    let input = matches.get_one::<OsString>("input").expect("clap has made sure that the input is given");
    input.to_str().ok_or_else(|| refuse("the input is not UTF-8"))
}

/// The input if it is a single one; none if standard input was asked for.
pub(crate) fn single_input(matches: &ArgMatches) -> Result<Option<&str>, Refusal> {
    Ok(Some(input(matches)?).filter(|input| *input != STANDARD_INPUT))
}

/// Answers the one input, or every line of standard input, the same way.
pub(crate) fn answer_inputs(
    matches: &ArgMatches,
    answer: impl Fn(&str) -> Result<String, Refusal>,
) -> Result<Status, Failure> {
    match single_input(matches)? {
        Some(input) => output::print(&answer(input)?),
        None => batch::run(answer),
    }
}
