//! `ennead bot`: our bots as engines for anyone's referee.

use std::io;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use ennead_bots::engine::{ServeError, Served, serve, serve_cg};
use ennead_bots::roster;

use crate::arguments::game_argument;
use crate::contestants::{bot_argument, bots_help, budget, budget_arguments, seed};
use crate::failure::{Failure, Status};

const EXAMPLES: &str = "\
Examples:
  ennead bot --game ttt --bot random
  ennead bot --protocol cg --game nested --bot best
  ennead arena nested --rules count --a best --b 'cg:ennead bot --protocol cg --bot random' --games 10";

pub(crate) fn command() -> Command {
    Command::new("bot")
        .about("Let a bot answer a referee on standard input and output")
        .after_help(format!("{EXAMPLES}\n\n{}", bots_help()))
        .arg(
            Arg::new("protocol")
                .long("protocol")
                .value_name("PROTOCOL")
                .default_value("ennead")
                .value_parser(PossibleValuesParser::new(["ennead", "cg"]))
                .help("What the referee speaks: BOT-PROTOCOL.md, or CodinGame's Ultimate Tic-Tac-Toe"),
        )
        .arg(game_argument().long("game").help("The game").default_value_if("protocol", "cg", Some("nested")))
        .arg(bot_argument("bot", "The bot").required(true))
        .args(budget_arguments())
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let game = matches.get_one::<String>("game");
    let game = game.ok_or_else(|| Failure::Usage("say which game with --game".into()))?;
    let spec = matches.get_one::<String>("bot").expect("clap has made sure that the bot is given");
    let served = Served { spec, seed: seed(matches), budget: budget(matches) };
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    let cg = matches.get_one::<String>("protocol").is_some_and(|protocol| protocol == "cg");
    let done = match cg {
        true if game != "nested" => {
            return Err(Failure::Usage(format!("CodinGame's protocol is for nested, not for {game}")));
        }
        true => serve_cg(served, input, output),
        false => serve(roster::roster(game)?, served, input, output),
    };
    done.map(|()| Status::Done).map_err(failure)
}

fn failure(error: ServeError) -> Failure {
    match error {
        ServeError::Write(error) => Failure::Output(error),
        ServeError::Roster(error) => error.into(),
        error => Failure::Refused(error.into()),
    }
}
