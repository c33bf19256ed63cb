//! Failures of calls and frames.

use std::fmt::Display;

use ennead_protocol::Code;
use serde_json::{Value as Json, json};
use thiserror::Error;

/// The length in characters of a message that may quote hostile input.
const MAX_QUOTED: usize = 600;

/// Why a request failed: a stable code for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{code}: {message}")]
pub struct Failure {
    /// The code.
    pub code: Code,
    /// What is wrong, and what would be accepted.
    pub message: String,
    /// Whether the server's log has the cause already.
    pub is_logged: bool,
}

impl Failure {
    /// Creates a failure with this message.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Failure { code, message: message.into(), is_logged: false }
    }

    /// Creates a failure from an error, truncated where it quotes too much hostile input.
    pub fn rejected(code: Code, error: &dyn Display) -> Self {
        let mut message = error.to_string();
        if let Some((end, _)) = message.char_indices().nth(MAX_QUOTED) {
            message.truncate(end);
            message.push('…');
        }
        Failure { code, message, is_logged: false }
    }

    /// The same failure, whose cause the server's log has already.
    #[must_use]
    pub fn logged(self) -> Self {
        Failure { is_logged: true, ..self }
    }

    /// The failure as JSON: `{"error": {"code", "message"}}`.
    pub fn to_json(&self) -> Json {
        json!({ "error": { "code": self.code.name(), "message": self.message } })
    }
}

/// The JSON of a failed call.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the JSON of `Failure::to_json` for OpenAPI")]
pub struct Problem {
    error: ProblemDetails,
}

/// What is wrong.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the JSON of `Failure::to_json` for OpenAPI")]
struct ProblemDetails {
    /// A stable code, as in PROTOCOL.md.
    #[schema(example = "bad_value")]
    code: String,
    /// What is wrong, and what would be accepted, for people.
    message: String,
}
