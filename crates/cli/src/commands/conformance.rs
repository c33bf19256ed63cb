//! `ennead conformance`: random games that any other program can reproduce.

use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_kit::Games;
use serde_json::json;

use crate::arguments::{game_argument, set_up_game};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::output;

pub(crate) fn command(games: Games) -> Command {
    let examples =
        Examples::new(games).game(0, |game| format!("ennead conformance {game} --games 1000"));
    let count = Arg::new("games").long("games").value_name("N").value_parser(value_parser!(u64));
    let command = Command::new("conformance")
        .about("Play random games with a fixed generator, and print their results as JSON")
        .after_help(examples.text())
        .arg(game_argument(games).required(true))
        .arg(count.required(true).help("How many games"));
    game_options::add(command, Purpose::SetUp, games)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let (kit, options) = set_up_game(matches, games)?;
    let count = *matches.get_one::<u64>("games").expect("clap has made sure of it");
    let tally = kit.game().tally(count, &options)?;
    let json = json!({
        "x": tally.first,
        "o": tally.second,
        "draw": tally.draw,
        "plies": tally.plies,
        "digest": tally.digest,
    });
    output::print(&json.to_string())
}
