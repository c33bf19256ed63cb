//! The OpenAPI description of all calls.
//!
//! The document is a file of this crate. With the feature `openapi` it is generated from the types
//! and the handlers; a test compares the two, and `examples/openapi.rs` regenerates the file.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;

/// The description of all calls, as JSON.
pub const DOCUMENT: &str = include_str!("../openapi.json");

/// `GET /api/openapi.json`.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let answer = async || ([(CONTENT_TYPE, "application/json")], DOCUMENT);
    Router::new().route("/api/openapi.json", get(answer))
}

#[cfg(feature = "openapi")]
pub use generated::document;

#[cfg(feature = "openapi")]
mod generated {
    use ennead_host::Problem;
    use serde_json::{Value, json};
    use utoipa::OpenApi;

    use crate::matches::MatchesApi;
    use crate::tools::ToolsApi;

    /// The document that the parts are merged into.
    #[derive(OpenApi)]
    #[openapi(
        info(
            title = "Ennead",
            description = "Turn-based games in as few bits as they need: matches to play, and \
                           values and records to explore. PROTOCOL.md describes the protocol.",
            license(name = "MIT OR Apache-2.0")
        ),
        components(schemas(Problem))
    )]
    struct Document;

    /// Generates the document from the types and handlers.
    pub fn document() -> serde_json::Result<String> {
        let parts = [ToolsApi::openapi(), MatchesApi::openapi()];
        let whole =
            parts.into_iter().fold(Document::openapi(), utoipa::openapi::OpenApi::merge_from);
        let mut json = serde_json::to_value(whole)?;
        complete(&mut json);
        Ok(serde_json::to_string_pretty(&json)? + "\n")
    }

    /// Adds what applies to every call: the authentication of seats, a description of each
    /// response, and the body of every error.
    fn complete(document: &mut Value) {
        document["components"]["securitySchemes"] = json!({"seat": {
            "type": "http",
            "scheme": "bearer",
            "description": "the token of a seat",
        }});
        let paths = document["paths"].as_object_mut();
        let calls =
            paths.into_iter().flatten().filter_map(|(_, path)| path.as_object_mut()).flatten();
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
}
