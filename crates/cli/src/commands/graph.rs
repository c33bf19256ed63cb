//! `ennead graph`: the solved graph of a small game.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgGroup, ArgMatches, Command, value_parser};
use ennead_game::{Outcome, Refusal, Seat, refuse};
use ennead_solve::{Node, Solution, UNFORCED_3T};
use ennead_ttt::{Ttt, draw_board, formats::three_t, parse_position};

use crate::arguments::json_argument;
use crate::failure::{Failure, Status};
use crate::output;
use crate::solved::{solve, solved_game_argument, words};

const EXAMPLES: &str = "\
Examples:
  ennead graph ttt                          how many nodes, edges and ends
  ennead graph ttt --save ttt.graph         keep the solved values in a file
  ennead graph ttt --load ttt.graph --node X...O....
  ennead graph ttt --dot | dot -Tsvg > ttt.svg";

/// Far more than the file of any game that can be solved here.
const MAX_FILE: u64 = 64 << 20;

pub(crate) fn command() -> Command {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf)).help(help)
    };
    Command::new("graph")
        .about("Show, save, load or export the solved graph of a game")
        .after_help(EXAMPLES)
        .arg(solved_game_argument())
        .arg(file("save", "Write the solved values to a file"))
        .arg(file("load", "Read them from a file, and check them, instead of solving"))
        .arg(Arg::new("node").long("node").value_name("BOARD").help("Show the node of one board"))
        .arg(
            Arg::new("dot").long("dot").action(clap::ArgAction::SetTrue).help("Print the graph for Graphviz"),
        )
        .arg(json_argument("Print the graph, or the node, as JSON"))
        .group(ArgGroup::new("form").args(["dot", "json"]))
        .group(ArgGroup::new("part").args(["dot", "node"]))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let solution = match matches.get_one::<PathBuf>("load") {
        Some(path) => load(path)?,
        None => solve()?,
    };
    if let Some(path) = matches.get_one::<PathBuf>("save") {
        fs::write(path, solution.save()).map_err(|error| refuse(format!("{}: {error}", path.display())))?;
    }
    let json = matches.get_flag("json");
    match matches.get_one::<String>("node") {
        Some(board) => show_node(&solution, board, json),
        None if json => output::print(&solution.to_json(board_of).to_string()),
        None if matches.get_flag("dot") => output::print(&solution.dot(board_of).to_string()),
        None => output::print(&summary(&solution)),
    }
}

fn board_of(position: &Ttt) -> String {
    position.to_string()
}

fn load(path: &Path) -> Result<Solution<Ttt>, Refusal> {
    let named = |error: &dyn std::fmt::Display| refuse(format!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| named(&error))?;
    // One byte more than the limit tells a file that is too long, even if it never ends.
    file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| named(&error))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(named(&"too long for a solved graph"));
    }
    Solution::load(&bytes).map_err(|error| named(&error))
}

fn summary(solution: &Solution<Ttt>) -> String {
    let count = |wanted: Outcome| solution.nodes().filter(|node| node.outcome == Some(wanted)).count();
    let start = solution.value(&Ttt::EMPTY).expect("the empty board is in the graph");
    format!(
        "nodes     {}\nedges     {}\nX has won {}\nO has won {}\nties      {}\nvalue     {} for whoever begins\n",
        solution.graph().len(),
        solution.graph().edges(),
        count(Outcome::Win(Seat::FIRST)),
        count(Outcome::Win(Seat::SECOND)),
        count(Outcome::Draw),
        words(start),
    )
}

fn show_node(solution: &Solution<Ttt>, board: &str, json: bool) -> Result<Status, Failure> {
    let position = parse_position(board)?;
    let node = solution.node_of(&position).ok_or_else(|| refuse("no game leads to this board"))?;
    if json {
        return output::print(&node.to_json(board_of).to_string());
    }
    output::draw(&drawing(solution, &node))
}

fn drawing(solution: &Solution<Ttt>, node: &Node<'_, Ttt>) -> String {
    let depth = |depth: Option<u32>| match depth.unwrap_or(UNFORCED_3T) {
        UNFORCED_3T => format!("{UNFORCED_3T} (cannot be forced)"),
        depth => depth.to_string(),
    };
    let mut text = format!(
        "{}node {} (ttt.3t {})\nScore      {}\nWinDepth   {}\nLoseDepth  {}\nvalue      {} for whoever is next\n",
        draw_board(node.position),
        node.number,
        three_t::encode(node.position),
        score(node.score),
        depth(node.win_depth),
        depth(node.lose_depth),
        words(node.value),
    );
    text += if node.next_states.is_empty() { "NextStates none\n" } else { "NextStates\n" };
    for child in node.next_states.iter().filter_map(|child| solution.node(*child)) {
        text += &format!("  {:>4}  {}  Score {}\n", child.number, child.position, score(child.score));
    }
    text
}

fn score(score: f64) -> String {
    if score.is_infinite() {
        return if score > 0.0 { "+inf".into() } else { "-inf".into() };
    }
    format!("{score:.4}")
}
