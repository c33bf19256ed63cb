//! JSON request bodies.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use ennead_host::Failure;
use ennead_protocol::Code;
use serde::de::DeserializeOwned;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::CallFailure;
use crate::app::closed;

/// How long a client may take to send a body: it takes memory meanwhile.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a shutdown waits for a body that is being sent.
const LAST_BODY: Duration = Duration::from_millis(500);

/// Tells the requests of a server that it shuts down.
#[derive(Clone)]
pub(crate) struct Closing(pub(crate) watch::Receiver<bool>);

/// A JSON body, regardless of its content type, which scripts seldom set. An empty body is `{}`.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = CallFailure;

    async fn from_request(request: Request, state: &S) -> Result<Self, CallFailure> {
        let bytes = read(request, state).await?;
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

/// Reads a body, unless that takes too long or the server shuts down.
async fn read(request: Request, state: &(impl Send + Sync)) -> Result<Bytes, Failure> {
    let closing = request.extensions().get::<Closing>().cloned();
    let overtaken = async {
        match closing {
            Some(Closing(mut closing)) => closed(&mut closing).await,
            None => std::future::pending().await,
        }
        sleep(LAST_BODY).await;
    };
    tokio::select! {
        read = timeout(BODY_TIMEOUT, Bytes::from_request(request, state)) => match read {
            Ok(Ok(bytes)) => Ok(bytes),
            Ok(Err(rejection)) => {
                let large = rejection.status() == StatusCode::PAYLOAD_TOO_LARGE;
                let code = if large { Code::TooLarge } else { Code::BadRequest };
                let text = format!("the body cannot be read: {}", rejection.body_text());
                Err(Failure::rejected(code, &text))
            }
            Err(_) => {
                let text = format!("the body takes longer than {} s", BODY_TIMEOUT.as_secs());
                Err(Failure::new(Code::BadRequest, text))
            }
        },
        () = overtaken => Err(Failure::new(Code::Closing, "the server is going down")),
    }
}
