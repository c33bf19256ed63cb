//! Reviews of whole matches, with a cache of recent ones.

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use ennead_host::tools::{self, RecordRequest};

use super::Tools;
use super::study::study_once;
use crate::CallFailure;
use crate::body::Body;

/// The time for a whole match, while a reader waits.
const TIME: Duration = Duration::from_secs(3);

/// The value of every move of a match, with its mistakes marked.
#[cfg_attr(
    feature = "openapi",
    utoipa::path(
        post,
        path = "/api/review",
        tag = "tools",
        request_body = RecordRequest,
        responses(
            (status = 200, body = tools::Review),
            (status = 400, description = "malformed JSON", body = ennead_host::Problem),
            (status = 413, description = "the match is too long", body = ennead_host::Problem),
            (status = 422, description = "not a record", body = ennead_host::Problem),
            (
                status = 429,
                description = "too many requests are waiting",
                body = ennead_host::Problem
            ),
        )
    )
)]
pub(super) async fn review(
    State(state): State<Tools>,
    Body(request): Body<RecordRequest>,
) -> Result<Response, CallFailure> {
    let key = (request.cache_key()?, None);
    let tables = state.tables.clone();
    let work = move || tools::review(state.games, &tables, &request, TIME);
    study_once(&state.studies, &state.reviews, key, work).await
}
