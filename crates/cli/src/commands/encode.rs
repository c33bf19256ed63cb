//! `ennead encode`: text to value.

use clap::{ArgMatches, Command};
use ennead_kit::Games;

use crate::arguments::{
    INPUT, answer_inputs, format, format_argument, game, game_argument, input_argument, show,
    show_argument,
};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .texts(2, |format, text| format!("ennead encode {format} {text}"))
        .moves(|game, moves| format!("ennead encode record --game {game} {moves} --as base64url"))
        .line("ennead encode FORMAT - < texts.txt > values.txt");
    let command = Command::new("encode")
        .about("Turn text into a value")
        .after_help(examples.text())
        .arg(format_argument("format", games))
        .arg(input_argument(INPUT, "TEXT", "The text, or - for one a line from standard input"))
        .arg(show_argument("as", "Write values this way"))
        .arg(game_argument(games).long("game").help("The game that a record is of"));
    game_options::add(command, Purpose::Encode, games)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let format = format(matches, "format");
    let game = format.game_to_encode(game(matches, games), games)?.game();
    let options = game_options::given(matches, Purpose::Encode, games);
    Purpose::Encode.check(&options, game, format.info)?;
    let codec = game.codec(format.info.id)?;
    let show = show(matches, "as");
    answer_inputs(matches, |text| Ok(codec.encode(text, &options)?.show_as(show)?))
}
