//! `ennead load`: many real matches over real sockets, measured.

mod attack;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use ennead_game::{AnyGame, Options, Values, reject};
use ennead_kit::Games;
use ennead_load::{Address, LoadError, LoadResult, OwnServer, Plan, Progress, Watched};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value as Json, json};

use crate::arguments::{game_argument, set_up_game};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::output;

const LONG_ABOUT: &str = "\
Play real matches against a server, and measure how fast it is.

Every player has a socket; both seats of every match choose at random among what they are offered, \
and go on with a rematch. Prints one JSON object: choices a second, the time in milliseconds from \
a choice to both players informed, bytes of frames each way, and errors by kind. A server that \
goes down is waited for.

With --own-server it starts a server with a new database for the time of the run, and watches the \
server's memory; --soak draws it as a line. With --attack it compares what honest players notice \
with and without an attack: windows of play take turns, each attack has a new server, \
and attackers come from other addresses. If one misses its targets, the exit status is 1.";

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .line("ennead load --matches 256 --seconds 10")
        .game(1, |game| format!("ennead load --game {game} --matches 20 --seconds 5"))
        .line("ennead load --own-server --matches 0 --idle 15000 --seconds 30")
        .line("ennead load --soak memory.svg --minutes 10")
        .line("ennead load --attack all --out attacks.json");
    let ledger = Arg::new("ledger").long("ledger").value_name("FILE");
    let url = Arg::new("url").long("url").value_name("URL").default_value("http://127.0.0.1:9009");
    let range = |most: i64| value_parser!(u32).range(..=most);
    let first = games.iter().next();
    let game = first
        .into_iter()
        .fold(game_argument(games).long("game"), |game, kit| game.default_value(kit.id()));
    let command = Command::new("load")
        .about("Play real matches against a server, and measure how fast it is")
        .long_about(LONG_ABOUT)
        .after_help(examples.text())
        .arg(url.value_parser(|text: &str| text.parse::<Address>()).help("The server"))
        .arg(
            number("matches", "64", "How many matches are played at a time")
                .value_parser(range(100_000)),
        )
        .arg(number("seconds", "10", "For how long").value_parser(value_parser!(u32).range(1..)))
        .arg(
            Arg::new("minutes")
                .long("minutes")
                .value_name("N")
                .conflicts_with("seconds")
                .value_parser(value_parser!(u32).range(1..=100_000))
                .help("The duration in minutes"),
        )
        .arg(
            number("idle", "0", "How many more sockets only watch one match")
                .visible_alias("idle-sockets")
                .value_parser(range(1_000_000)),
        )
        .arg(
            Arg::new("own-server")
                .long("own-server")
                .action(ArgAction::SetTrue)
                .conflicts_with("url")
                .help("Start a server for the run, and watch its memory"),
        )
        .arg(
            Arg::new("soak")
                .long("soak")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Start a server, and draw its memory as SVG"),
        )
        .args(attack::arguments())
        .arg(
            ledger
                .value_parser(value_parser!(PathBuf))
                .help("Write every acknowledged choice: match id, ply and option, one per line"),
        )
        .arg(game.required(first.is_none()));
    game_options::add(command, Purpose::SetUp, games)
}

fn number(name: &'static str, default: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").default_value(default).help(help)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    if matches.contains_id("attack") {
        return attack::run(matches, games);
    }
    let mut plan = plan(matches, games)?;
    let drawing = matches.get_one::<PathBuf>("soak");
    let server = (matches.get_flag("own-server") || drawing.is_some() && !has_url(matches))
        .then(|| own_server(&[]))
        .transpose()?;
    if let Some(server) = &server {
        plan.address = server.address().clone();
        plan.watched = server.watched();
    }
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is right"));
    let outcome = ennead_load::run(&plan, |progress| {
        bar.set_message(live_figures(&progress));
        bar.tick();
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let outcome = outcome.map_err(|error| failure(&error))?;
    if let Some(file) = drawing {
        draw_memory(file, &outcome)?;
    }
    output::print(&ennead_load::report(&plan, &outcome).to_string())
}

/// Whether the user specified a server.
fn has_url(matches: &ArgMatches) -> bool {
    matches.value_source("url") == Some(ValueSource::CommandLine)
}

/// Starts this program as a server.
fn own_server(arguments: &[&str]) -> Result<OwnServer, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure::Service(format!("this program cannot be found: {error}")))?;
    OwnServer::start(&program, arguments).map_err(|error| failure(&error))
}

/// Plots the memory over time, and describes its slope.
fn draw_memory(file: &Path, outcome: &LoadResult) -> Result<(), Failure> {
    write(file, &outcome.memory.svg())?;
    let megabytes = |bytes: f64| bytes / 1e6;
    eprintln!(
        "memory: {:.1} MB at the start, {:.1} MB at most, {:.1} MB after the players have gone; \
         {:+.2} MB an hour after the first quarter",
        megabytes(outcome.memory.before() as f64),
        megabytes(outcome.memory.peak() as f64),
        megabytes(outcome.memory.after as f64),
        megabytes(outcome.memory.slope_per_hour()),
    );
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text)
        .map_err(|error| Failure::Service(format!("cannot write {}: {error}", file.display())))
}

fn plan(matches: &ArgMatches, games: Games) -> Result<Plan, Failure> {
    let (kit, options) = set_up_game(matches, games)?;
    // Reject an impossible set-up once, here, and not for each match.
    kit.game().start(&options)?;
    let count = |name: &str| *matches.get_one::<u32>(name).expect("it has a default");
    Ok(Plan {
        address: matches.get_one::<Address>("url").expect("it has a default").clone(),
        game: kit.id().to_string(),
        setup: setup(kit.game(), &options),
        matches: count("matches") as usize,
        time: matches.get_one::<u32>("minutes").map_or_else(
            || Duration::from_secs(count("seconds").into()),
            |minutes| Duration::from_secs(60 * u64::from(*minutes)),
        ),
        watched: Watched::default(),
        idle: count("idle") as usize,
        ledger: matches.get_one("ledger").cloned(),
    })
}

/// The given options, as JSON.
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
