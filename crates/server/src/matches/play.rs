//! Moves and everything else that players do.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use ennead_game::{Seat, Viewer};
use ennead_protocol::Code;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::place;
use super::show::{MatchJson, answer};
use crate::Failure;
use crate::action::Action;
use crate::app::App;
use crate::body::Body;

/// A move: at a ply, by options, by labels or as people write it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveJson {
    ply: u32,
    options: Option<Vec<u32>>,
    labels: Option<Vec<u8>>,
    #[serde(rename = "move")]
    text: Option<String>,
}

impl MoveJson {
    fn action(self) -> Result<Action, Failure> {
        let ply = self.ply;
        match (self.options, self.labels, self.text) {
            (Some(options), None, None) => Ok(Action::Options { ply, options }),
            (None, Some(labels), None) => Ok(Action::Labels { ply, labels }),
            (None, None, Some(text)) => Ok(Action::Text { ply, text }),
            _ => Err(Failure::new(Code::BadRequest, "a move has one of options, labels and move")),
        }
    }
}

fn seat(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    }
}

async fn act(
    app: &App,
    path: &Path<String>,
    headers: &HeaderMap,
    action: Action,
) -> Result<Json<MatchJson>, Failure> {
    let (slot, viewer) = place(app, path, headers).await?;
    let (manager, place) = (Arc::clone(&app.manager), Arc::clone(&slot));
    app.undisturbed(async move { manager.act(&place, seat(viewer), &action).await }).await?;
    answer(app, &slot, viewer).await
}

/// Makes a move.
#[utoipa::path(post, path = "/api/matches/{id}/play", request_body = MoveJson, params(("id" = String, Path, description = "the match")), security(("seat" = [])),
    responses((status = 200, body = MatchJson), (status = 409, description = "stale, not_your_turn, over, waiting"), (status = 422, description = "bad_option")))]
pub(crate) async fn play(
    State(app): State<App>,
    path: Path<String>,
    headers: HeaderMap,
    Body(body): Body<MoveJson>,
) -> Result<Json<MatchJson>, Failure> {
    act(&app, &path, &headers, body.action()?).await
}

/// Gives up.
#[utoipa::path(post, path = "/api/matches/{id}/resign", params(("id" = String, Path, description = "the match")), security(("seat" = [])),
    responses((status = 200, body = MatchJson)))]
pub(crate) async fn resign(
    State(app): State<App>,
    path: Path<String>,
    headers: HeaderMap,
) -> Result<Json<MatchJson>, Failure> {
    act(&app, &path, &headers, Action::Resign).await
}

/// Offers a draw, or accepts the opponent's offer.
#[utoipa::path(post, path = "/api/matches/{id}/draw", params(("id" = String, Path, description = "the match")), security(("seat" = [])),
    responses((status = 200, body = MatchJson), (status = 409, description = "no_draws")))]
pub(crate) async fn draw(
    State(app): State<App>,
    path: Path<String>,
    headers: HeaderMap,
) -> Result<Json<MatchJson>, Failure> {
    act(&app, &path, &headers, Action::Draw).await
}

/// Declines the opponent's offer of a draw.
#[utoipa::path(post, path = "/api/matches/{id}/decline", params(("id" = String, Path, description = "the match")), security(("seat" = [])),
    responses((status = 200, body = MatchJson), (status = 409, description = "no_draws")))]
pub(crate) async fn decline(
    State(app): State<App>,
    path: Path<String>,
    headers: HeaderMap,
) -> Result<Json<MatchJson>, Failure> {
    act(&app, &path, &headers, Action::Decline).await
}

/// The rematch of a match.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextJson {
    id: String,
    link: String,
}

/// Makes the rematch, or finds it; the same tokens hold the other seats there.
#[utoipa::path(post, path = "/api/matches/{id}/rematch", params(("id" = String, Path, description = "the match")), security(("seat" = [])),
    responses((status = 200, body = NextJson), (status = 409, description = "not_over")))]
pub(crate) async fn rematch(
    State(app): State<App>,
    path: Path<String>,
    headers: HeaderMap,
) -> Result<Json<NextJson>, Failure> {
    let (slot, viewer) = place(&app, &path, &headers).await?;
    let manager = Arc::clone(&app.manager);
    let id = app.undisturbed(async move { manager.rematch(&slot, seat(viewer)).await }).await?;
    Ok(Json(NextJson { id: id.to_string(), link: format!("/m/{id}") }))
}
