//! `POST /api/replay`: a match as boards, one after each whole move.
//!
//! A record contains everything, including hidden cards. A client that sends one already knows it,
//! so the boards of both seats are shown.

use ennead_game::{AnyMatch, Focus, GameError, LabelSet, Outcome, Seat, Turn, Viewer};
use ennead_kit::Games;
use ennead_protocol::Code;
use serde::Serialize;
use serde_json::{Map, Value as AnyJson, json};

use super::RecordRequest;
use super::record::base64url;
use super::walk::{Walk, WalkedMove};
use crate::Failure;
use crate::forced::make_forced_choices;

/// Matches with more moves are not replayed.
const MAX_MOVES: usize = 2_000;
/// Limit on moves times choices: each board is drawn from a copy of the position, which grows with
/// the match.
const MAX_WORK: usize = 40_000_000;

/// A match move by move.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Replay {
    game: &'static str,
    title: &'static str,
    /// The options of the set-up and their values.
    setup: Map<String, AnyJson>,
    /// The names of the seats.
    seats: [String; 2],
    /// The name of the winning seat, `draw`, or null if the match is not over.
    outcome: Option<String>,
    /// The position before the first move, and the one after each move.
    steps: Vec<ReplayStep>,
}

/// A position and the move that led to it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReplayStep {
    /// The number of choices so far, including the forced ones of the next move.
    ply: usize,
    /// The seat that made the move; null before the first.
    seat: Option<u8>,
    /// The move in the game's notation; empty for an incomplete last move.
    text: String,
    /// The payloads for both seats, as base64url; PROTOCOL.md describes the bytes.
    #[serde(rename = "feeds")]
    payloads: [String; 2],
    /// The labels of the move.
    last: Vec<u8>,
    /// The labels on offer to the seat to move.
    labels: Vec<u8>,
    /// The seat to move; null at the end and before a chance choice.
    turn: Option<u8>,
}

/// Replays a match move by move.
pub fn replay(games: Games, request: &RecordRequest) -> Result<Replay, Failure> {
    let game = request.open(games)?;
    let mut walk = Walk::new(&*game)?;
    walk.check(MAX_MOVES, MAX_WORK)?;
    let mut steps = vec![step(walk.now(), None)?];
    while let Some(made) = walk.step()? {
        steps.push(step(walk.now(), Some(made))?);
    }
    let setup = game.setup().into_iter().map(|(name, value)| (name.to_string(), json!(value)));
    Ok(Replay {
        game: game.game(),
        title: game.title(),
        setup: setup.collect(),
        seats: Seat::BOTH.map(|seat| game.seat_name(seat)),
        outcome: outcome_name(&*game),
        steps,
    })
}

/// The name of the winning seat, `draw`, or `None` while the match goes on.
pub fn outcome_name(game: &dyn AnyMatch) -> Option<String> {
    match game.turn() {
        Turn::Over(Outcome::Win(seat)) => Some(game.seat_name(seat)),
        Turn::Over(Outcome::Draw) => Some("draw".into()),
        _ => None,
    }
}

/// The position as players see it, after the forced choices of the next move.
fn step(game: &dyn AnyMatch, made: Option<WalkedMove>) -> Result<ReplayStep, Failure> {
    let mut shown = game.boxed_clone();
    make_forced_choices(&mut *shown);
    let turn = match shown.turn() {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    };
    let (payloads, labels) =
        boards(&*shown, turn).map_err(|error| Failure::rejected(Code::BadValue, &error))?;
    let (seat, text, last) = match made {
        Some(made) => (Some(made.seat.0), made.text, made.labels),
        None => (None, String::new(), Vec::new()),
    };
    let (ply, turn) = (shown.choices().len(), turn.map(|seat| seat.0));
    Ok(ReplayStep { ply, seat, text, payloads, last, labels, turn })
}

/// The payloads for both seats, and the labels on offer to the seat to move.
fn boards(game: &dyn AnyMatch, turn: Option<Seat>) -> Result<([String; 2], Vec<u8>), GameError> {
    let [first, second] = Seat::BOTH.map(|seat| game.scene(Viewer::Seat(seat), &Focus::default()));
    let (first, second) = (first?, second?);
    let labels = match turn {
        Some(Seat::FIRST) => first.labels(),
        Some(_) => second.labels(),
        None => LabelSet::EMPTY,
    };
    let payloads = [base64url(first.payload()), base64url(second.payload())];
    Ok((payloads, labels.iter().collect()))
}
