//! `ennead encode`: text to value.

use clap::{ArgMatches, Command};
use ennead_game::AnyGame;
use ennead_registry::{Format, GAMES};

use crate::arguments::{
    answer_inputs, format, format_argument, game, game_argument, input_argument, show, show_argument,
};
use crate::failure::{Failure, Status};
use crate::options::{self, Purpose};

const EXAMPLES: &str = "\
Examples:
  ennead encode ttt.3t XO..X....
  ennead encode ttt.tiny --squares '5 1 9'
  ennead encode record --game ttt '5 1 9 3 7' --as base64url
  ennead encode ttt.line - < games.txt > values.txt";

pub(crate) fn command() -> Command {
    let command = Command::new("encode")
        .about("Turn text into a value")
        .after_help(EXAMPLES)
        .arg(format_argument("format"))
        .arg(input_argument("TEXT", "The text, or - for one a line from standard input"))
        .arg(show_argument("as", "Write values this way"))
        .arg(game_argument().long("game").help("The game that a record is of"));
    options::add(command, Purpose::Encode)
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let format = format(matches, "format");
    let game = game_to_encode(&format, game(matches))?;
    let options = options::given(matches, Purpose::Encode);
    options::check(&options, Purpose::Encode, game, format.info)?;
    let show = show(matches, "as");
    answer_inputs(matches, |text| {
        let value = game.encode(format.info.id, text, &options)?;
        Ok(value.show_as(show)?)
    })
}

/// The format's own game, or for a record the game that was named.
fn game_to_encode(
    format: &Format,
    named: Option<&'static dyn AnyGame>,
) -> Result<&'static dyn AnyGame, Failure> {
    match (format.game, named) {
        (Some(own), Some(other)) if own.id() != other.id() => Err(Failure::Usage(format!(
            "{} is a format of {}: --game {} does not go with it",
            format.info.id,
            own.id(),
            other.id()
        ))),
        (Some(game), _) | (None, Some(game)) => Ok(game),
        (None, None) => {
            let games: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
            Err(Failure::Usage(format!(
                "a record is of some game: say --game and one of {}",
                games.join(", ")
            )))
        }
    }
}
