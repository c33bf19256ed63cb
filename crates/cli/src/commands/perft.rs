//! `ennead perft`: counting move sequences.

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::arguments::{game_argument, set_up_game};
use crate::failure::{Failure, Status};
use crate::options::{self, Purpose};
use crate::output;

pub(crate) fn command() -> Command {
    let plies = Arg::new("plies").value_name("PLIES").required(true).value_parser(value_parser!(u32));
    let seed = Arg::new("seed").long("seed").value_name("N").value_parser(value_parser!(u64));
    let command = Command::new("perft")
        .about("Count the legal sequences of exactly so many moves")
        .after_help("Example:\n  ennead perft ttt 9")
        .arg(game_argument().required(true))
        .arg(plies.help("How many moves"))
        .arg(seed.help("The deal to count from, where a game begins with one [default: 1]"));
    options::add(command, Purpose::SetUp)
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let (game, options) = set_up_game(matches)?;
    let plies = *matches.get_one::<u32>("plies").expect("clap has made sure that the plies are given");
    let seed = matches.get_one::<u64>("seed").copied();
    output::print(&game.perft(plies, seed, &options)?.to_string())
}
