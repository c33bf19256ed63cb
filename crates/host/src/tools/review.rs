//! `POST /api/review`: a match move by move, with its mistakes and the better moves.
//!
//! `ennead analyse` and the terminal show the same analysis.

use std::time::Duration;

use ennead_game::Seat;
use ennead_kit::Games;
use ennead_protocol::Code;
use ennead_search::analysis::{self, AnalysisError, AnalysisParams, MISTAKE, ValuedMove, accuracy};
use ennead_search::{Budget, PositionValue, Tables};
use serde::Serialize;

use super::RecordRequest;
use super::record;
use crate::Failure;

/// Fixed seed: the same match always gets the same review, as far as its time allows.
const SEED: u64 = 9;
/// Longer matches are not reviewed.
const MAX_MOVES: usize = 1_000;
/// The minimum time per position: a search has a start-up cost.
const LEAST: Duration = Duration::from_millis(4);

/// A match with an evaluation of each move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Review {
    /// The evaluating bot; `table` if all values are looked up.
    analyst: &'static str,
    moves: Vec<ReviewedMove>,
    /// The mean accuracy of each seat's moves in percent; null if it never had a choice.
    accuracy: [Option<f64>; 2],
    /// The number of mistakes of each seat.
    mistakes: [usize; 2],
}

/// A move with its evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewedMove {
    seat: u8,
    text: String,
    /// The first seat's advantage after the move, from -1 to 1; null if unknown.
    advantage: Option<f64>,
    /// Whether the advantage is proven.
    exact: bool,
    /// The number of moves from here to the end, where a table has it.
    #[cfg(not(target_family = "wasm"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    /// The value lost by the move; from a win to a draw is 1.
    loss: f64,
    /// `mistake`, `missed win`, or null.
    mark: Option<&'static str>,
    /// The better move in readable form, if the move is marked.
    better: Option<String>,
}

/// The analyst's name where all values come from a table.
const TABLE: &str = "table";

impl ReviewedMove {
    #[cfg_attr(target_family = "wasm", expect(unused_variables, reason = "there are no tables"))]
    fn of(valued: ValuedMove, by_table: bool) -> ReviewedMove {
        let sign = if valued.seat == Seat::FIRST { 1.0 } else { -1.0 };
        let mark = match (valued.is_missed_win(), valued.mistake) {
            (true, _) => Some("missed win"),
            (false, true) => Some("mistake"),
            (false, false) => None,
        };
        let is_other = valued.best.as_ref() != Some(&valued.text);
        ReviewedMove {
            seat: valued.seat.0,
            advantage: valued.after.map(|value| sign * value.number()),
            exact: matches!(valued.after, Some(PositionValue::Exact { .. })),
            #[cfg(not(target_family = "wasm"))]
            moves: match valued.after {
                Some(PositionValue::Exact { moves, .. }) if by_table => moves,
                _ => None,
            },
            loss: valued.loss(),
            mark,
            better: valued.best_described.filter(|_| mark.is_some() && is_other),
            text: valued.text,
        }
    }
}

/// Reviews a match within a total time, or looks its positions up where there is a table.
pub fn review(
    games: Games,
    tables: &Tables,
    request: &RecordRequest,
    time: Duration,
) -> Result<Review, Failure> {
    let game = request.open(games)?;
    let count = game.moves().len();
    if count > MAX_MOVES {
        let text = format!("the match has {count} moves: at most {MAX_MOVES} are reviewed");
        return Err(Failure::new(Code::TooLarge, text));
    }
    let unknown = || Failure::new(Code::Internal, "the match is of an unknown game");
    let roster = games.game(game.game()).ok_or_else(unknown)?.bots();
    let each = (time / count.max(1) as u32).max(LEAST);
    let budget = Budget { time: Some(each), nodes: Some(300_000) };
    let table = tables.of_match(&*game);
    let spec = if table.is_some() { TABLE } else { roster.analyst() };
    let analyst = AnalysisParams { roster, spec, seed: SEED, budget, threshold: MISTAKE };
    let moves = match table {
        Some(table) => analysis::analyse_with(&*game, table.bot(SEED), analyst, |_, _| {}),
        None => analysis::analyse(&*game, analyst, |_, _| {}),
    };
    let moves = moves.map_err(|error| failure(&error))?;
    let mistakes = |seat| moves.iter().filter(|one| one.mistake && one.seat == seat).count();
    Ok(Review {
        analyst: spec,
        accuracy: Seat::BOTH.map(|seat| accuracy(&moves, seat)),
        mistakes: Seat::BOTH.map(mistakes),
        moves: moves.into_iter().map(|one| ReviewedMove::of(one, table.is_some())).collect(),
    })
}

impl RecordRequest {
    /// The cache key of the response: a hash of the record.
    pub fn cache_key(&self) -> Result<[u8; 32], Failure> {
        Ok(*blake3::hash(&record::parse(&self.record)?).as_bytes())
    }
}

fn failure(error: &AnalysisError) -> Failure {
    let code = match error {
        AnalysisError::Long(_) => Code::TooLarge,
        // A game without an analyst is not a server error.
        AnalysisError::NoValue(_) | AnalysisError::Roster(_) => Code::BadValue,
        AnalysisError::Bot(_) | AnalysisError::Replay(_) => Code::Internal,
    };
    Failure::rejected(code, error)
}
