//! Answers that take a while.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use ennead_protocol::Code;
use serde::Serialize;

use crate::{Failure, Priority, Thinking};

/// The longest answer. What calls look at is bounded so that hardly anything comes near it.
const MOST_BYTES: usize = 4 << 20;

/// Works an answer out on the pool, writing it down included, so that no thread of the network is kept from others.
pub(crate) async fn study<T: Serialize>(
    thinking: &Thinking,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<Response, Failure> {
    let json = thinking.run(Priority::Study, move || write(&work()?)).await??;
    Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
}

fn write(answer: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let json = serde_json::to_vec(answer).map_err(|error| {
        Failure::refused(Code::Internal, &format!("the answer cannot be written: {error}"))
    })?;
    if json.len() > MOST_BYTES {
        let message =
            format!("the answer would have {} bytes, and at most {MOST_BYTES} are sent", json.len());
        return Err(Failure::new(Code::TooLarge, message));
    }
    Ok(json)
}
