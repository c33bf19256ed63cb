//! `ennead perft`: counts move sequences.

use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_kit::Games;

use crate::arguments::{game_argument, set_up_game};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::output;

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games).game(0, |game| format!("ennead perft {game} 3"));
    let plies = Arg::new("plies").value_name("PLIES").value_parser(value_parser!(u32));
    let seed = Arg::new("seed").long("seed").value_name("N").value_parser(value_parser!(u64));
    let command = Command::new("perft")
        .about("Count the legal move sequences of a given length")
        .after_help(examples.text())
        .arg(game_argument(games).required(true))
        .arg(plies.required(true).help("How many moves"))
        .arg(seed.help("The deal to count from, where a game begins with one [default: 1]"));
    game_options::add(command, Purpose::SetUp, games)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let (kit, options) = set_up_game(matches, games)?;
    let plies = *matches.get_one::<u32>("plies").expect("clap has made sure of it");
    let seed = matches.get_one::<u64>("seed").copied();
    output::print(&kit.game().perft(plies, seed, &options)?.to_string())
}
