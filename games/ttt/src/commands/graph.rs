//! `ennead graph`: the solved graph of a small game.

use std::fs;
use std::io::Read;
use std::path::Path;

use ennead_game::{GameError, Outcome, Seat, reject};
use ennead_kit::{ArgKind, ArgSpec, Arguments, Command, CommandError, Streams};
use ennead_solve::{Node, Solution, UNFORCED_3T};

use super::json_flag;
use super::solved::{GAME_ARGUMENT, solve, value_text};
use crate::formats::three_t;
use crate::{Ttt, draw_board, parse_position};

const EXAMPLES: &str = "\
Examples:
  ennead graph ttt                          how many nodes, edges and ends
  ennead graph ttt --save ttt.graph         keep the solved values in a file
  ennead graph ttt --load ttt.graph --node X...O....
  ennead graph ttt --dot | dot -Tsvg > ttt.svg";

/// Maximum file size in bytes: far more than any game that can be solved here needs.
const MAX_FILE: u64 = 64 << 20;

pub(super) const COMMAND: Command = Command {
    name: "graph",
    about: "Show, save, load or export the solved graph of a game",
    examples: EXAMPLES,
    arguments: &[
        GAME_ARGUMENT,
        ArgSpec::new("save", ArgKind::File, "Write the solved values to a file"),
        ArgSpec::new(
            "load",
            ArgKind::File,
            "Load and verify the values from a file instead of solving",
        ),
        ArgSpec::new(
            "node",
            ArgKind::Option { value: "BOARD", default: None, words: &[] },
            "Show the node of one board",
        ),
        ArgSpec::new("dot", ArgKind::Flag, "Print the graph for Graphviz")
            .without(&["json", "node"]),
        json_flag("Print the graph, or the node, as JSON"),
    ],
    run,
};

fn run(arguments: &Arguments, mut streams: Streams<'_>) -> Result<(), CommandError> {
    let solution = match arguments.path("load") {
        Some(path) => load(path)?,
        None => solve()?,
    };
    if let Some(path) = arguments.path("save") {
        fs::write(path, solution.save())
            .map_err(|error| reject(format!("{}: {error}", path.display())))?;
    }
    let json = arguments.has("json");
    let text = match arguments.get("node") {
        Some(board) => node_text(&solution, board, json)?,
        None if json => solution.to_json(board_of).to_string(),
        None if arguments.has("dot") => solution.dot(board_of).to_string(),
        None => summary(&solution),
    };
    streams.print(&text)
}

fn board_of(position: &Ttt) -> String {
    position.to_string()
}

fn load(path: &Path) -> Result<Solution<Ttt>, GameError> {
    let named = |error: &dyn std::fmt::Display| reject(format!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| named(&error))?;
    // Reading one byte past the limit detects oversized files, even endless ones.
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| named(&error))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(named(&"too long for a solved graph"));
    }
    Solution::load(&bytes).map_err(|error| named(&error))
}

fn summary(solution: &Solution<Ttt>) -> String {
    let count =
        |wanted: Outcome| solution.nodes().filter(|node| node.outcome == Some(wanted)).count();
    let start = solution.value(&Ttt::EMPTY).expect("the empty board is in the graph");
    format!(
        "nodes     {}\nedges     {}\nX has won {}\nO has won {}\nties      {}\n\
         value     {} for the first player\n",
        solution.graph().len(),
        solution.graph().edges(),
        count(Outcome::Win(Seat::FIRST)),
        count(Outcome::Win(Seat::SECOND)),
        count(Outcome::Draw),
        value_text(start),
    )
}

fn node_text(solution: &Solution<Ttt>, board: &str, json: bool) -> Result<String, GameError> {
    let position = parse_position(board)?;
    let node = solution.node_of(&position).ok_or_else(|| reject("no game leads to this board"))?;
    Ok(match json {
        true => node.to_json(board_of).to_string(),
        false => drawing(solution, &node),
    })
}

fn drawing(solution: &Solution<Ttt>, node: &Node<'_, Ttt>) -> String {
    let depth = |depth: Option<u32>| match depth.unwrap_or(UNFORCED_3T) {
        UNFORCED_3T => format!("{UNFORCED_3T} (cannot be forced)"),
        depth => depth.to_string(),
    };
    let mut text = format!(
        "{}node {} (ttt.3t {})\nScore      {}\nWinDepth   {}\nLoseDepth  {}\n\
         value      {} for the player on the move\n",
        draw_board(node.position),
        node.number,
        three_t::encode(node.position),
        score(node.score),
        depth(node.win_depth),
        depth(node.lose_depth),
        value_text(node.value),
    );
    text += if node.next_states.is_empty() { "NextStates none\n" } else { "NextStates\n" };
    for child in node.next_states.iter().filter_map(|child| solution.node(*child)) {
        text +=
            &format!("  {:>4}  {}  Score {}\n", child.number, child.position, score(child.score));
    }
    text
}

fn score(score: f64) -> String {
    if score.is_infinite() {
        return if score > 0.0 { "+inf".into() } else { "-inf".into() };
    }
    format!("{score:.4}")
}
