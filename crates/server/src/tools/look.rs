//! `POST /api/look`: a closer look at a part of a position in a match, for boards too deep to be shown at once.
//!
//! It shows no more than `POST /api/replay` does: whoever sends a record knows all that is in it.

use axum::extract::State;
use axum::response::Response;
use ennead_game::{AnyMatch, Look};
use ennead_protocol::Code;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::study::study;
use super::walk::at_ply;
use super::{Tools, feed, record};
use crate::Failure;
use crate::body::Body;
use crate::lone::make_lone_choices;
use crate::openapi::Problem;

/// A part of a position in a match.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LookRequest {
    /// A match of any game as a record: base64url without padding, or hexadecimal.
    #[schema(example = "QZYg")]
    record: String,
    /// After how many choices; all of them if it is left out.
    ply: Option<usize>,
    /// The way down to the part, a cell from 0 to 8 a level; the whole board if it is empty or left out.
    #[serde(default)]
    path: Vec<u8>,
    /// How many bytes may be spent on what lies below, up to 64 KiB; 512 if it is left out.
    budget: Option<usize>,
}

/// What is seen there.
#[derive(Serialize, ToSchema)]
pub(crate) struct Sight {
    /// Of which position: lone choices that leave the turn with the same seat are made.
    ply: usize,
    /// What the seat whose turn it is sees, as base64url; the bytes are described in PROTOCOL.md.
    feed: String,
}

/// A closer look at a part of a position.
#[utoipa::path(post, path = "/api/look", tag = "tools", request_body = LookRequest, responses(
    (status = 200, body = Sight),
    (status = 400, description = "not the JSON of this call", body = Problem),
    (status = 413, description = "the match is too long", body = Problem),
    (status = 422, description = "not a record, no such ply, or no such part", body = Problem),
    (status = 429, description = "too much is being looked at", body = Problem),
))]
pub(crate) async fn look(
    State(tools): State<Tools>,
    Body(request): Body<LookRequest>,
) -> Result<Response, Failure> {
    study(&tools.thinking, move || of_record(request)).await
}

fn of_record(request: LookRequest) -> Result<Sight, Failure> {
    let game = record::open(&record::bytes(&request.record)?)?;
    let budget = request.budget.unwrap_or(Look::default().budget);
    let look = Look { path: request.path, budget };
    let mut shown = match request.ply {
        Some(ply) => at_ply(&*game, ply)?,
        None => game,
    };
    make_lone_choices(&mut *shown);
    sight(&*shown, &look)
}

fn sight(game: &dyn AnyMatch, look: &Look) -> Result<Sight, Failure> {
    let scene = game.scene(feed::viewer(game), look).map_err(|refusal| {
        Failure::refused(Code::BadValue, &format!("that cannot be looked at: {refusal}"))
    })?;
    Ok(Sight { ply: game.choices().len(), feed: feed::text(scene.feed()) })
}
