//! Reviews of whole matches, with a cache of recent ones.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use ennead_host::tools::{self, RecordRequest, Review};

use super::Tools;
use crate::body::Body;
use crate::{CallFailure, Priority};

/// The time for a whole match: a reader waits for it.
const TIME: Duration = Duration::from_secs(3);

/// What every move of a match was worth, and which ones were mistakes.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/review",
        tag = "tools",
        request_body = RecordRequest,
        responses(
            (status = 200, body = Review),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (status = 413, description = "the match is too long", body = ennead_host::Problem),
            (status = 422, description = "not a record", body = ennead_host::Problem),
            (status = 429, description = "too many requests are waiting", body = ennead_host::Problem),
        )
    )
)]
pub(super) async fn review(
    State(state): State<Tools>,
    Body(request): Body<RecordRequest>,
) -> Result<Json<Review>, CallFailure> {
    let key = (request.cache_key()?, None);
    if let Some(known) = state.reviews.get(&key) {
        return Ok(Json(known));
    }
    let tables = state.tables.clone();
    let work = move || tools::review(state.games, &tables, &request, TIME);
    let answer = state.thinking.run(Priority::Study, work).await??;
    state.reviews.put(key, answer.clone());
    Ok(Json(answer))
}
