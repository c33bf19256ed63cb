//! `POST /api/look`: a part of a position in more detail, for boards too deep to be shown at once.
//!
//! It reveals no more than `POST /api/replay`: a client that sends a record knows everything in it.

use ennead_game::{AnyMatch, Focus, Seat, Turn, Viewer};
use ennead_kit::Games;
use ennead_protocol::Code;
use serde::{Deserialize, Serialize};

use super::record::{self, base64url};
use super::walk::at_ply;
use crate::Failure;
use crate::forced::make_forced_choices;

/// A part of a position in a match.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LookRequest {
    /// A match of any game as a record: base64url without padding, or hexadecimal.
    #[cfg_attr(feature = "openapi", schema(example = "QZYg"))]
    record: String,
    /// The number of choices; all of them if omitted.
    ply: Option<usize>,
    /// The path to the part, one cell per level; the whole board if empty or omitted.
    #[serde(default)]
    path: Vec<u8>,
    /// The most bytes to spend on the cells below, up to 64 KiB; 512 if omitted.
    budget: Option<usize>,
}

/// A part of a board.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardDetail {
    /// The ply of the position, after any forced choices that leave the turn with the same seat.
    ply: usize,
    /// The payload for the seat to move, as base64url; PROTOCOL.md describes the bytes.
    #[serde(rename = "feed")]
    payload: String,
}

/// Shows a part of a position in more detail.
pub fn look(games: Games, request: LookRequest) -> Result<BoardDetail, Failure> {
    let game = record::open_text(games, &request.record)?;
    let budget = request.budget.unwrap_or(Focus::default().budget);
    let focus = Focus { path: request.path, budget };
    let mut shown = match request.ply {
        Some(ply) => at_ply(&*game, ply)?,
        None => game,
    };
    make_forced_choices(&mut *shown);
    let scene = shown.scene(mover(&*shown), &focus).map_err(|error| {
        Failure::rejected(Code::BadValue, &format!("that cannot be looked at: {error}"))
    })?;
    Ok(BoardDetail { ply: shown.choices().len(), payload: base64url(scene.payload()) })
}

/// The seat to move, or the first one if there is none.
fn mover(game: &dyn AnyMatch) -> Viewer {
    match game.turn() {
        Turn::Seat(seat) => Viewer::Seat(seat),
        _ => Viewer::Seat(Seat::FIRST),
    }
}
