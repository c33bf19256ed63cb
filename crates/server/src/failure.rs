//! What a call answers when it cannot do what was asked.

use std::fmt::Display;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use ennead_protocol::Code;
use serde_json::json;
use thiserror::Error;

/// A message repeats at most so much of what it refuses.
const LONGEST: usize = 600;

/// A stable code for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{code}: {message}")]
pub struct Failure {
    /// The code.
    pub code: Code,
    /// What is wrong and what would be right.
    pub message: String,
}

impl Failure {
    /// A failure.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Failure { code, message: message.into() }
    }

    /// A failure with the message of an error, cut off where it goes on and on about a hostile input.
    pub fn refused(code: Code, error: &dyn Display) -> Self {
        let mut message = error.to_string();
        if let Some((end, _)) = message.char_indices().nth(LONGEST) {
            message.truncate(end);
            message.push('…');
        }
        Failure { code, message }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = json!({ "error": { "code": self.code.name(), "message": self.message } });
        (status, Json(body)).into_response()
    }
}
