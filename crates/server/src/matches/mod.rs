//! Matches over HTTP, for scripts: everything that a socket can do, one call each.

mod create;
mod list;
mod play;
mod record;
mod show;

use axum::Router;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use ennead_game::Viewer;
use ennead_protocol::Code;
use ennead_store::MatchId;
use utoipa::OpenApi;

use crate::Failure;
use crate::app::{App, seat_token};
use crate::manager::viewer;

/// The calls, described for programs.
#[derive(OpenApi)]
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
    record::explain
))]
pub(crate) struct MatchesApi;

/// The calls.
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
}

/// The match that a path names.
fn id_of(Path(text): &Path<String>) -> Result<MatchId, Failure> {
    text.parse().map_err(|_| Failure::new(Code::UnknownMatch, "a match id is 11 characters of base64url"))
}

/// The match that a path names, and who looks at it.
async fn place(
    app: &App,
    path: &Path<String>,
    headers: &HeaderMap,
) -> Result<(std::sync::Arc<crate::slot::Slot>, Viewer), Failure> {
    let slot = app.manager.fresh_slot(id_of(path)?).await?;
    let token = seat_token(headers)?;
    let viewer = viewer(&*app.manager.hold(&slot).await?, token.as_ref())?;
    Ok((slot, viewer))
}
