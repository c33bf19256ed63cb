//! `ennead conformance`: random games that any other program can repeat.

use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;

use crate::arguments::{game_argument, set_up_game};
use crate::failure::{Failure, Status};
use crate::options::{self, Purpose};
use crate::output;

pub(crate) fn command() -> Command {
    let games = Arg::new("games").long("games").value_name("N").value_parser(value_parser!(u64));
    let command = Command::new("conformance")
        .about("Play random games with a fixed generator, and print how they went as JSON")
        .after_help("Example:\n  ennead conformance ttt --games 1000")
        .arg(game_argument().required(true))
        .arg(games.required(true).help("How many games"));
    options::add(command, Purpose::SetUp)
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let (game, options) = set_up_game(matches)?;
    let games = *matches.get_one::<u64>("games").expect("clap has made sure that the games are given");
    let tally = game.tally(games, &options)?;
    let json = json!({
        "x": tally.first,
        "o": tally.second,
        "draw": tally.draw,
        "plies": tally.plies,
        "digest": tally.digest,
    });
    output::print(&json.to_string())
}
