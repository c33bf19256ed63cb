//! Answers that take a while.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use ennead_host::Failure;
use ennead_protocol::Code;
use serde::Serialize;

use crate::{CallFailure, Priority, Thinking};

/// The longest answer. The calls bound their work so that hardly any answer comes near it.
const MAX_BYTES: usize = 4 << 20;

/// Computes and serialises an answer on the pool, so that it blocks no thread of the network.
pub(super) async fn study<T: Serialize>(
    thinking: &Thinking,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<Response, CallFailure> {
    let json = thinking.run(Priority::Study, move || serialise(&work()?)).await??;
    Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
}

/// A response with JSON that is written already.
pub(crate) fn json_response(json: serde_json::Result<Vec<u8>>) -> Result<Response, CallFailure> {
    let json = json.map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
    Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
}

fn serialise(answer: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let json = serde_json::to_vec(answer).map_err(|error| {
        Failure::rejected(Code::Internal, &format!("the answer cannot be written: {error}"))
    })?;
    if json.len() <= MAX_BYTES {
        return Ok(json);
    }
    let message =
        format!("the answer would have {} bytes, and at most {MAX_BYTES} are sent", json.len());
    Err(Failure::new(Code::TooLarge, message))
}
