//! `ennead best`: the exact value of every move, and the engine's choice.

use anstyle::{AnsiColor, Style};
use ennead_game::{Game, Notation, SplitMix64, reject};
use ennead_kit::{ArgKind, ArgSpec, Arguments, Command, CommandError, Streams};
use ennead_solve::SolvedValue;
use serde_json::{Value as Json, json};

use super::json_flag;
use super::solved::{GAME_ARGUMENT, solve, value_text};
use crate::{Square, Ttt, draw_board, parse_position};

const EXAMPLES: &str = "\
Examples:
  ennead best ttt X...O....
  ennead best ttt '5 1 9' --json";

pub(super) const COMMAND: Command = Command {
    name: "best",
    about: "List every move with its exact value, and the engine's choice",
    examples: EXAMPLES,
    arguments: &[
        GAME_ARGUMENT,
        ArgSpec::new(
            "board",
            ArgKind::Input { value: "BOARD" },
            "A board, or the squares of a game that leads to it",
        ),
        ArgSpec::new(
            "seed",
            ArgKind::Number { default: "1" },
            "The seed for choosing among equally good moves",
        ),
        json_flag("Print one JSON object"),
    ],
    run,
};

/// A legal move and its value for the player who makes it.
type ValuedSquare = (Square, SolvedValue);

fn run(arguments: &Arguments, mut streams: Streams<'_>) -> Result<(), CommandError> {
    let position = parse_position(arguments.get("board").unwrap_or_default())?;
    let solution = solve()?;
    let seed = arguments.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut random = SplitMix64::new(seed);
    let square = |option: u32| position.read_move(&[option]).expect("an option is a move").0;
    let choice = solution.choose(&position, &mut random).map(square);
    let value = solution.value(&position).ok_or_else(|| reject("no game leads to this board"))?;
    let mut moves: Vec<ValuedSquare> = solution
        .moves(&position)
        .unwrap_or_default()
        .into_iter()
        .map(|(option, value)| (square(option), value))
        .collect();
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    let text = match arguments.has("json") {
        true => to_json(&position, value, &moves, choice),
        false => drawing(&position, value, &moves, choice),
    };
    streams.print(&text)
}

fn to_json(
    position: &Ttt,
    value: SolvedValue,
    moves: &[ValuedSquare],
    choice: Option<Square>,
) -> String {
    let moves: Vec<_> = moves.iter().map(move_json).collect();
    json!({
        "board": position.to_string(),
        "value": value.name(),
        "in_moves": value.moves(),
        "moves": moves,
        "engine": choice.map(|square| square.to_string()),
        "method": "solved",
    })
    .to_string()
}

fn move_json((square, value): &ValuedSquare) -> Json {
    json!({"move": square.to_string(), "value": value.name(), "moves": value.moves()})
}

fn drawing(
    position: &Ttt,
    value: SolvedValue,
    moves: &[ValuedSquare],
    choice: Option<Square>,
) -> String {
    let mut text = draw_board(position);
    if position.outcome().is_some() {
        return text + "The game is over.\n";
    }
    text += &format!("{} to move: {}\n\n", position.next_mark(), value_text(value));
    for (square, value) in moves {
        let style = style(*value);
        let mark = if choice == Some(*square) { "  <- the engine's choice" } else { "" };
        text += &format!("  {square}  {style}{:<10}{style:#}{mark}\n", value_text(*value));
    }
    text + "\nThe game is solved: every value is exact.\n"
}

fn style(value: SolvedValue) -> Style {
    match value {
        SolvedValue::Win(_) => AnsiColor::Green.on_default(),
        SolvedValue::Draw => Style::new(),
        SolvedValue::Loss(_) => AnsiColor::Red.on_default(),
    }
}
