//! `ennead dataset`: labelled positions from self-play.

use std::io::{self, BufWriter};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_game::{Options, Turn};
use ennead_kit::{Games, Kit};
use ennead_search::Budget;
use ennead_search::self_play::SelfPlay;
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::{game_argument, set_up_game};
use crate::bot_arguments::{
    bot_argument, bots_help, budget, budget_arguments, most_choices, most_choices_argument, seed,
};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::output;
use crate::parquet_files::{self, ParquetFailure, write_dataset};
use crate::part_file::PartFile;

const LONG_ABOUT: &str = "\
Let a bot play against itself, and write its decisions as a Parquet file.

A row is a choice of a seat among several options: the position, what the seat sees, the legal \
moves, the bot's policy (the share of each option in its search) and value, the choice, and the \
outcome of the game for the seat. docs/DATA.md has every column. With a budget of nodes, as by \
default, a seed always gives the same file.

It takes a program that is built with the feature 'parquet', which the usual one is not.";

/// The default budget per choice.
const DEFAULT_NODES: u64 = 400;
/// The number of random moves that begin a game without chance.
const DEFAULT_OPENING: u32 = 2;
/// The default number of decisions drawn from the policy.
const DEFAULT_SAMPLE: &str = "8";

pub(crate) fn command(games: Games) -> Command {
    let opening = "Random moves that begin each game [default: 2, and 0 where chance or a bot \
                   behind a line protocol begins]";
    let sample = "Decisions after the opening that are drawn by the policy instead of the best \
                  option, so that games differ";
    let threads = "How many games are played at a time [default: one for each core]";
    let out = "The file to write, or - for standard output [default: GAME.parquet]";
    let command = Command::new("dataset")
        .about("Let a bot play against itself, and write its decisions as a Parquet file")
        .long_about(LONG_ABOUT)
        .after_help(format!("{}\n\n{}", examples(games), bots_help(games)))
        .arg(game_argument(games).required(true))
        .arg(bot_argument("bot", "The bot that plays").required(true))
        .arg(
            number("games", "How many games")
                .required(true)
                .value_parser(value_parser!(u64).range(1..)),
        )
        .args(budget_arguments())
        .arg(number("opening", opening).value_parser(value_parser!(u32).range(..=100)))
        .arg(
            number("sample", sample).value_parser(value_parser!(u32)).default_value(DEFAULT_SAMPLE),
        )
        .arg(most_choices_argument())
        .arg(number("threads", threads).value_parser(value_parser!(u64).range(1..=256)))
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help(out),
        );
    game_options::add(command, Purpose::SetUp, games)
}

fn examples(games: Games) -> String {
    Examples::new(games)
        .game(0, |game| format!("ennead dataset {game} --bot best --games 1000"))
        .game(1, |game| {
            format!("ennead dataset {game} --bot best --games 200 --nodes 800 --out train.parquet")
        })
        .text()
}

fn number(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("N").help(help)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    if !parquet_files::IS_BUILT_IN {
        return Err(Failure::no_parquet());
    }
    let (kit, setup) = set_up_game(matches, games)?;
    let settings = settings(matches, kit, setup)?;
    let path = matches.get_one::<PathBuf>("out").cloned();
    let path = path.unwrap_or_else(|| PathBuf::from(format!("{}.parquet", kit.id())));
    let bar = progress(settings.games);
    let watch = |games| bar.set_position(games);
    if path.as_os_str() == "-" {
        let written = write_dataset(kit, settings, BufWriter::new(io::stdout()), watch);
        bar.finish_and_clear();
        written.map_err(|error| error.into_failure(Failure::Output))?;
        return Ok(Status::Done);
    }
    let mut file = PartFile::create(&path)?;
    let written = write_dataset(kit, settings, file.file(), watch);
    bar.finish_and_clear();
    let written = written.map_err(|error| error.into_failure(|error| failed(&path, &error)))?;
    file.finish()?;
    output::print(&format!("{written}, written to {}", path.display()))
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    PartFile::failure(path, error)
}

impl ParquetFailure {
    /// The failure of the command; `failed` converts an output error.
    pub(crate) fn into_failure(self, failed: impl FnOnce(io::Error) -> Failure) -> Failure {
        match self {
            ParquetFailure::Io(error) => failed(error),
            ParquetFailure::Other(failure) => failure,
        }
    }
}

fn settings<'a>(
    matches: &'a ArgMatches,
    kit: &'static Kit,
    setup: Options,
) -> Result<SelfPlay<'a>, Failure> {
    let bot = matches.get_one::<String>("bot").expect("clap has made sure of it").as_str();
    let follows = kit.bots().follows_from_the_start(bot);
    let is_fixed = follows || kit.game().start(&setup)?.turn() == Turn::Chance;
    let opening = if is_fixed { 0 } else { DEFAULT_OPENING };
    let opening = matches.get_one("opening").copied().unwrap_or(opening);
    if follows && opening > 0 {
        return Err(Failure::Usage(format!(
            "--opening cannot be {opening}: {bot} follows a game from its first move"
        )));
    }
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    Ok(SelfPlay {
        game: kit.game(),
        roster: kit.bots(),
        setup,
        bot,
        games: *matches.get_one("games").expect("clap has made sure of it"),
        budget: budget(matches).unwrap_or(Budget::nodes(DEFAULT_NODES)),
        opening,
        sampled: *matches.get_one("sample").expect("it has a default"),
        seed: seed(matches),
        most_choices: most_choices(matches),
        threads: matches.get_one::<u64>("threads").map_or_else(cores, |threads| *threads as usize),
    })
}

/// A progress bar, shown only on a terminal.
fn progress(games: u64) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} games  [{elapsed} < {eta}]";
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
