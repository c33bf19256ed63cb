//! `ennead analyse`: a match move by move, its mistakes, and a plot.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_game::{AnyMatch, RECORD, Seat, reject};
use ennead_host::tools::{course, outcome_name};
use ennead_kit::{Games, Kit};
use ennead_search::analysis::{AnalysisError, AnalysisParams, ValuedMove, accuracy, analyse};
use ennead_search::{Budget, TABLE};
use indicatif::{ProgressBar, ProgressStyle};

use crate::advantage_plot::{Point, advantage_plot};
use crate::arguments::{INPUT, input, input_argument, json_argument, show, show_argument};
use crate::bot_arguments::{bot_argument, budget, budget_arguments, seed, table_argument};
use crate::examples::{Examples, hex, link};
use crate::failure::{Failure, Status};
use crate::output;

const LONG_ABOUT: &str = "\
Analyse a match: the value of every move, and the mistakes.

Values are exact where the game is solved or the search has proven them, and estimates elsewhere, \
from -1 (lost) to +1 (won) for the seat that moves. With --table all values are exact, and those \
of wins and losses have the number of moves to the end. Where cards are hidden, a move is judged \
by what its seat could see. The bits of a move say how surprising it is to the model of the format \
record.model; a move that it holds for less likely than chance is unexpected.";

/// The default budget per position.
const DEFAULT_TIME: Duration = Duration::from_millis(200);
/// The progress bar appears only after this time.
const QUIET: Duration = Duration::from_secs(1);

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .record(|record| format!("ennead analyse {}", hex(record)))
        .record(|record| format!("ennead analyse --as base64url {} --json", link(record)))
        .record(|record| format!("ennead analyse {} --svg match.svg", hex(record)));
    let svg = Arg::new("svg").long("svg").value_name("FILE").value_parser(value_parser!(PathBuf));
    Command::new("analyse")
        .about("Analyse a match: the value of every move, and the mistakes")
        .long_about(LONG_ABOUT)
        .after_help(examples.text())
        .arg(input_argument(INPUT, "RECORD", "The record of a match"))
        .arg(show_argument("as", "Read the record as it is written this way"))
        .arg(bot_argument("bot", "Who analyses [default: the strongest bot of the game]"))
        .arg(
            table_argument("Look values and distances up in this table of 'ennead solve'")
                .conflicts_with_all(["bot", "ms", "nodes"]),
        )
        .args(budget_arguments())
        .arg(
            Arg::new("threshold")
                .long("threshold")
                .value_name("NUMBER")
                .default_value("0.3")
                .value_parser(threshold)
                .help("The loss from which a move counts as a mistake; from a win to a draw is 1"),
        )
        .arg(svg.help("Write a plot of the advantage"))
        .arg(json_argument("Print one JSON object"))
}

fn threshold(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| *number > 0.0 && *number <= 2.0)
        .ok_or_else(|| "it is a number above 0 and up to 2".into())
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let (kit, game) = open(input(matches)?, matches, games)?;
    let table = matches.get_one::<PathBuf>("table");
    let table = table.map(|directory| format!("{TABLE}{}", directory.display()));
    let bot = table.as_ref().or(matches.get_one::<String>("bot"));
    let params = AnalysisParams {
        roster: kit.bots(),
        spec: bot.map_or(kit.bots().analyst(), String::as_str),
        seed: seed(matches),
        budget: budget(matches).unwrap_or(Budget::time(DEFAULT_TIME)),
        threshold: *matches.get_one("threshold").expect("it has a default"),
    };
    let bar = progress();
    let moves = analyse(&*game, params, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        if bar.is_hidden() && bar.elapsed() > QUIET {
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
    });
    bar.finish_and_clear();
    let moves = moves.map_err(failure)?;
    if let Some(path) = matches.get_one::<PathBuf>("svg") {
        fs::write(path, picture(&*game, &moves))
            .map_err(|error| reject(format!("{}: {error}", path.display())))?;
    }
    if matches.get_flag("json") {
        return output::print(&course(&*game, params.spec, &moves).to_string());
    }
    output::draw(&to_text(&*game, params.spec, &moves))
}

fn open(
    text: &str,
    matches: &ArgMatches,
    games: Games,
) -> Result<(&'static Kit, Box<dyn AnyMatch>), Failure> {
    let value = RECORD.parse_value(text, show(matches, "as"));
    let record = value.map_err(|error| Failure::Rejected(error.into()))?.to_bytes();
    let kit = games.game_of_record(&record).map_err(|error| Failure::Rejected(error.into()))?;
    Ok((kit, kit.game().open(&record)?))
}

fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} moves [{elapsed} < {eta}]");
    ProgressBar::hidden().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn failure(error: AnalysisError) -> Failure {
    match error {
        AnalysisError::Roster(error) => error.into(),
        error => Failure::Rejected(error.into()),
    }
}

fn to_text(game: &dyn AnyMatch, analyst: &str, moves: &[ValuedMove]) -> String {
    let red = AnsiColor::Red.on_default();
    let mut text = format!(
        "{}: {} moves, outcome: {}; values by {analyst}\n",
        game.game(),
        moves.len(),
        outcome_name(game).unwrap_or_else(|| "going on".into())
    );
    for (index, valued) in moves.iter().enumerate() {
        let style = if valued.mistake { red } else { Style::new() };
        let _ = writeln!(
            text,
            "{:>4}  {:<10} {:<10} {:>5.1} bits  {style}{}{style:#}",
            index + 1,
            game.seat_name(valued.seat),
            valued.text,
            valued.surprise,
            valued.remark()
        );
    }
    let mistakes: Vec<String> = Seat::BOTH
        .iter()
        .map(|seat| {
            format!(
                "{} {}",
                game.seat_name(*seat),
                moves.iter().filter(|valued| valued.mistake && valued.seat == *seat).count()
            )
        })
        .collect();
    let accuracies = Seat::BOTH.iter().filter_map(|seat| {
        let percent = accuracy(moves, *seat)?;
        Some(format!("{} {percent:.0} %", game.seat_name(*seat)))
    });
    let accuracies: Vec<String> = accuracies.collect();
    text += &format!("mistakes: {}\n", mistakes.join(", "));
    if !accuracies.is_empty() {
        text += &format!("accuracy: {}\n", accuracies.join(", "));
    }
    text + &format!("unexpected: {}\n", unexpected(moves))
}

/// The moves that the game's model did not expect, with their numbers.
fn unexpected(moves: &[ValuedMove]) -> String {
    let named = |(index, valued): (usize, &ValuedMove)| {
        valued.unexpected().then(|| format!("{}. {}", index + 1, valued.text))
    };
    let names: Vec<String> = moves.iter().enumerate().filter_map(named).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

fn picture(game: &dyn AnyMatch, moves: &[ValuedMove]) -> String {
    let mut points: Vec<Point> = Vec::with_capacity(moves.len());
    for (index, valued) in moves.iter().enumerate() {
        let sign = if valued.seat == Seat::FIRST { 1.0 } else { -1.0 };
        // A forced move without a value changes nothing.
        let unchanged = points.last().map_or(0.0, |point| point.value);
        points.push(Point {
            value: valued.after.or(valued.before).map_or(unchanged, |value| sign * value.number()),
            note: format!(
                "{}. {} {}: {}",
                index + 1,
                game.seat_name(valued.seat),
                valued.text,
                valued.remark()
            ),
            mistake: valued.mistake,
        });
    }
    let names = Seat::BOTH.map(|seat| game.seat_name(seat));
    let title = format!("{}: the course of a match", game.game());
    advantage_plot(&title, [&names[0], &names[1]], &points)
}
