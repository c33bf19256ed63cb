//! Failures as HTTP responses.

use axum::Json;
use axum::http::StatusCode;
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

/// The failure for an unknown address.
pub(crate) fn not_found() -> CallFailure {
    CallFailure(Failure::new(Code::NotFound, "there is no such page or call"))
}
