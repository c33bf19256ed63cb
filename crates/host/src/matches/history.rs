//! The positions of a match so far, as one viewer has seen them.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{AnyMatch, Focus, Turn, Viewer};
use ennead_protocol::Code;
use serde::Serialize;

use crate::tools::Walk;
use crate::{Failure, LiveMatch};

/// Beyond this number of moves a running match has no history; its replay does.
const MAX_MOVES: usize = 2_000;
/// Limit on moves times choices: each board is drawn from its own copy of the position.
const MAX_WORK: usize = 4_000_000;

/// The positions of a match so far.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HistoryJson {
    /// The position before the first move, and the one after each move.
    steps: Vec<HistoryStep>,
}

/// A position, as the viewer saw it at the time.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HistoryStep {
    ply: usize,
    /// The labels of the move that led to it, as far as the viewer may know them.
    last: Vec<u8>,
    /// The seat to move; null at the end.
    turn: Option<u8>,
    /// The board payload, as base64url.
    #[serde(rename = "feed")]
    payload: String,
}

/// The positions of a match so far. The viewer has seen each of them and learns nothing new.
pub fn history(live: &LiveMatch, viewer: Viewer) -> Result<HistoryJson, Failure> {
    let mut walk = Walk::seen_by(viewer, &*live.game)?;
    walk.check(MAX_MOVES, MAX_WORK)?;
    let mut steps = vec![step(walk.now(), viewer, Vec::new())?];
    while let Some(made) = walk.step()? {
        // A half-made move has no text.
        if !made.text.is_empty() {
            steps.push(step(walk.now(), viewer, made.labels)?);
        }
    }
    Ok(HistoryJson { steps })
}

fn step(game: &dyn AnyMatch, viewer: Viewer, last: Vec<u8>) -> Result<HistoryStep, Failure> {
    let scene = game.scene(viewer, &Focus::default());
    let scene = scene.map_err(|error| Failure::rejected(Code::BadValue, &error))?;
    let turn = match game.turn() {
        Turn::Seat(seat) => Some(seat.0),
        _ => None,
    };
    let payload = BASE64URL_NOPAD.encode(scene.payload());
    Ok(HistoryStep { ply: game.choices().len(), last, turn, payload })
}
