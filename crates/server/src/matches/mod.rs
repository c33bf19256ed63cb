//! Matches over HTTP, for scripts: everything that a socket can do, one call each.

mod advice;
mod create;
mod list;
mod play;
mod record;
mod show;

pub(crate) use list::list_of;

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use ennead_game::Viewer;
use ennead_host::Failure;
use ennead_host::matches::parse_id;

use crate::app::{App, seat_token};
use crate::cached_match::CachedMatch;

/// The OpenAPI description of the calls.
#[cfg(feature = "openapi")]
#[derive(utoipa::OpenApi)]
#[openapi(paths(
    list::list,
    create::create,
    show::show,
    create::join,
    play::play,
    play::resign,
    play::draw,
    play::decline,
    play::rematch,
    record::record,
    record::explain,
    show::history,
    advice::takeback,
    play::decline_takeback,
    advice::hint
))]
pub(crate) struct MatchesApi;

/// The routes.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/api/matches", get(list::list).post(create::create))
        .route("/api/matches/{id}", get(show::show))
        .route("/api/matches/{id}/join", post(create::join))
        .route("/api/matches/{id}/play", post(play::play))
        .route("/api/matches/{id}/resign", post(play::resign))
        .route("/api/matches/{id}/draw", post(play::draw))
        .route("/api/matches/{id}/decline", post(play::decline))
        .route("/api/matches/{id}/rematch", post(play::rematch))
        .route("/api/matches/{id}/record", get(record::record))
        .route("/api/matches/{id}/explain", get(record::explain))
        .route("/api/matches/{id}/history", get(show::history))
        .route("/api/matches/{id}/takeback", post(advice::takeback))
        .route("/api/matches/{id}/takeback/decline", post(play::decline_takeback))
        .route("/api/matches/{id}/hint", get(advice::hint))
}

/// The match that a path names, and the viewer behind a call.
async fn find_match(
    app: &App,
    id: &str,
    headers: &HeaderMap,
) -> Result<(Arc<CachedMatch>, Viewer), Failure> {
    let cached = app.manager.fresh_match(parse_id(id)?).await?;
    let token = seat_token(headers)?;
    let viewer = app.manager.lock(&cached).await?.viewer(token.as_ref())?;
    Ok((cached, viewer))
}
