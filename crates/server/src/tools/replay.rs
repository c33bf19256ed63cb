//! `POST /api/replay`: a match as pictures, one after each whole move.
//!
//! A record holds all that there is to know, hidden cards included. Whoever sends one knows it already, so that both seats' pictures are shown.

use axum::extract::State;
use axum::response::Response;
use ennead_game::{AnyMatch, Look, Outcome, Refusal, Seat, Turn, Viewer};
use ennead_protocol::Code;
use serde::Serialize;
use serde_json::{Map, Value as AnyJson, json};
use utoipa::ToSchema;

use super::Tools;
use super::feed;
use super::record::RecordRequest;
use super::study::study;
use super::walk::{Move, Walk};
use crate::Failure;
use crate::body::Body;
use crate::lone::make_lone_choices;
use crate::openapi::Problem;

/// Matches of more moves are not shown move by move.
const MOST_MOVES: usize = 2_000;
/// Moves times choices: each picture is drawn from a copy of the position, which grows with the match.
const MOST_WORK: usize = 40_000_000;

/// A match move by move.
#[derive(Serialize, ToSchema)]
pub(crate) struct Replay {
    #[schema(example = "ttt")]
    game: &'static str,
    title: &'static str,
    /// The options of the set-up and their values.
    setup: Map<String, AnyJson>,
    /// How the seats are called.
    seats: [String; 2],
    /// The name of the seat that has won, `draw`, or null while it goes on.
    outcome: Option<String>,
    /// The position before the first move, and the one after each.
    steps: Vec<Step>,
}

/// A position and the move that led to it.
#[derive(Serialize, ToSchema)]
struct Step {
    /// How many choices were made, lone ones of the move to come included.
    ply: usize,
    /// Who made the move; null before the first.
    seat: Option<u8>,
    /// The move as people write it; nothing for a last one that is only half made.
    text: String,
    /// What the first and the second seat see, as base64url; the bytes are described in PROTOCOL.md.
    feeds: [String; 2],
    /// The labels of the move.
    last: Vec<u8>,
    /// The labels on offer to whoever is next.
    labels: Vec<u8>,
    /// Whose turn it is; null if nobody's.
    turn: Option<u8>,
}

/// A match move by move.
#[utoipa::path(post, path = "/api/replay", tag = "tools", request_body = RecordRequest, responses(
    (status = 200, body = Replay),
    (status = 400, description = "not the JSON of this call", body = Problem),
    (status = 413, description = "the match is too long", body = Problem),
    (status = 422, description = "not a record", body = Problem),
    (status = 429, description = "too much is being looked at", body = Problem),
))]
pub(crate) async fn replay(
    State(tools): State<Tools>,
    Body(request): Body<RecordRequest>,
) -> Result<Response, Failure> {
    study(&tools.thinking, move || of_match(&*request.open()?)).await
}

fn of_match(game: &dyn AnyMatch) -> Result<Replay, Failure> {
    let mut walk = Walk::new(game)?;
    walk.check(MOST_MOVES, MOST_WORK)?;
    let mut steps = vec![step(walk.now(), None)?];
    while let Some(made) = walk.step()? {
        steps.push(step(walk.now(), Some(made))?);
    }
    let title = ennead_registry::game(game.game()).map_or(game.game(), |entry| entry.title());
    let setup = game.setup().into_iter().map(|(name, value)| (name.to_string(), json!(value)));
    Ok(Replay {
        game: game.game(),
        title,
        setup: setup.collect(),
        seats: Seat::BOTH.map(|seat| game.seat_name(seat)),
        outcome: outcome(game),
        steps,
    })
}

fn outcome(game: &dyn AnyMatch) -> Option<String> {
    match game.turn() {
        Turn::Over(Outcome::Win(seat)) => Some(game.seat_name(seat)),
        Turn::Over(Outcome::Draw) => Some("draw".into()),
        _ => None,
    }
}

/// The position as players see it: what is forced in the next move is made.
fn step(game: &dyn AnyMatch, made: Option<Move>) -> Result<Step, Failure> {
    let mut shown = game.boxed_clone();
    make_lone_choices(&mut *shown);
    let turn = match shown.turn() {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    };
    let (feeds, labels) =
        pictures(&*shown, turn).map_err(|refusal| Failure::refused(Code::BadValue, &refusal))?;
    let ply = shown.choices().len();
    let turn = turn.map(|seat| seat.0);
    let (seat, text, last) = match made {
        Some(made) => (Some(made.seat.0), made.text, made.labels),
        None => (None, String::new(), Vec::new()),
    };
    Ok(Step { ply, seat, text, feeds, last, labels, turn })
}

/// What each seat sees, and the labels on offer to the one whose turn it is.
fn pictures(game: &dyn AnyMatch, turn: Option<Seat>) -> Result<([String; 2], Vec<u8>), Refusal> {
    let [first, second] = Seat::BOTH.map(|seat| game.scene(Viewer::Seat(seat), &Look::default()));
    let (first, second) = (first?, second?);
    let labels = turn.map_or(0, |seat| if seat == Seat::FIRST { first.labels() } else { second.labels() });
    let on_offer = (0..u64::BITS as u8).filter(|label| labels >> label & 1 == 1).collect();
    Ok(([feed::text(first.feed()), feed::text(second.feed())], on_offer))
}
