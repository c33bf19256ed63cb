//! `ennead play`: a game against a bot, on the full screen or line by line.

use std::io::{self, IsTerminal};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use ennead_game::Seat;
use ennead_tui::{Config, DEFAULT_OPPONENT, PlayError, opponents, play_in_lines, play_on_screen};

use crate::arguments::{game, game_argument};
use crate::failure::{Failure, Status};
use crate::options::{self, Purpose};

const EXAMPLES: &str = "\
On a terminal it takes the whole screen, with keys and mouse; ? shows the keys.
With --plain, or where there is no terminal, moves are typed as text, one a line.

Examples:
  ennead play                             choose everything on the start screen
  ennead play ttt --level 5 --seat second
  ennead play nested --depth 3
  printf '5\\nhint\\nquit\\n' | ennead play ttt";

pub(crate) fn command() -> Command {
    let command = Command::new("play")
        .about("Play against a bot, on the full screen or line by line")
        .after_help(EXAMPLES)
        .arg(game_argument())
        .arg(
            Arg::new("opponent")
                .long("opponent")
                .value_name("BOT")
                .default_value(DEFAULT_OPPONENT)
                .help(help()),
        )
        .arg(
            Arg::new("level")
                .long("level")
                .value_name("N")
                .value_parser(value_parser!(u8).range(1..=5))
                .conflicts_with("opponent")
                .help("How strong the opponent is, 1 to 5; the same as --opponent levelN"),
        )
        .arg(
            Arg::new("seat")
                .long("seat")
                .default_value("first")
                .value_parser(PossibleValuesParser::new(["first", "second"]))
                .help("Your seat"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help("What chance and bots follow from, so that a game can be repeated"),
        )
        .arg(
            Arg::new("plain")
                .long("plain")
                .action(ArgAction::SetTrue)
                .help("Line by line, also on a terminal"),
        );
    options::add(command, Purpose::SetUp)
}

fn help() -> String {
    let names: Vec<&str> = opponents().iter().map(|(spec, _)| *spec).collect();
    format!("Who plays against you: {}, or another bot of the game, as for arena", names.join(", "))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let config = config(matches)?;
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let played = if terminal && !matches.get_flag("plain") {
        play_on_screen(&config)
    } else {
        play_in_lines(&config, &mut io::stdin().lock(), &mut anstream::stdout().lock())
    };
    played.map_err(failure)?;
    Ok(Status::Done)
}

fn config(matches: &ArgMatches) -> Result<Config, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let options = options::given(matches, Purpose::SetUp);
    let game = game(matches);
    if let Some(game) = game {
        options::check_setup(&options, game)?;
    }
    Ok(Config {
        game,
        options,
        opponent: matches
            .get_one::<u8>("level")
            .map_or_else(|| text("opponent"), |level| format!("level{level}")),
        seat: if text("seat") == "second" { Seat::SECOND } else { Seat::FIRST },
        seed: matches.get_one("seed").copied(),
    })
}

fn failure(error: PlayError) -> Failure {
    match error {
        PlayError::Refused(refusal) => Failure::Refused(refusal),
        PlayError::Input(error) => Failure::Input(error),
        PlayError::Output(error) => Failure::Output(error),
        other => Failure::Refused(other.to_string().into()),
    }
}
