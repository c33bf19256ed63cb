//! `ennead play`: a game against a bot or on a server, full-screen or line by line.

use std::io::{self, BufReader, IsTerminal, Write};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use ennead_game::{Seat, puzzle_of_day};
use ennead_kit::{Games, Kit};
use ennead_load::Address;
use ennead_search::puzzle::Task;
use ennead_tui::{
    ClientError, Config, DEFAULT_OPPONENT, OPPONENTS, play_in_lines, play_in_lines_on_server,
    play_on_screen, play_on_server,
};

use crate::arguments::{game, game_argument};
use crate::bot_arguments::{levels_help, table_argument, tables};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::server_client::{
    Calls, Connection, MatchLink, NewMatch, match_argument, name_argument, server_argument,
    wait_for,
};

const AFTER_HELP: &str = "\
On a terminal it takes the whole screen, with keys and mouse; ? shows the keys.
With --plain, or where there is no terminal, moves are typed as text, one per line.

With --server the match is on a server: a new one with an open seat for a friend, or, with --level,
a bot of the server on the other seat; or the one that --match names. Others play or watch it by its
link in a browser, or with --match.";

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .line("ennead play                             choose everything on the start screen")
        .game(0, |game| format!("ennead play {game} --level 5 --seat second"))
        .game(1, |game| format!("ennead play {game} --lessons"))
        .game(1, |game| format!("ennead play {game} --puzzle"))
        .game(0, |game| format!("ennead play {game} --server http://127.0.0.1:9009 --name Ada"))
        .line("ennead play --match http://127.0.0.1:9009/m/AAAAAAAAAAA   join a friend, or watch")
        .game(0, |game| format!("printf 'hint\\nquit\\n' | ennead play {game}"));
    let command = Command::new("play")
        .about("Play against a bot or on a server, on the full screen or line by line")
        .after_help(format!(
            "{AFTER_HELP}\n\n{}{}{}",
            setup_help(games),
            levels_help(games),
            examples.text()
        ))
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
                .help("The seed of chance and bots, so that a game can be repeated"),
        )
        .arg(
            Arg::new("lessons")
                .long("lessons")
                .action(ArgAction::SetTrue)
                .help("Learn the game: positions with one instruction each"),
        )
        .arg(
            Arg::new("puzzle")
                .long("puzzle")
                .value_name("N")
                .num_args(0..=1)
                .default_missing_value(TODAY)
                .conflicts_with_all(["lessons", "server"])
                .value_parser(parse_puzzle)
                .help("Solve a puzzle of the game: its number, or today's"),
        )
        .arg(
            table_argument(
                "A table of 'ennead solve': hints and reviews of its set-up look positions up; may \
                 be repeated",
            )
            .action(ArgAction::Append)
            .conflicts_with_all(["server", "match"]),
        )
        .arg(server_argument().help("Play on this server, as in http://127.0.0.1:9009"))
        .arg(
            match_argument()
                .conflicts_with_all(["game", "lessons", "puzzle", "level"])
                .help("Join the match behind this link, or watch it if no seat is open"),
        )
        .arg(
            Arg::new("watch")
                .long("watch")
                .action(ArgAction::SetTrue)
                .requires("match")
                .help("Watch, and leave an open seat to others"),
        )
        .arg(
            Arg::new("token")
                .long("token")
                .value_name("TOKEN")
                // Tokens are base64url: one in 64 begins with a hyphen.
                .allow_hyphen_values(true)
                .requires("match")
                .conflicts_with("watch")
                .help("Come back to the seat that this token holds"),
        )
        .arg(name_argument())
        .arg(
            Arg::new("beat")
                .long("beat")
                .value_name("MS")
                .default_value("500")
                .value_parser(value_parser!(u64).range(0..=10_000))
                .help("How long a bot's move takes at least on a terminal, in milliseconds"),
        )
        .arg(
            Arg::new("plain")
                .long("plain")
                .action(ArgAction::SetTrue)
                .help("Line by line, also on a terminal"),
        );
    game_options::add(command, Purpose::SetUp, games)
}

/// How a game begins without set-up options, and which options the web pages begin with instead.
fn setup_help(games: Games) -> String {
    let suggested = |kit: &Kit| {
        let setup = kit.suggested_setup();
        let options = setup.iter().map(|(name, value)| format!(" --{name} {value}"));
        let options: String = options.collect();
        (!options.is_empty()).then(|| format!("{}{options}", kit.id()))
    };
    let suggested: Vec<String> = games.iter().filter_map(suggested).collect();
    let text = "The title names the set-up. Options that are not given have the defaults below";
    let pages = format!("; the web pages begin with {}", suggested.join(", "));
    let pages = if suggested.is_empty() { String::new() } else { pages };
    format!("{text}{pages}.\n\n")
}

/// The word for the daily puzzle.
const TODAY: &str = "today";

/// Parses the number of a puzzle; 0 stands for the daily one.
fn parse_puzzle(text: &str) -> Result<usize, String> {
    let wrong = || format!("a puzzle is a number from 1, or {TODAY}");
    if text == TODAY {
        return Ok(0);
    }
    text.parse().ok().filter(|number| *number > 0).ok_or_else(wrong)
}

