//! Failures as HTTP responses.

use axum::Json;
use axum::body::to_bytes;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use ennead_host::Failure;
use ennead_protocol::Code;
use ennead_store::StoreError;

/// A failed call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFailure(pub Failure);

impl From<Failure> for CallFailure {
    fn from(failure: Failure) -> Self {
        CallFailure(failure)
    }
}

impl From<StoreError> for CallFailure {
    fn from(error: StoreError) -> Self {
        CallFailure(error.into())
    }
}

impl IntoResponse for CallFailure {
    fn into_response(self) -> Response {
        let CallFailure(failure) = self;
        log(&failure);
        let status = StatusCode::from_u16(failure.code.status())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(failure.to_json())).into_response()
    }
}

/// Logs failures that are the server's fault, for its operator, unless the log has their cause.
pub(crate) fn log(failure: &Failure) {
    if failure.code.status() >= 500 && failure.code != Code::Closing && !failure.is_logged {
        tracing::warn!(%failure, "a request failed");
    }
}

/// The longest text of an error of the HTTP library.
const MAX_TEXT: usize = 4 << 10;

/// Turns errors of the HTTP library, such as a malformed query, from text into the JSON of all
/// others.
pub(crate) async fn as_json(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_text = kind.is_none_or(|kind| kind.starts_with(b"text/plain"));
    if !is_text || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = to_bytes(body, MAX_TEXT).await.unwrap_or_default();
    let text = match String::from_utf8_lossy(&text).trim() {
        "" => status.canonical_reason().unwrap_or("rejected").to_lowercase(),
        text => text.to_string(),
    };
    let code = match status {
        StatusCode::NOT_FOUND => Code::NotFound,
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        status if status.is_server_error() => Code::Internal,
        _ => Code::BadRequest,
    };
    let failure = Failure::rejected(code, &text);
    // The new body brings its own.
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.remove(CONTENT_TYPE);
    (status, parts.headers, Json(failure.to_json())).into_response()
}

/// The failure for an unknown address.
pub(crate) fn not_found() -> CallFailure {
    CallFailure(Failure::new(Code::NotFound, "there is no such page or call"))
}
