//! `ennead decode`: value to drawing or JSON.

use clap::{ArgMatches, Command};
use ennead_game::{Decoded, GameError};
use ennead_kit::Games;

use crate::arguments::{
    INPUT, answer_inputs, format, format_argument, input_argument, json_argument, show,
    show_argument, single_input,
};
use crate::examples::{Examples, link};
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::output;
use crate::per_game::PerGame;

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .values(2, |format, value| format!("ennead decode {format} {value}"))
        .record(|record| format!("ennead decode record --as base64url {} --json", link(record)))
        .line("ennead decode FORMAT - < values.txt > values.jsonl");
    let value = "The value, or - for one a line from standard input (prints JSON)";
    let command = Command::new("decode")
        .about("Draw a value, or print it as JSON")
        .after_help(examples.text())
        .arg(format_argument("format", games))
        .arg(input_argument(INPUT, "VALUE", value))
        .arg(json_argument("Print one JSON object on one line; a batch always does"))
        .arg(show_argument("as", "Read the value as it is written this way"));
    game_options::add(command, Purpose::Draw, games)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let format = format(matches, "format");
    let options = game_options::given(matches, Purpose::Draw, games);
    if let Some(kit) = format.kit {
        Purpose::Draw.check(&options, kit.game(), format.info)?;
    }
    let show = show(matches, "as");
    let codecs = PerGame::new(format, games, |kit| {
        Purpose::Draw.check(&options, kit.game(), format.info)?;
        kit.game().codec(format.info.id)
    });
    let decode = |text: &str| -> Result<Decoded, GameError> {
        let value = format.info.parse_value(text, show)?;
        codecs.of(&value)?.decode(&value, &options)
    };
    match single_input(matches)? {
        Some(input) if !matches.get_flag("json") => output::draw(&decode(input)?.drawing),
        _ => answer_inputs(matches, |text| Ok(decode(text)?.json.to_string())),
    }
}
