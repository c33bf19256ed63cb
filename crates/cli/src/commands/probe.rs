//! `ennead probe`: looks values up in a table.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_game::{AnyMatch, Options, reject};
use ennead_kit::Games;
use ennead_solve::{PositionSolution, SolvedValue, TableSummary};

use crate::arguments::json_argument;
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::output;

pub(crate) fn command(games: Games) -> Command {
    let examples =
        Examples::new(games).line("ennead probe table ''").line("ennead probe table '4 4' --json");
    Command::new("probe")
        .about("Look up a position in a table of 'ennead solve'")
        .after_help(examples.text())
        .arg(
            Arg::new("table")
                .value_name("DIR")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The directory of the table"),
        )
        .arg(
            Arg::new("moves")
                .value_name("MOVES")
                .default_value("")
                .help("The moves that lead to the position, separated by spaces"),
        )
        .arg(json_argument("Print one JSON object"))
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let directory = matches.get_one::<PathBuf>("table").expect("clap has made sure of it");
    let rejected = |error: ennead_solve::TableError| Failure::Rejected(error.into());
    let summary = TableSummary::read(directory).map_err(rejected)?;
    let kit = games.game(summary.game());
    let unknown = || reject(format!("the table is of the unknown game {:?}", summary.game()));
    let kit = kit.ok_or_else(unknown)?;
    let solver = kit.solver().ok_or_else(unknown)?;
    let table = solver.open(directory).map_err(rejected)?;
    let options = table.setup().into_iter();
    let options = options.fold(Options::new(), |all, (name, value)| all.with(name, &value));
    let mut game = kit.game().start(&options)?;
    let moves = matches.get_one::<String>("moves").expect("it has a default");
    play_text(&mut *game, moves)?;
    let solution = table.solution(game.choices()).map_err(rejected)?;
    let names = game.legal_moves();
    let name = |option: u32| names.get(option as usize).cloned().unwrap_or(option.to_string());
    if matches.get_flag("json") {
        return output::print(&solution.to_json(name).to_string());
    }
    output::draw(&to_text(&*game, &solution, name)?)
}

/// Plays moves separated by spaces or commas.
fn play_text(game: &mut dyn AnyMatch, text: &str) -> Result<(), Failure> {
    let moves = text.split(|letter: char| letter.is_whitespace() || letter == ',');
    for (at, text) in moves.filter(|text| !text.is_empty()).enumerate() {
        let at = at + 1;
        let choices = game.choices_of(text);
        let choices = choices.map_err(|error| reject(format!("move {at}: {error}")))?;
        for option in choices {
            game.play(option).map_err(|error| reject(format!("move {at}: {error}")))?;
        }
    }
    Ok(())
}

fn value_text(value: SolvedValue, plies: u32) -> String {
    match value {
        SolvedValue::Draw => format!("draw after {plies}"),
        value => value.to_string(),
    }
}

fn to_text(
    game: &dyn AnyMatch,
    solution: &PositionSolution,
    name: impl Fn(u32) -> String,
) -> Result<String, Failure> {
    let mut text = game.draw(&Options::new())?;
    text += &format!("\nvalue: {}\n", value_text(solution.value, solution.plies));
    for option in &solution.options {
        let value = value_text(option.value, option.plies);
        text += &format!("  {:<8} {value}\n", name(option.option));
    }
    Ok(text)
}
