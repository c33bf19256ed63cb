//! Responses that take a while to compute.

use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use ennead_host::Failure;
use ennead_protocol::Code;
use serde::Serialize;

use super::recent::{AnalysisKey, Recent};
use crate::CallFailure;
use crate::studies::Studies;

/// The longest response. The calls bound their work so that hardly any response comes near it.
const MAX_BYTES: usize = 4 << 20;

/// Computes and serialises a response on the pool, so that it blocks no network thread.
pub(super) async fn study<T: Serialize>(
    studies: &Studies,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<Response, CallFailure> {
    let json = studies.run(move || serialise(&work()?)).await??;
    Ok(written_json(json))
}

/// The same with a cache: an answer that is known is not computed again.
pub(super) async fn study_once<T: Serialize>(
    studies: &Studies,
    recent: &Recent,
    key: AnalysisKey,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<Response, CallFailure> {
    if let Some(known) = recent.get(&key) {
        return Ok(written_json(known));
    }
    let json = Bytes::from(studies.run(move || serialise(&work()?)).await??);
    recent.put(key, json.clone());
    Ok(written_json(json))
}

fn written_json(json: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, "application/json")], json).into_response()
}

/// A response with serialised JSON.
pub(crate) fn json_response(json: serde_json::Result<Vec<u8>>) -> Result<Response, CallFailure> {
    let json = json.map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
    Ok(written_json(json))
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
