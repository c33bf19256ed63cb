//! The lobby.

use axum::Json;
use axum::extract::{Query, State};
use ennead_host::matches::{ListRequest, MatchList};

use crate::CallFailure;
use crate::app::App;
use crate::manager::report;

/// Listed matches, newest first.
#[utoipa::path(
    get,
    path = "/api/matches",
    params(ListRequest),
    responses((status = 200, body = MatchList), (status = 400, description = "bad_request"))
)]
pub(crate) async fn list(
    State(app): State<App>,
    Query(request): Query<ListRequest>,
) -> Result<Json<MatchList>, CallFailure> {
    let query = request.query()?;
    let stored = app.manager.store.list(query.listing, query.before, query.limit).await?;
    let log = |broken: &ennead_host::BrokenMatch| drop(report(broken.clone()));
    Ok(Json(MatchList::of(app.manager.games, stored, log)))
}
