//! `ennead puzzles`: generates the puzzles of a game, and verifies existing ones.

use std::collections::BTreeMap;
use std::fs;
use std::io::IsTerminal;
use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use data_encoding::HEXLOWER;
use ennead_game::{PuzzleBook, PuzzleEntry, reject};
use ennead_kit::{Games, Kit};
use ennead_search::puzzle::{GenerateError, GenerateJob, generate, verify};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::{game, game_argument};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::output;

const AFTER_HELP: &str = "\
A puzzle is a position in which the seat on the move wins in so many moves, by one first move alone,
or the question that a game brings. Each is proven by exhaustion with at most 100,000 positions, and
its difficulty, 1 to 5, follows from the size of the proof. Matches between bots give the positions;
the same seed gives the same puzzles.

Without --count, and with --verify, puzzles are proven again: those of the game, or of FILE.";

/// The value of `--verify` that stands for the game's own book.
const OWN: &str = "";

pub(crate) fn command(games: Games) -> Command {
    let with_puzzles = games.iter().find(|kit| kit.puzzle_count() > 0);
    let examples = with_puzzles.into_iter().fold(Examples::new(games), |examples, kit| {
        examples
            .line(format!("ennead puzzles {} --count 10", kit.id()))
            .line(format!("ennead puzzles {} --count 1000 --seed 1 --out puzzles.bin", kit.id()))
            .line(format!("ennead puzzles {} --verify", kit.id()))
            .line(format!("ennead puzzles {} --verify puzzles.bin", kit.id()))
    });
    Command::new("puzzles")
        .about("Generate proven puzzles of a game, or verify existing ones")
        .after_help(format!("{AFTER_HELP}\n\n{}", examples.text()))
        .arg(game_argument(games).required(true))
        .arg(
            Arg::new("count")
                .long("count")
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..=65_535))
                .help("How many to make, at most 65535"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u64))
                .help("The seed of the puzzles"),
        )
        .arg(
            Arg::new("most-bytes")
                .long("most-bytes")
                .value_name("N")
                .default_value("255")
                .requires("count")
                .value_parser(value_parser!(u8).range(1..))
                .help("Keep only positions of at most this many bytes"),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("FILE")
                .requires("count")
                .value_parser(value_parser!(PathBuf))
                .help("Write a book of puzzles to this file; without it each is printed"),
        )
        .arg(
            Arg::new("verify")
                .long("verify")
                .value_name("FILE")
                .num_args(0..=1)
                .default_missing_value(OWN)
                .conflicts_with_all(["count", "out"])
                .help("Verify the puzzles of this book, or those of the game"),
        )
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let kit = game(matches, games).expect("clap has made sure that the game is given");
    match matches.get_one::<u64>("count") {
        Some(count) => make(matches, kit, *count as usize),
        None => verify_book(matches.get_one::<String>("verify"), kit),
    }
}

fn make(matches: &ArgMatches, kit: &Kit, count: usize) -> Result<Status, Failure> {
    let job = GenerateJob {
        puzzles: kit.puzzles_in(&[]),
        roster: kit.bots(),
        setup: kit.suggested_setup(),
        count,
        most_bytes: usize::from(*matches.get_one::<u8>("most-bytes").expect("it has a default")),
        seed: *matches.get_one("seed").expect("it has a default"),
        threads: std::thread::available_parallelism().map_or(1, NonZero::get),
    };
    let bar = progress(count);
    let made = generate(&job, |found| bar.set_position(found as u64));
    bar.finish_and_clear();
    let entries = made.map_err(failure)?;
    match matches.get_one::<PathBuf>("out") {
        Some(path) => write_book(path, &entries),
        None => {
            let lines = entries.iter().map(line);
            output::print(&lines.collect::<Vec<_>>().join("\n"))
        }
    }
}

fn failure(error: GenerateError) -> Failure {
    match error {
        GenerateError::Setup(error) => Failure::Rejected(error),
        error => Failure::Rejected(error.into()),
    }
}

/// A puzzle as one line: the task, the difficulty and the position.
fn line(entry: &PuzzleEntry) -> String {
    let task = match entry.moves {
        0 => "question".to_string(),
        moves => format!("win in {moves}"),
    };
    format!("{task}\tdifficulty {}\t{}", entry.difficulty, HEXLOWER.encode(&entry.position))
}

fn write_book(path: &Path, entries: &[PuzzleEntry]) -> Result<Status, Failure> {
    let bytes = PuzzleBook::write(entries).map_err(|error| Failure::Rejected(error.into()))?;
    fs::write(path, &bytes)
        .map_err(|error| reject(format!("cannot write {}: {error}", path.display())))?;
    let count = entries.len();
    let bytes = bytes.len();
    output::print(&format!("{count} puzzles in {bytes} bytes\n{}", census(entries)))
}

/// The number of puzzles of each kind and difficulty.
fn census(entries: &[PuzzleEntry]) -> String {
    let mut kinds = BTreeMap::<u8, usize>::new();
    let mut levels = BTreeMap::<u8, usize>::new();
    for entry in entries {
        *kinds.entry(entry.moves).or_default() += 1;
        *levels.entry(entry.difficulty).or_default() += 1;
    }
    let kinds = kinds.into_iter().map(|(moves, count)| match moves {
        0 => format!("{count} questions"),
        moves => format!("{count} wins in {moves}"),
    });
    let levels = levels.into_iter().map(|(level, count)| format!("{level}: {count}"));
    let join = |parts: Vec<String>| parts.join(", ");
    format!("{}\ndifficulty {}", join(kinds.collect()), join(levels.collect()))
}

fn verify_book(path: Option<&String>, kit: &Kit) -> Result<Status, Failure> {
    let file = path.filter(|path| *path != OWN);
    let bytes = match file {
        Some(path) => {
            fs::read(path).map_err(|error| reject(format!("cannot read {path}: {error}")))?
        }
        None => kit.puzzles().book.to_vec(),
    };
    let puzzles = kit.puzzles_in(&bytes);
    let book = puzzles.parse().map_err(|error| Failure::Rejected(error.into()))?;
    let entries: Vec<PuzzleEntry> = (0..book.len()).filter_map(|at| book.entry(at)).collect();
    let bar = progress(entries.len());
    let mut most = 0;
    for (at, entry) in entries.iter().enumerate() {
        let nodes = verify(puzzles, entry)
            .map_err(|error| reject(format!("puzzle {}: {error}", at + 1)))?;
        most = most.max(nodes);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (count, census) = (entries.len(), census(&entries));
    output::print(&format!("{count} puzzles proven, the largest by {most} positions\n{census}"))
}

/// A progress bar, shown only on a terminal.
fn progress(puzzles: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} puzzles  [{elapsed} < {eta}]");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(puzzles as u64).with_style(style)
}
