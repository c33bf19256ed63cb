//! `ennead endgames`: exact values of all endgames with one or two open grids.

use std::fs::File;
use std::io::{BufReader, BufWriter, sink};
use std::path::Path;

use ennead_game::{GameError, reject};
use ennead_kit::{ArgKind, ArgSpec, Arguments, Command, CommandError, Streams};
use serde_json::json;

use crate::Rules;
use crate::endgames::{OneGrid, Results, Slice, read_slice, write_slice};

const EXAMPLES: &str = "\
Examples:
  ennead endgames one                               all endgames with one open grid
  ennead endgames XOX.OB.XO --rules classic         all with these results and two open grids
  ennead endgames XOX.OB.XO --out FILE              and write their values to a file of 123 MB
  ennead endgames XOX.OB.XO --check FILE            verify such a file";

pub(super) const COMMAND: Command = Command {
    name: "endgames",
    about: "Solve all endgames of nested tic-tac-toe with one or two open grids",
    examples: EXAMPLES,
    arguments: &[
        ArgSpec::new(
            "results",
            ArgKind::Positional { value: "RESULTS", words: &[] },
            "one, or the results of the grids: nine of X, O, B (drawn), and . for the two open \
             ones",
        ),
        ArgSpec::new(
            "rules",
            ArgKind::Option {
                value: "RULES",
                default: Some("both"),
                words: &["both", "classic", "count"],
            },
            "The rules",
        ),
        ArgSpec::new("out", ArgKind::File, "Write the values to a file"),
        ArgSpec::new("check", ArgKind::File, "Compare a file with the values").without(&["out"]),
    ],
    run,
};

fn run(arguments: &Arguments, mut streams: Streams<'_>) -> Result<(), CommandError> {
    let results = arguments.get("results").unwrap_or_default();
    if results == "one" {
        return streams.print(&one_grid());
    }
    let rules = Rules::ALL.into_iter().find(|rules| Some(rules.name()) == arguments.get("rules"));
    let results = Results::parse(results, rules.unwrap_or(Rules::Both))
        .map_err(|error| reject(error.to_string()))?;
    let slice = Slice::generate(results);
    if let Some(path) = arguments.path("check") {
        check(&slice, path)?;
    }
    let digest = match arguments.path("out") {
        Some(path) => write(&slice, path)?,
        None => write_slice(&slice, sink()).map_err(CommandError::Output)?,
    };
    let tally = slice.tally();
    streams.print(
        &json!({
            "rules": results.rules().name(),
            "results": results.to_string(),
            "states": tally.states(),
            "won": tally.won,
            "drawn": tally.drawn,
            "lost": tally.lost,
            "digest": digest,
        })
        .to_string(),
    )
}

fn one_grid() -> String {
    let OneGrid { tally, digest } = OneGrid::get();
    json!({
        "states": tally.states(),
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "digest": digest,
    })
    .to_string()
}

fn write(slice: &Slice, path: &Path) -> Result<String, GameError> {
    let named = |error: std::io::Error| reject(format!("{}: {error}", path.display()));
    let file = File::create(path).map_err(named)?;
    write_slice(slice, BufWriter::new(file)).map_err(named)
}

fn check(slice: &Slice, path: &Path) -> Result<(), GameError> {
    let named = |reason: String| reject(format!("{}: {reason}", path.display()));
    let file = File::open(path).map_err(|error| named(error.to_string()))?;
    let found = read_slice(BufReader::new(file)).map_err(|error| named(error.to_string()))?;
    match found == *slice {
        true => Ok(()),
        false => Err(named(format!("it holds other values than those of {}", slice.results()))),
    }
}
