//! `ennead inspect`: a value bit by bit.

use clap::{ArgMatches, Command};
use ennead_game::GameError;
use ennead_host::tools::Inspection;
use ennead_kit::Games;

use crate::arguments::{
    INPUT, answer_inputs, format, format_argument, input_argument, json_argument, show,
    show_argument, single_input,
};
use crate::examples::{Examples, hex};
use crate::failure::{Failure, Status};
use crate::inspection::draw;
use crate::output;
use crate::per_game::PerGame;

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .values(2, |format, value| format!("ennead inspect {format} {value}"))
        .record(|record| format!("ennead inspect record {} --json", hex(record)));
    let value = "The value, or - for one a line from standard input (prints JSON)";
    Command::new("inspect")
        .about("Draw a value bit by bit: its fields, their names and their meanings")
        .after_help(examples.text())
        .arg(format_argument("format", games))
        .arg(input_argument(INPUT, "VALUE", value))
        .arg(json_argument("Print one JSON object on one line; a batch always does"))
        .arg(show_argument("as", "Read the value as it is written this way"))
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let format = format(matches, "format");
    let show = show(matches, "as");
    let codecs = PerGame::new(format, games, |kit| kit.game().codec(format.info.id));
    let inspect = |text: &str| -> Result<Inspection, GameError> {
        let value = format.info.parse_value(text, show)?;
        let fields = codecs.of(&value)?.fields(&value)?;
        Ok(Inspection::new(format.info.id, &value, fields))
    };
    match single_input(matches)? {
        Some(input) if !matches.get_flag("json") => {
            output::draw(&draw(&inspect(input)?, output::width()))
        }
        _ => answer_inputs(matches, |text| Ok(inspect(text)?.to_json())),
    }
}
