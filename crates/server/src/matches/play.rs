//! Moves and other player actions.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ennead_host::Action;
#[cfg(feature = "openapi")]
use ennead_host::matches;
use ennead_host::matches::{MoveRequest, RematchJson};

use super::find_match;
use super::show::answer;
use crate::CallFailure;
use crate::app::App;
use crate::body::Body;
use crate::cached_match::seat_of;

type PlayResult = Result<Response, CallFailure>;

async fn act(app: &App, id: &str, headers: &HeaderMap, action: Action) -> PlayResult {
    let (cached, viewer) = find_match(app, id, headers).await?;
    let (manager, place) = (Arc::clone(&app.manager), Arc::clone(&cached));
    app.run_to_completion(async move { manager.act(&place, seat_of(viewer), &action).await })
        .await?;
    answer(app, &cached, viewer).await
}

/// Makes a move.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches/{id}/play",
        request_body = MoveRequest,
        params(("id" = String, Path, description = "the match")),
        security(("seat" = [])),
        responses(
            (status = 200, body = matches::MatchJson),
            (status = 409, description = "stale, not_your_turn, over, waiting"),
            (status = 422, description = "bad_option"),
        )
    )
)]
pub(crate) async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(request): Body<MoveRequest>,
) -> PlayResult {
    act(&app, &id, &headers, request.action()?).await
}

/// Resigns.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches/{id}/resign",
        params(("id" = String, Path, description = "the match")),
        security(("seat" = [])),
        responses((status = 200, body = matches::MatchJson))
    )
)]
pub(crate) async fn resign(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> PlayResult {
    act(&app, &id, &headers, Action::Resign).await
}

/// Offers a draw, or accepts the opponent's offer.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches/{id}/draw",
        params(("id" = String, Path, description = "the match")),
        security(("seat" = [])),
        responses(
            (status = 200, body = matches::MatchJson),
            (status = 409, description = "no_draws")
        )
    )
)]
pub(crate) async fn draw(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> PlayResult {
    act(&app, &id, &headers, Action::Draw).await
}

/// Declines the opponent's draw offer.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches/{id}/decline",
        params(("id" = String, Path, description = "the match")),
        security(("seat" = [])),
        responses(
            (status = 200, body = matches::MatchJson),
            (status = 409, description = "no_draws")
        )
    )
)]
pub(crate) async fn decline(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> PlayResult {
    act(&app, &id, &headers, Action::Decline).await
}

/// Declines the opponent's takeback request.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches/{id}/takeback/decline",
        params(("id" = String, Path, description = "the match")),
        security(("seat" = [])),
        responses(
            (status = 200, body = matches::MatchJson),
            (status = 409, description = "over"),
            (status = 422, description = "bad_option: the opponent does not ask for a takeback"),
        )
    )
)]
pub(crate) async fn decline_takeback(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> PlayResult {
    act(&app, &id, &headers, Action::DeclineTakeback).await
}

/// Creates the rematch, or finds the existing one; the same tokens hold the opposite seats there.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/matches/{id}/rematch",
        params(("id" = String, Path, description = "the match")),
        security(("seat" = [])),
        responses((status = 200, body = RematchJson), (status = 409, description = "not_over"))
    )
)]
pub(crate) async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<RematchJson>, CallFailure> {
    let (cached, viewer) = find_match(&app, &id, &headers).await?;
    let manager = Arc::clone(&app.manager);
    let next = app
        .run_to_completion(async move { manager.rematch(&cached, seat_of(viewer)).await })
        .await?;
    Ok(Json(RematchJson::of(next)))
}
