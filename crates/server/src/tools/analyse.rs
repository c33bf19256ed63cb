//! Analyses, with a cache of recent ones.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use ennead_host::tools::{self, AnalyseRequest};
use ennead_search::Budget;

use super::Tools;
use super::study::study_once;
use crate::CallFailure;
use crate::body::Body;

/// The budget of an analysis. The node limit bounds its memory.
const BUDGET: Budget = Budget { time: Some(Duration::from_millis(250)), nodes: Some(300_000) };

/// The value of a position and of its options.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/analyse",
        tag = "tools",
        request_body = AnalyseRequest,
        responses(
            (status = 200, body = tools::Analysis),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (status = 409, description = "the match is over there", body = ennead_host::Problem),
            (status = 413, description = "the match is too long", body = ennead_host::Problem),
            (
                status = 422,
                description = "not a record, or no such ply",
                body = ennead_host::Problem
            ),
            (
                status = 429,
                description = "too many requests are waiting",
                body = ennead_host::Problem
            ),
        )
    )
)]
pub(super) async fn analyse(
    State(state): State<Tools>,
    Body(request): Body<AnalyseRequest>,
) -> Result<Response, CallFailure> {
    let key = request.cache_key()?;
    let tables = state.tables.clone();
    let work = move || tools::analyse(state.games, &tables, &request, BUDGET);
    study_once(&state.studies, &state.analyses, key, work).await
}
