//! `ennead convert`: a value of one format to a value of another.

use clap::{ArgMatches, Command};
use ennead_game::{AnyGame, Refusal, Value, refuse};
use ennead_registry::Format;

use crate::arguments::{answer_inputs, format, format_argument, input_argument, show, show_argument};
use crate::failure::{Failure, Status};
use crate::options::{self, Purpose};

const EXAMPLES: &str = "\
Examples:
  ennead convert --from ttt.tiny --to ttt.3t 5268016
  ennead convert --from ttt.line --to record 1234 --as base64url
  ennead convert --from record --in base64url --to ttt.tiny - < links.txt";

pub(crate) fn command() -> Command {
    let command = Command::new("convert")
        .about("Turn a value of one format into another, where both can hold the same thing")
        .after_help(EXAMPLES)
        .arg(format_argument("from").long("from").help("The format of the value"))
        .arg(format_argument("to").long("to").help("The format wanted"))
        .arg(input_argument("VALUE", "The value, or - for one a line from standard input"))
        .arg(show_argument("as", "Write values this way"))
        .arg(show_argument("in", "Read values as they are written this way"));
    options::add(command, Purpose::Write)
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let from = format(matches, "from");
    let to = format(matches, "to");
    let options = options::given(matches, Purpose::Write);
    if let Some(game) = to.game.or(from.game) {
        options::check(&options, Purpose::Write, game, to.info)?;
    }
    let (read, write) = (show(matches, "in"), show(matches, "as"));
    answer_inputs(matches, |text| {
        let value = from.info.parse_value(text, read)?;
        let game = common_game(&from, &to, &value)?;
        options::check(&options, Purpose::Write, game, to.info)?;
        let value = game.convert(from.info.id, to.info.id, &value, &options)?;
        Ok(value.show_as(write)?)
    })
}

/// The game that the value is of, which must be that of the format wanted.
fn common_game(from: &Format, to: &Format, value: &Value) -> Result<&'static dyn AnyGame, Refusal> {
    let game = from.game_of(value)?;
    match to.game {
        Some(other) if other.id() != game.id() => Err(refuse(format!(
            "{} is a format of {}, but the value is of {}: nothing is both",
            to.info.id,
            other.id(),
            game.id()
        ))),
        _ => Ok(game),
    }
}
