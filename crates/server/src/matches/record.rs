//! Records of finished matches, and explanations.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use ennead_host::matches::{self, RecordJson};
use serde_json::Value as AnyJson;

use super::find_match;
use crate::CallFailure;
use crate::app::App;
use crate::match_guard::MatchGuard;

/// The record of a finished match.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/matches/{id}/record",
        params(("id" = String, Path, description = "the match")),
        responses((status = 200, body = RecordJson), (status = 409, description = "not_over"))
    )
)]
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<RecordJson>, CallFailure> {
    let (cached, _) = find_match(&app, &id, &headers).await?;
    let guard = app.manager.lock(&cached).await?;
    let (_, made) = app.manager.compute(&cached, guard, |live| matches::record(live)).await?;
    Ok(Json(made?))
}

/// Explanations for this viewer from public knowledge, as the game's own JSON.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/matches/{id}/explain",
        params(("id" = String, Path, description = "the match")),
        responses((status = 200, body = AnyJson, description = "the game's own JSON object"))
    )
)]
pub(crate) async fn explain(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<AnyJson>, CallFailure> {
    let (cached, viewer) = find_match(&app, &id, &headers).await?;
    let guard = app.manager.lock(&cached).await?;
    let explaining = move |live: &mut MatchGuard| live.game.explain(viewer);
    Ok(Json(app.manager.compute(&cached, guard, explaining).await?.1))
}
