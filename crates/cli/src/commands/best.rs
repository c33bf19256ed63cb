//! `ennead best`: what every move is worth, and which one the engine takes.

use anstyle::{AnsiColor, Style};
use clap::{Arg, ArgMatches, Command, value_parser};
use ennead_game::{Game, Notation, SplitMix64, refuse};
use ennead_solve::Value;
use ennead_ttt::{Square, Ttt, draw_board, parse_position};
use serde_json::json;

use crate::arguments::{input, input_argument, json_argument};
use crate::failure::{Failure, Status};
use crate::output;
use crate::solved::{solve, solved_game_argument, words};

const EXAMPLES: &str = "\
Examples:
  ennead best ttt X...O....
  ennead best ttt '5 1 9' --json";

pub(crate) fn command() -> Command {
    Command::new("best")
        .about("List every move with its exact value, and the engine's choice")
        .after_help(EXAMPLES)
        .arg(solved_game_argument())
        .arg(input_argument("BOARD", "A board, or the squares of a game that leads to it"))
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u64))
                .help("What the engine's choice among equally good moves follows from"),
        )
        .arg(json_argument("Print one JSON object"))
}

/// A legal move and its value to the side that makes it.
type Valued = (Square, Value);

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let position = parse_position(input(matches)?)?;
    let solution = solve()?;
    let mut random = SplitMix64::new(*matches.get_one("seed").expect("it has a default"));
    let square = |option: u32| position.read_move(&[option]).expect("an option is a move").0;
    let choice = solution.choose(&position, &mut random).map(square);
    let value = solution.value(&position).ok_or_else(|| refuse("no game leads to this board"))?;
    let mut moves: Vec<Valued> = solution
        .moves(&position)
        .unwrap_or_default()
        .into_iter()
        .map(|(option, value)| (square(option), value))
        .collect();
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    if matches.get_flag("json") {
        return output::print(&to_json(&position, value, &moves, choice));
    }
    output::draw(&drawing(&position, value, &moves, choice))
}

fn to_json(position: &Ttt, value: Value, moves: &[Valued], choice: Option<Square>) -> String {
    let moves: Vec<_> = moves
        .iter()
        .map(|(square, value)| json!({"move": square.to_string(), "value": value.name(), "moves": value.moves()}))
        .collect();
    json!({
        "board": position.to_string(),
        "value": value.name(),
        "in_moves": value.moves(),
        "moves": moves,
        "engine": choice.map(|square| square.to_string()),
    })
    .to_string()
}

fn drawing(position: &Ttt, value: Value, moves: &[Valued], choice: Option<Square>) -> String {
    let mut text = draw_board(position);
    if position.outcome().is_some() {
        return text + "The game is over.\n";
    }
    text += &format!("{} to move: {}\n\n", position.next_mark(), words(value));
    for (square, value) in moves {
        let style = style(*value);
        let mark = if choice == Some(*square) { "  <- the engine's choice" } else { "" };
        text += &format!("  {square}  {style}{:<10}{style:#}{mark}\n", words(*value));
    }
    text
}

fn style(value: Value) -> Style {
    match value {
        Value::Win(_) => AnsiColor::Green.on_default(),
        Value::Draw => Style::new(),
        Value::Loss(_) => AnsiColor::Red.on_default(),
    }
}
