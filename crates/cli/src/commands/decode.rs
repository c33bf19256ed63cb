//! `ennead decode`: value to drawing or JSON.

use clap::{ArgMatches, Command};
use ennead_game::{Decoded, Refusal};

use crate::arguments::{
    answer_inputs, format, format_argument, input_argument, json_argument, show, show_argument, single_input,
};
use crate::failure::{Failure, Status};
use crate::options::{self, Purpose};
use crate::output;

const EXAMPLES: &str = "\
Examples:
  ennead decode ttt.3t 2351957744
  ennead decode ttt.bit 0x1B5403BB --json
  ennead decode record --as base64url UQV09g
  ennead decode ttt.line - < values.txt > games.jsonl";

pub(crate) fn command() -> Command {
    let command = Command::new("decode")
        .about("Draw a value, or print it as JSON")
        .after_help(EXAMPLES)
        .arg(format_argument("format"))
        .arg(input_argument("VALUE", "The value, or - for one a line from standard input (prints JSON)"))
        .arg(json_argument("Print one JSON object on one line; a batch always does"))
        .arg(show_argument("as", "Read the value as it is written this way"));
    options::add(command, Purpose::Draw)
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let format = format(matches, "format");
    let options = options::given(matches, Purpose::Draw);
    if let Some(game) = format.game {
        options::check(&options, Purpose::Draw, game, format.info)?;
    }
    let show = show(matches, "as");
    let decode = |text: &str| -> Result<Decoded, Refusal> {
        let value = format.info.parse_value(text, show)?;
        let game = format.game_of(&value)?;
        options::check(&options, Purpose::Draw, game, format.info)?;
        game.decode(format.info.id, &value, &options)
    };
    match single_input(matches)? {
        Some(input) if !matches.get_flag("json") => output::draw(&decode(input)?.drawing),
        _ => answer_inputs(matches, |text| Ok(decode(text)?.json.to_string())),
    }
}
