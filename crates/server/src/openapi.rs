//! The OpenAPI description of all calls.

use std::future::ready;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use ennead_host::Problem;
use serde_json::{Value, json};
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

/// `GET /api/openapi.json`: the completed document, serialised once.
pub fn routes<S: Clone + Send + Sync + 'static>(
    document: &utoipa::openapi::OpenApi,
) -> serde_json::Result<Router<S>> {
    let mut json = serde_json::to_value(document)?;
    complete(&mut json);
    let json = Bytes::from(serde_json::to_vec(&json)?);
    let answer = move || ready(([(CONTENT_TYPE, "application/json")], json.clone()));
    Ok(Router::new().route("/api/openapi.json", get(answer)))
}

/// Adds what holds for every call, and would have to be repeated at each: how a seat is proven,
/// a description of each response, and the body of every error.
fn complete(document: &mut Value) {
    document["components"]["securitySchemes"] = json!({"seat": {
        "type": "http",
        "scheme": "bearer",
        "description": "the token of a seat",
    }});
    let paths = document["paths"].as_object_mut();
    let calls = paths.into_iter().flatten().filter_map(|(_, path)| path.as_object_mut()).flatten();
    for (_, call) in calls {
        let Some(responses) = call["responses"].as_object_mut() else { continue };
        for (status, response) in responses.iter_mut() {
            complete_response(status, response);
        }
        let other = json!({"description": "another error of PROTOCOL.md"});
        complete_response("default", responses.entry("default").or_insert(other));
    }
}

fn complete_response(status: &str, response: &mut Value) {
    let is_success = status.starts_with('2');
    if response["description"].as_str().is_none_or(str::is_empty) {
        response["description"] = if is_success { "done" } else { "an error" }.into();
    }
    if !is_success && response["content"].is_null() {
        let problem = json!({"schema": {"$ref": "#/components/schemas/Problem"}});
        response["content"] = json!({"application/json": problem});
    }
}