/// The puzzle requested.
fn puzzle(matches: &ArgMatches, kit: Option<&Kit>) -> Result<Option<usize>, Failure> {
    let Some(number) = matches.get_one::<usize>("puzzle").copied() else { return Ok(None) };
    let kit = kit.ok_or_else(|| Failure::Usage("say the game of the puzzle".into()))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
    let number = if number == 0 { puzzle_of_day(now, kit.puzzle_count()) } else { number };
    // Reject nonexistent numbers before switching to the full screen.
    kit.puzzles().puzzle(number).map_err(|error| Failure::Rejected(error.into()))?;
    Ok(Some(number))
}

/// Whether the puzzle is a question, which is answered line by line.
fn is_question(kit: Option<&Kit>, puzzle: Option<usize>) -> bool {
    let puzzle = kit.zip(puzzle).and_then(|(kit, number)| kit.puzzles().puzzle(number).ok());
    puzzle.is_some_and(|puzzle| matches!(puzzle.task(), Task::Answer(_)))
}

fn help() -> String {
    let names = OPPONENTS.join(", ");
    format!("Who plays against you: {names}, or another bot of the game, as for arena")
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    if matches.contains_id("server") || matches.contains_id("match") {
        return run_on_server(matches, games);
    }
    if matches.contains_id("name") {
        return Err(Failure::Usage(
            "--name is for matches on a server: use --server or --match".into(),
        ));
    }
    let config = config(matches, games)?;
    let is_question = is_question(game(matches, games), config.puzzle);
    let played = if is_on_screen(matches) && !is_question {
        play_on_screen(&config)
    } else {
        play_in_lines(&config, &mut io::stdin().lock(), &mut anstream::stdout().lock())
    };
    played.map_err(failure)?;
    Ok(Status::Done)
}

/// How long a bot's move takes at least: programs that read and write lines do not wait.
fn beat(matches: &ArgMatches) -> Duration {
    let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
    let wanted = matches.get_one("beat").copied().filter(|_| is_watched);
    Duration::from_millis(wanted.unwrap_or_default())
}

fn is_on_screen(matches: &ArgMatches) -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !matches.get_flag("plain")
}

fn run_on_server(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let calls = match MatchLink::of(matches)? {
        Some(at) => take_place(matches, at)?,
        None => create(matches, games)?,
    };
    let shown = wait_for(calls.show())?;
    let id = shown["game"].as_str().unwrap_or_default();
    let unknown = || Failure::Service(format!("this program has no game {id:?}"));
    let kit = games.game(id).ok_or_else(unknown)?;
    let link = Connection::follow(calls.clone(), beat(matches))?;
    let played = if is_on_screen(matches) {
        play_on_server(kit.playable(), &link)
    } else {
        let input = BufReader::new(io::stdin());
        play_in_lines_on_server(kit.playable(), &link, input, &mut anstream::stdout().lock())
    };
    played.map_err(failure)?;
    if let Some((link, token)) = unfinished(calls) {
        let text = format!("come back to your seat with --match {link} --token {token}");
        writeln!(anstream::stdout(), "{text}").map_err(Failure::Output)?;
    }
    Ok(Status::Done)
}

/// The link and token of a match that the player leaves unfinished, which may be a rematch.
fn unfinished(mut calls: Calls) -> Option<(String, String)> {
    let token = calls.token.clone()?;
    loop {
        let shown = wait_for(calls.show()).ok()?;
        if shown["state"] != "finished" {
            return Some((format!("{}/m/{}", calls.at.address, calls.at.id), token));
        }
        calls.at.id = shown["next"].as_str()?.to_string();
    }
}

/// Creates a match with the requested seat.
fn create(matches: &ArgMatches, games: Games) -> Result<Calls, Failure> {
    let kit = game(matches, games);
    let kit = kit.ok_or_else(|| Failure::Usage("say which game to play on the server".into()))?;
    let setup = game_options::given(matches, Purpose::SetUp, games);
    Purpose::check_setup(&setup, kit.game())?;
    let other = matches.get_one::<u8>("level").map(|level| format!("bot:{level}"));
    let mut seats = ["person".to_string(), other.unwrap_or_else(|| "open".into())];
    if matches.get_one::<String>("seat").is_some_and(|seat| seat == "second") {
        seats.reverse();
    }
    let name = matches.get_one::<String>("name").map(String::as_str);
    let address = matches.get_one::<Address>("server").expect("there is a server, or a match");
    wait_for(Calls::create(address, &NewMatch { game: kit.id(), setup: &setup, seats, name }))
}

/// Takes a seat of a match, or joins its spectators.
fn take_place(matches: &ArgMatches, at: MatchLink) -> Result<Calls, Failure> {
    let token = matches.get_one::<String>("token").cloned();
    let watcher = Calls { at, token };
    if watcher.token.is_some() || matches.get_flag("watch") {
        return Ok(watcher);
    }
    let is_open = wait_for(watcher.show())?["state"] == "open";
    if !is_open {
        return Ok(watcher);
    }
    let name = matches.get_one::<String>("name").map(String::as_str);
    wait_for(Calls::join(&watcher.at, name))
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
        puzzle: puzzle(matches, kit)?,
        tables: tables(matches, games)?,
        beat: beat(matches),
    })
}

fn failure(error: ClientError) -> Failure {
    match error {
        ClientError::Rejected(error) => Failure::Rejected(error),
        ClientError::Input(error) => Failure::Input(error),
        ClientError::Output(error) => Failure::Output(error),
        ClientError::Server(text) => Failure::Service(text),
        other => Failure::Rejected(other.to_string().into()),
    }
}
