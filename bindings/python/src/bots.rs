//! Bots, analysis and solved graphs.

use std::ffi::OsString;
use std::io::empty;
use std::time::Duration;

use ennead_game::Turn;
use ennead_host::tools::course;
use ennead_kit::{Arguments, CommandError, Kit, Streams};
use ennead_search::analysis::{self, AnalysisParams};
use ennead_search::{Budget, choose_move};
use pyo3::prelude::*;

use crate::arguments::{from_json, game_of};
use crate::failure::{Failure, guarded};
use crate::matches::match_of;

/// The default budget.
const DEFAULT_TIME: Duration = Duration::from_millis(200);

/// The budget requested by the caller.
fn budget(ms: Option<u64>, nodes: Option<u64>) -> Budget {
    match (ms, nodes) {
        (None, None) => Budget::time(DEFAULT_TIME),
        _ => Budget { time: ms.map(Duration::from_millis), nodes },
    }
}

/// The move that a bot chooses, as text.
///
/// :param match: a :class:`Match`, or its record.
/// :param bot: the bot, such as ``"level3"``; by default the one that analyses the game.
/// :param ms: milliseconds for the move, 200 if ``nodes`` is not given either.
/// :param nodes: playouts or nodes for each choice; the answer is then the same every time.
/// :param seed: the seed of all randomness.
#[pyfunction]
#[pyo3(signature = (r#match, bot=None, *, ms=None, nodes=None, seed=1))]
pub(crate) fn best(
    py: Python<'_>,
    r#match: &Bound<'_, PyAny>,
    bot: Option<String>,
    ms: Option<u64>,
    nodes: Option<u64>,
    seed: u64,
) -> PyResult<String> {
    let (kit, game) = guarded(|| match_of(r#match))?;
    let think = move || {
        if !matches!(game.turn(), Turn::Seat(_)) {
            return Err(Failure::Move("nobody is to move: there is nothing to choose".into()));
        }
        let spec = bot.as_deref().unwrap_or(kit.bots().analyst());
        let mut bot = kit.bots().bot_for(&*game, spec, seed)?;
        let choices = choose_move(&mut *bot, &*game, budget(ms, nodes));
        let mut next = game.boxed_clone();
        for option in choices.map_err(|error| Failure::Input(error.to_string()))? {
            next.play(option)?;
        }
        let last = next.moves().pop();
        last.ok_or_else(|| Failure::Input(format!("the bot {spec:?} made no whole move")))
    };
    py.detach(|| guarded(think))
}

/// Analyses a match: returns the dictionary that ``ennead analyse --json`` prints, with the value
/// of every move and the mistakes.
///
/// :param match: a :class:`Match`, or its record.
/// :param bot: the bot that evaluates.
/// :param ms: milliseconds for each position, 200 if ``nodes`` is not given either.
/// :param threshold: a move that loses at least this much value is a mistake; win to draw is 1.
#[pyfunction]
#[pyo3(signature = (r#match, bot=None, *, ms=None, nodes=None, seed=1, threshold=0.3))]
pub(crate) fn analyse(
    py: Python<'_>,
    r#match: &Bound<'_, PyAny>,
    bot: Option<String>,
    ms: Option<u64>,
    nodes: Option<u64>,
    seed: u64,
    threshold: f64,
) -> PyResult<Py<PyAny>> {
    let (kit, game) = guarded(|| match_of(r#match))?;
    let think = move || {
        if !(threshold > 0.0 && threshold <= 2.0) {
            return Err(Failure::Usage("the threshold is a number above 0 and up to 2".into()));
        }
        let roster = kit.bots();
        let spec = bot.as_deref().unwrap_or(roster.analyst());
        let params = AnalysisParams { roster, spec, seed, budget: budget(ms, nodes), threshold };
        let moves = analysis::analyse(&*game, params, |_, _| {})?;
        Ok(course(&*game, spec, &moves).to_string())
    };
    from_json(py, &py.detach(|| guarded(think))?)
}

/// The solved graph of a small game: the dictionary that ``ennead graph --json`` prints.
///
/// :param game: the game; not every game has a graph.
/// :param node: a board; returns only the node of this board.
#[pyfunction]
#[pyo3(signature = (game, *, node=None))]
pub(crate) fn graph(py: Python<'_>, game: &str, node: Option<&str>) -> PyResult<Py<PyAny>> {
    let text = guarded(|| solved_graph(game_of(game)?, node))?;
    from_json(py, &text)
}

fn solved_graph(kit: &'static Kit, node: Option<&str>) -> Result<String, Failure> {
    let command = kit.commands().iter().find(|command| command.name == "graph");
    let command =
        command.ok_or_else(|| Failure::Usage(format!("{} has no solved graph", kit.id())))?;
    let mut given = vec![("game", OsString::from(kit.id())), ("json", OsString::new())];
    given.extend(node.map(|board| ("node", OsString::from(board))));
    let mut output = Vec::new();
    let streams = Streams { input: &mut empty(), is_interactive: false, output: &mut output };
    (command.run)(&Arguments::new(given), streams).map_err(|error| match error {
        CommandError::Rejected(error) => Failure::from(error),
        error => Failure::Input(error.to_string()),
    })?;
    String::from_utf8(output).map_err(|error| Failure::Input(error.to_string()))
}
