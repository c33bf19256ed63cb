//! The OpenAPI description of all calls.

use std::future::ready;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use ennead_host::Problem;
use utoipa::OpenApi;

use crate::tools::ToolsApi;

/// The document that the parts are merged into.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ennead",
        description = "Turn-based games in as few bits as they need: matches to play, and values \
                       and records to explore. PROTOCOL.md describes the protocol.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(Problem))
)]
struct Document;

/// The calls that need no match, as a document that others can be merged into.
pub fn document() -> utoipa::openapi::OpenApi {
    Document::openapi().merge_from(ToolsApi::openapi())
}

/// `GET /api/openapi.json`: the document, serialised once.
pub fn routes<S: Clone + Send + Sync + 'static>(
    document: &utoipa::openapi::OpenApi,
) -> serde_json::Result<Router<S>> {
    let json = Bytes::from(serde_json::to_vec(document)?);
    let answer = move || ready(([(CONTENT_TYPE, "application/json")], json.clone()));
    Ok(Router::new().route("/api/openapi.json", get(answer)))
}
