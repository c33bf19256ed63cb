//! The lobby.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::Response;
use ennead_host::MatchId;
use ennead_host::matches::ListRequest;
#[cfg(feature = "openapi")]
use ennead_host::matches::MatchList;
use ennead_store::SummaryRow;

use crate::CallFailure;
use crate::app::App;
use crate::tools::json_response;

/// Listed matches, newest first.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        get,
        path = "/api/matches",
        params(ListRequest),
        responses((status = 200, body = MatchList), (status = 400, description = "bad_request"))
    )
)]
pub(crate) async fn list(
    State(app): State<App>,
    Query(request): Query<ListRequest>,
) -> Result<Response, CallFailure> {
    let query = request.query()?;
    let rows = app.manager.store.list(query.listing, query.before, query.limit).await?;
    list_of(&app, rows, None).await
}

/// The summaries of stored matches as JSON, built on a worker thread. `last` is where the next page
/// begins; callers need it because unreadable matches are left out.
pub(crate) async fn list_of(
    app: &App,
    rows: Vec<SummaryRow>,
    last: Option<MatchId>,
) -> Result<Response, CallFailure> {
    let summaries = app.manager.summaries(rows).await?;
    let manager = Arc::clone(&app.manager);
    let made = app.manager.work(move || serde_json::to_vec(&manager.list(&summaries, last)));
    json_response(made.await?)
}
