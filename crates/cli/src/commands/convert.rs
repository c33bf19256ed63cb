//! `ennead convert`: a value of one format to a value of another.

use clap::{ArgMatches, Command};
use ennead_kit::Games;

use crate::arguments::{
    INPUT, answer_inputs, format, format_argument, input_argument, show, show_argument,
};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::per_game::PerGame;

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .convertible(|format, value| {
            format!("ennead convert --from {format} --to record {value} --as base64url")
        })
        .line("ennead convert --from record --in base64url --to record - < links.txt");
    let command = Command::new("convert")
        .about("Turn a value of one format into another, where both can hold the same thing")
        .after_help(examples.text())
        .arg(format_argument("from", games).long("from").help("The format of the value"))
        .arg(format_argument("to", games).long("to").help("The target format"))
        .arg(input_argument(INPUT, "VALUE", "The value, or - for one a line from standard input"))
        .arg(show_argument("as", "Write values this way"))
        .arg(show_argument("in", "Read values as they are written this way"));
    game_options::add(command, Purpose::Write, games)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let from = format(matches, "from");
    let to = format(matches, "to");
    let options = game_options::given(matches, Purpose::Write, games);
    if let Some(kit) = to.kit.or(from.kit) {
        Purpose::Write.check(&options, kit.game(), to.info)?;
    }
    let (read, write) = (show(matches, "in"), show(matches, "as"));
    let converters = PerGame::new(from, games, |kit| {
        to.check_game(kit)?;
        Purpose::Write.check(&options, kit.game(), to.info)?;
        kit.game().converter(from.info.id, to.info.id)
    });
    answer_inputs(matches, |text| {
        let value = from.info.parse_value(text, read)?;
        Ok(converters.of(&value)?(&value, &options)?.show_as(write)?)
    })
}
