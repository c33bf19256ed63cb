//! JSON request bodies.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use ennead_host::Failure;
use ennead_protocol::Code;
use serde::de::DeserializeOwned;

use crate::CallFailure;

/// A JSON body, regardless of its content type, which scripts seldom set. An empty body is `{}`.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = CallFailure;

    async fn from_request(request: Request, state: &S) -> Result<Self, CallFailure> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
            let code = if large { Code::TooLarge } else { Code::BadRequest };
            Failure::rejected(code, &format!("the body cannot be read: {}", rejection.body_text()))
        })?;
        let text = if bytes.is_empty() { b"{}" } else { bytes.as_ref() };
        let body = serde_json::from_slice(text).map_err(|error| {
            Failure::rejected(
                Code::BadRequest,
                &format!("not the JSON that this call takes: {error}"),
            )
        })?;
        Ok(Body(body))
    }
}
