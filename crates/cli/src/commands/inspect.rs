//! `ennead inspect`: a value bit by bit.

use clap::{ArgMatches, Command};
use ennead_game::Refusal;

use crate::arguments::{
    answer_inputs, format, format_argument, input_argument, json_argument, show, show_argument, single_input,
};
use crate::failure::{Failure, Status};
use crate::inspection::Inspection;
use crate::output;

const EXAMPLES: &str = "\
Examples:
  ennead inspect ttt.3t 2351957744
  ennead inspect ttt.tiny 4310116 --json";

pub(crate) fn command() -> Command {
    Command::new("inspect")
        .about("Draw a value bit by bit: its fields, their names and what they say")
        .after_help(EXAMPLES)
        .arg(format_argument("format"))
        .arg(input_argument("VALUE", "The value, or - for one a line from standard input (prints JSON)"))
        .arg(json_argument("Print one JSON object on one line; a batch always does"))
        .arg(show_argument("as", "Read the value as it is written this way"))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let format = format(matches, "format");
    let show = show(matches, "as");
    let inspect = |text: &str| -> Result<Inspection, Refusal> {
        let value = format.info.parse_value(text, show)?;
        let fields = format.game_of(&value)?.fields(format.info.id, &value)?;
        Ok(Inspection::new(format.info.id, &value, fields))
    };
    match single_input(matches)? {
        Some(input) if !matches.get_flag("json") => output::draw(&inspect(input)?.draw(output::width())),
        _ => answer_inputs(matches, |text| Ok(inspect(text)?.to_json())),
    }
}
