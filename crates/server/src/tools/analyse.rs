//! Analyses, with a cache of recent ones.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use ennead_host::tools::{self, AnalyseRequest, Analysis};
use ennead_search::Budget;

use super::Tools;
use crate::body::Body;
use crate::{CallFailure, Priority};

/// The budget of an analysis. The limit of nodes bounds the memory.
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
            (status = 200, body = Analysis),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (status = 409, description = "the match is over there", body = ennead_host::Problem),
            (status = 413, description = "the match is too long", body = ennead_host::Problem),
            (status = 422, description = "not a record, or no such ply", body = ennead_host::Problem),
            (status = 429, description = "too many requests are waiting", body = ennead_host::Problem),
        )
    )
)]
pub(super) async fn analyse(
    State(state): State<Tools>,
    Body(request): Body<AnalyseRequest>,
) -> Result<Json<Analysis>, CallFailure> {
    let key = request.cache_key()?;
    if let Some(known) = state.analyses.get(&key) {
        return Ok(Json(known));
    }
    let tables = state.tables.clone();
    let work = move || tools::analyse(state.games, &tables, &request, BUDGET);
    let answer = state.thinking.run(Priority::Study, work).await??;
    state.analyses.put(key, answer.clone());
    Ok(Json(answer))
}
