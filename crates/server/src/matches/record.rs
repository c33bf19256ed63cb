//! Records of finished matches, and explanations.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use ennead_host::Failure;
use ennead_host::matches;
#[cfg(feature = "openapi")]
use serde_json::Value as AnyJson;

use super::find_match;
use crate::CallFailure;
use crate::app::App;
use crate::match_guard::MatchGuard;
use crate::tools::json_response;

/// The record of a finished match.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/matches/{id}/record",
        params(("id" = String, Path, description = "the match")),
        responses(
            (status = 200, body = matches::RecordJson),
            (status = 409, description = "not_over")
        )
    )
)]
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, CallFailure> {
    let (cached, _) = find_match(&app, &id, &headers).await?;
    let guard = app.manager.lock(&cached).await?;
    let making =
        |live: &mut MatchGuard| Ok::<_, Failure>(serde_json::to_vec(&matches::record(live)?));
    json_response(app.manager.compute(&cached, guard, making).await?.1?)
}

/// Explanations for this viewer from what it has seen, as the game's own JSON.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/matches/{id}/explain",
        params(("id" = String, Path, description = "the match")),
        responses(
            (status = 200, body = AnyJson, description = "the game's own JSON object")
        )
    )
)]
pub(crate) async fn explain(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, CallFailure> {
    let (cached, viewer) = find_match(&app, &id, &headers).await?;
    let guard = app.manager.lock(&cached).await?;
    let explaining = move |live: &mut MatchGuard| serde_json::to_vec(&live.game.explain(viewer));
    json_response(app.manager.compute(&cached, guard, explaining).await?.1)
}
