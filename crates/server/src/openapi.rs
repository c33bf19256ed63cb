//! The whole of the HTTP interface, described for programs.

use std::future::ready;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use crate::tools::ToolsApi;

/// What every call answers when it cannot do what was asked.
#[derive(Serialize, ToSchema)]
pub(crate) struct Problem {
    error: ProblemDetails,
}

/// What is wrong.
#[derive(Serialize, ToSchema)]
struct ProblemDetails {
    /// A stable code, as in PROTOCOL.md.
    #[schema(example = "bad_value")]
    code: String,
    /// What is wrong and what would be right, for people.
    message: String,
}

/// The beginning of the document: what the parts are merged into.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ennead",
        description = "Games in few bits: matches to play, and values and records to look into. The protocol is described in PROTOCOL.md.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(Problem))
)]
struct Whole;

/// The calls that need no match, as a document that others can be merged into.
pub fn document() -> utoipa::openapi::OpenApi {
    Whole::openapi().merge_from(ToolsApi::openapi())
}

/// `GET /api/openapi.json`: a document, written down once.
pub fn routes<S: Clone + Send + Sync + 'static>(
    document: &utoipa::openapi::OpenApi,
) -> serde_json::Result<Router<S>> {
    let json = Bytes::from(serde_json::to_vec(document)?);
    let answer = move || ready(([(CONTENT_TYPE, "application/json")], json.clone()));
    Ok(Router::new().route("/api/openapi.json", get(answer)))
}
