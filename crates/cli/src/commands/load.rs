//! `ennead load`: many real matches over real sockets, measured.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_game::{AnyGame, Options, Values, reject};
use ennead_kit::Games;
use ennead_load::{Address, LoadError, Plan, Progress};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value as Json, json};

use crate::arguments::{game_argument, set_up_game};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::output;

const LONG_ABOUT: &str = "\
Play real matches against a server, and say how fast it is.

Every player has a socket; both seats of every match choose at random among what they are offered, \
and go on with a rematch. Prints one JSON object: choices a second, the time in milliseconds from \
a choice to both players informed, bytes of frames each way, and errors by kind. A server that \
goes down is waited for.";

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .line("ennead load --matches 256 --seconds 10")
        .game(1, |game| format!("ennead load --game {game} --matches 20 --seconds 5"))
        .line("ennead load --matches 0 --idle 10000 --seconds 30");
    let ledger = Arg::new("ledger").long("ledger").value_name("FILE");
    let url = Arg::new("url").long("url").value_name("URL").default_value("http://127.0.0.1:9009");
    let range = |most: i64| value_parser!(u32).range(..=most);
    let first = games.iter().next();
    let game = first
        .into_iter()
        .fold(game_argument(games).long("game"), |game, kit| game.default_value(kit.id()));
    let command = Command::new("load")
        .about("Play real matches against a server, and say how fast it is")
        .long_about(LONG_ABOUT)
        .after_help(examples.text())
        .arg(url.value_parser(|text: &str| text.parse::<Address>()).help("The server"))
        .arg(
            number("matches", "64", "How many matches are played at a time")
                .value_parser(range(100_000)),
        )
        .arg(number("seconds", "10", "For how long").value_parser(value_parser!(u32).range(1..)))
        .arg(
            number("idle", "0", "How many more sockets only watch one match")
                .value_parser(range(1_000_000)),
        )
        .arg(
            ledger
                .value_parser(value_parser!(PathBuf))
                .help("Write every acknowledged choice: match id, ply and option, one a line"),
        )
        .arg(game.required(first.is_none()));
    game_options::add(command, Purpose::SetUp, games)
}

fn number(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").default_value(default).help(help)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let plan = plan(matches, games)?;
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
    let outcome = ennead_load::run(&plan, |progress| {
        bar.set_message(live_figures(&progress));
        bar.tick();
    });
    bar.finish_and_clear();
    let outcome = outcome.map_err(|error| failure(&error))?;
    output::print(&ennead_load::report(&plan, &outcome).to_string())
}

fn plan(matches: &ArgMatches, games: Games) -> Result<Plan, Failure> {
    let (kit, options) = set_up_game(matches, games)?;
    // An impossible set-up is rejected here, and not once for each match.
    kit.game().start(&options)?;
    let count = |name: &str| *matches.get_one::<u32>(name).expect("it has a default");
    Ok(Plan {
        address: matches.get_one::<Address>("url").expect("it has a default").clone(),
        game: kit.id().to_string(),
        setup: setup(kit.game(), &options),
        matches: count("matches") as usize,
        time: Duration::from_secs(count("seconds").into()),
        idle: count("idle") as usize,
        ledger: matches.get_one("ledger").cloned(),
    })
}

/// The options that were given, as JSON has them.
fn setup(game: &dyn AnyGame, options: &Options) -> Map<String, Json> {
    let given = game.setup_options().iter().filter_map(|spec| {
        let text = options.get(spec.name)?;
        let value = match spec.values {
            Values::Numbers(..) => {
                text.parse::<u32>().map_or_else(|_| json!(text), |number| json!(number))
            }
            Values::Flag => json!(text == "true"),
            Values::Words(_) | Values::Text(_) => json!(text),
        };
        Some((spec.name.to_string(), value))
    });
    given.collect()
}

fn live_figures(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let speed = if seconds > 0.0 { progress.moves as f64 / seconds } else { 0.0 };
    let Progress { finished, errors, idle, .. } = progress;
    let watching = if *idle > 0 { format!(", {idle} watching") } else { String::new() };
    format!(
        "{seconds:.0} s: {speed:.0} moves/s, {finished} matches over, {errors} error(s){watching}"
    )
}

fn failure(error: &LoadError) -> Failure {
    match error {
        LoadError::Nothing => Failure::Usage(error.to_string()),
        _ => Failure::Rejected(reject(error.to_string())),
    }
}
