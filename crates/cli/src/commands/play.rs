//! `ennead play`: a game against a bot, on the full screen or line by line.

use std::io::{self, IsTerminal};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use ennead_game::Seat;
use ennead_kit::Games;
use ennead_tui::{Config, DEFAULT_OPPONENT, OPPONENTS, PlayError, play_in_lines, play_on_screen};

use crate::arguments::{game, game_argument};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};

const AFTER_HELP: &str = "\
On a terminal it takes the whole screen, with keys and mouse; ? shows the keys.
With --plain, or where there is no terminal, moves are typed as text, one a line.";

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .line("ennead play                             choose everything on the start screen")
        .game(0, |game| format!("ennead play {game} --level 5 --seat second"))
        .game(1, |game| format!("ennead play {game} --lessons"))
        .game(0, |game| format!("printf 'hint\\nquit\\n' | ennead play {game}"));
    let command = Command::new("play")
        .about("Play against a bot, on the full screen or line by line")
        .after_help(format!("{AFTER_HELP}\n\n{}", examples.text()))
        .arg(game_argument(games))
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
            Arg::new("lessons")
                .long("lessons")
                .action(ArgAction::SetTrue)
                .help("Learn the game: positions with one instruction each"),
        )
        .arg(
            Arg::new("plain")
                .long("plain")
                .action(ArgAction::SetTrue)
                .help("Line by line, also on a terminal"),
        );
    game_options::add(command, Purpose::SetUp, games)
}

fn help() -> String {
    let names = OPPONENTS.join(", ");
    format!("Who plays against you: {names}, or another bot of the game, as for arena")
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let config = config(matches, games)?;
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let played = if terminal && !matches.get_flag("plain") {
        play_on_screen(&config)
    } else {
        play_in_lines(&config, &mut io::stdin().lock(), &mut anstream::stdout().lock())
    };
    played.map_err(failure)?;
    Ok(Status::Done)
}

fn config(matches: &ArgMatches, games: Games) -> Result<Config, Failure> {
    let text = |name: &str| matches.get_one::<String>(name).cloned().unwrap_or_default();
    let options = game_options::given(matches, Purpose::SetUp, games);
    let kit = game(matches, games);
    if let Some(kit) = kit {
        Purpose::check_setup(&options, kit.game())?;
    }
    Ok(Config {
        games: games.playable(),
        game: kit.map(|kit| kit.id().to_string()),
        options,
        opponent: matches
            .get_one::<u8>("level")
            .map_or_else(|| text("opponent"), |level| format!("level{level}")),
        seat: if text("seat") == "second" { Seat::SECOND } else { Seat::FIRST },
        seed: matches.get_one("seed").copied(),
        lessons: matches.get_flag("lessons"),
    })
}

fn failure(error: PlayError) -> Failure {
    match error {
        PlayError::Rejected(error) => Failure::Rejected(error),
        PlayError::Input(error) => Failure::Input(error),
        PlayError::Output(error) => Failure::Output(error),
        other => Failure::Rejected(other.to_string().into()),
    }
}
