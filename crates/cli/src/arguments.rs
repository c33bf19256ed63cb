//! Arguments shared by several commands.

use std::ffi::OsString;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches};
use ennead_game::{GameError, Options, Show, reject};
use ennead_kit::{Format, Games, Kit};

use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::{batch, output};

/// The argument that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The id of a command's input argument.
pub(crate) const INPUT: &str = "input";

/// The name of a format.
pub(crate) fn format_argument(id: &'static str, games: Games) -> Arg {
    let formats = games.formats();
    let names = formats.clone().into_iter().map(|format| {
        let info = format.info;
        PossibleValue::new(info.id).help(info.summary)
    });
    Arg::new(id)
        .value_name("FORMAT")
        .required(true)
        .hide_possible_values(true)
        .help("A format, as listed by 'ennead formats'")
        .value_parser(PossibleValuesParser::new(names).try_map(move |id| {
            let named = formats.iter().find(|format| format.info.id == id).copied();
            named.ok_or_else(|| format!("there is no format {id}"))
        }))
}

/// The format given.
pub(crate) fn format(matches: &ArgMatches, id: &str) -> Format {
    *matches.get_one::<Format>(id).expect("clap has made sure that the format is given")
}

/// The name of a game.
pub(crate) fn game_argument(games: Games) -> Arg {
    let names = games.iter().map(|kit| PossibleValue::new(kit.id()).help(kit.game().title()));
    let names = PossibleValuesParser::new(names);
    Arg::new("game").value_name("GAME").help("The game").value_parser(names)
}

/// The game given, if any.
pub(crate) fn game(matches: &ArgMatches, games: Games) -> Option<&'static Kit> {
    games.game(matches.get_one::<String>("game")?)
}

/// A text or a value, or `-` for standard input.
pub(crate) fn input_argument(id: &'static str, name: &'static str, help: &'static str) -> Arg {
    // Accept bytes that are not text, so that they are rejected as invalid input and not as a usage
    // error.
    let input = OsStringValueParser::new().try_map(|input| {
        // No text form begins like this, but mistyped options do.
        if input.as_encoded_bytes().starts_with(b"--") {
            return Err(format!("there is no option {}", input.to_string_lossy()));
        }
        Ok(input)
    });
    let argument = Arg::new(id).value_name(name).required(true).allow_hyphen_values(true);
    argument.help(help).value_parser(input)
}

/// `--as` and similar options: the notation of values.
pub(crate) fn show_argument(id: &'static str, help: &'static str) -> Arg {
    Arg::new(id).long(id).value_name("WRITING").help(help).value_parser(
        PossibleValuesParser::new(["dec", "hex", "bin", "base64url"]).map(|name| {
            match name.as_str() {
                "dec" => Show::Dec,
                "hex" => Show::Hex,
                "bin" => Show::Bin,
                _ => Show::Base64url,
            }
        }),
    )
}

/// The notation of values, if given.
pub(crate) fn show(matches: &ArgMatches, id: &str) -> Option<Show> {
    matches.get_one(id).copied()
}

/// `--json`.
pub(crate) fn json_argument(help: &'static str) -> Arg {
    Arg::new("json").long("json").action(ArgAction::SetTrue).help(help)
}

/// The game given, and its set-up options.
pub(crate) fn set_up_game(
    matches: &ArgMatches,
    games: Games,
) -> Result<(&'static Kit, Options), Failure> {
    let kit = game(matches, games).expect("clap has made sure that the game is given");
    let options = game_options::given(matches, Purpose::SetUp, games);
    Purpose::check_setup(&options, kit.game())?;
    Ok((kit, options))
}

/// The input of a command.
pub(crate) fn input(matches: &ArgMatches) -> Result<&str, GameError> {
    input_of(matches, INPUT)
}

/// The text of an [`input_argument`].
pub(crate) fn input_of<'a>(matches: &'a ArgMatches, id: &str) -> Result<&'a str, GameError> {
    let input = matches.get_one::<OsString>(id).expect("clap has made sure that it is given");
    input.to_str().ok_or_else(|| reject("the input is not UTF-8"))
}

/// The input, if it is a single one; `None` for standard input.
pub(crate) fn single_input(matches: &ArgMatches) -> Result<Option<&str>, GameError> {
    Ok(Some(input(matches)?).filter(|input| *input != STANDARD_INPUT))
}

/// Processes the single input, or every line of standard input in the same way.
pub(crate) fn answer_inputs(
    matches: &ArgMatches,
    answer: impl Fn(&str) -> Result<String, GameError>,
) -> Result<Status, Failure> {
    match single_input(matches)? {
        Some(input) => output::print(&answer(input)?),
        None => batch::run(answer),
    }
}
