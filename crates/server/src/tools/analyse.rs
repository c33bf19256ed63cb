//! `POST /api/analyse`: what a position and its options are worth.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use ennead_bots::{Advice, BotError, Budget, Opinion, Worth, analysis, roster};
use ennead_game::{AnyMatch, Seat, Turn, Viewer};
use ennead_protocol::Code;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::walk::at_ply;
use super::{Tools, record};
use crate::body::Body;
use crate::lone::make_lone_choices;
use crate::openapi::Problem;
use crate::{Failure, Priority};

/// What an analysis may take. The limit of nodes is there for the memory.
const BUDGET: Budget = Budget { time: Some(Duration::from_millis(250)), nodes: Some(300_000) };
/// The same question gets the same answer wherever no clock runs.
const SEED: u64 = 9;
/// How far lone choices are followed.
const MOST_LONE: usize = 4_000;

/// A position in a match.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalyseRequest {
    /// A match of any game as a record: base64url without padding, or hexadecimal.
    #[schema(example = "QZYg")]
    record: String,
    /// After how many choices; all of them if it is left out.
    ply: Option<usize>,
}

/// What a position is worth to the seat that chooses.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub(crate) struct Analysis {
    /// Where the choice is: lone choices that leave the turn with the same seat are passed over.
    ply: usize,
    /// Whose choice it is.
    seat: u8,
    /// From -1, a loss, to 1, a win; null if nobody knows.
    worth: Option<f64>,
    /// Whether that is proven.
    exact: bool,
    /// The options that were looked at, the best first.
    options: Vec<OptionWorth>,
}

/// What an option is worth to the seat that chooses.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
struct OptionWorth {
    option: u32,
    /// What the option stands for.
    label: Option<u8>,
    worth: f64,
    exact: bool,
    /// In how many whole moves it ends, where that is known.
    moves: Option<u32>,
    /// How often it was looked at.
    visits: u64,
}

/// What a position and its options are worth.
#[utoipa::path(post, path = "/api/analyse", tag = "tools", request_body = AnalyseRequest, responses(
    (status = 200, body = Analysis),
    (status = 400, description = "not the JSON of this call", body = Problem),
    (status = 409, description = "the match is over there", body = Problem),
    (status = 413, description = "the match is too long", body = Problem),
    (status = 422, description = "not a record, or no such ply", body = Problem),
    (status = 429, description = "too much is being looked at", body = Problem),
))]
pub(crate) async fn analyse(
    State(tools): State<Tools>,
    Body(request): Body<AnalyseRequest>,
) -> Result<Json<Analysis>, Failure> {
    let record = record::bytes(&request.record)?;
    let key = (*blake3::hash(&record).as_bytes(), request.ply);
    if let Some(known) = tools.analyses.get(&key) {
        return Ok(Json(known));
    }
    let work = move || of_record(&record, request.ply);
    let answer = tools.thinking.run(Priority::Study, work).await??;
    tools.analyses.put(key, answer.clone());
    Ok(Json(answer))
}

fn of_record(record: &[u8], ply: Option<usize>) -> Result<Analysis, Failure> {
    let game = record::open(record)?;
    let mut now = at_ply(&*game, ply.unwrap_or(game.choices().len()))?;
    make_lone_choices(&mut *now);
    let seat = match now.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => return Err(Failure::new(Code::BadValue, "chance is next there: nobody chooses")),
        Turn::Over(_) => return Err(Failure::new(Code::Over, "the match is over there: nobody chooses")),
    };
    let advice = if now.options() == 1 { lone(&*now, seat)? } else { ask(&*now, seat)? };
    Ok(Analysis {
        ply: now.choices().len(),
        seat: seat.0,
        worth: advice.worth.map(analysis::number),
        exact: matches!(advice.worth, Some(Worth::Exact { .. })),
        options: advice.opinions.iter().map(|opinion| option_worth(&*now, opinion)).collect(),
    })
}

fn option_worth(game: &dyn AnyMatch, opinion: &Opinion) -> OptionWorth {
    let (exact, moves) = match opinion.worth {
        Worth::Exact { moves, .. } => (true, moves),
        Worth::Estimate(_) => (false, None),
    };
    OptionWorth {
        option: opinion.option,
        label: game.option_label(opinion.option),
        worth: analysis::number(opinion.worth),
        exact,
        moves,
        visits: opinion.visits,
    }
}

/// What the game's analyst thinks in the place of a seat.
fn ask(game: &dyn AnyMatch, seat: Seat) -> Result<Advice, Failure> {
    let roster = roster::roster(game.game()).map_err(|error| Failure::refused(Code::BadValue, &error))?;
    let ours = |error: &dyn std::fmt::Display| Failure::refused(Code::Internal, error);
    let mut bot = roster.bot(roster.analyst(), SEED).map_err(|error| ours(&error))?;
    bot.advise(&game.view(Viewer::Seat(seat)), BUDGET).map_err(|error: BotError| ours(&error))
}

/// Where there is nothing to choose, a position is worth what comes of it.
fn lone(game: &dyn AnyMatch, seat: Seat) -> Result<Advice, Failure> {
    let worth = follow(game, seat)?;
    let opinions = worth.iter().map(|worth| Opinion { option: 0, visits: 1, worth: *worth }).collect();
    Ok(Advice { worth, opinions, ..Advice::bare(0) })
}

/// What lone choices lead to. Where something is hidden only the end is looked at: the next seat knows what this one must not.
fn follow(game: &dyn AnyMatch, seat: Seat) -> Result<Option<Worth>, Failure> {
    let mut next = game.boxed_clone();
    let mut followed = 0;
    while next.options() == 1 && matches!(next.turn(), Turn::Seat(_)) && followed < MOST_LONE {
        next.play(0).map_err(|error| Failure::refused(Code::Internal, &error))?;
        followed += 1;
        if !is_open(&*next) {
            break;
        }
    }
    let made = next.moves().len().saturating_sub(game.moves().len()) as u32;
    match next.turn() {
        Turn::Over(outcome) => Ok(Some(Worth::Exact { score: outcome.score(seat), moves: Some(made) })),
        Turn::Seat(other) if is_open(&*next) && next.options() > 1 => {
            Ok(ask(&*next, other)?.worth.map(|worth| seen_by(worth, seat == other, made)))
        }
        _ => Ok(None),
    }
}

/// Whether everyone sees the same.
fn is_open(game: &dyn AnyMatch) -> bool {
    let [first, second, spectator] = Viewer::ALL.map(|viewer| game.view(viewer));
    first == second && second == spectator
}

/// A worth as the seat sees it that was on the move some moves before.
fn seen_by(worth: Worth, same: bool, before: u32) -> Worth {
    match worth {
        Worth::Exact { score, moves } => Worth::Exact {
            score: if same { score } else { -score },
            moves: moves.map(|moves| moves + before),
        },
        Worth::Estimate(value) => Worth::Estimate(if same { value } else { -value }),
    }
}
