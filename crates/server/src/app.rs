//! What every call needs.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use ennead_protocol::Code;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::{mpsc, watch};

use crate::limits::Limits;
use crate::manager::Manager;
use crate::{Config, Failure};

/// The server as its calls see it.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) manager: Arc<Manager>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: PrometheusHandle,
    /// True once the server goes down.
    pub(crate) closing: watch::Receiver<bool>,
    /// Whoever holds one keeps a shutdown waiting.
    pub(crate) _busy: mpsc::Sender<()>,
}

impl App {
    /// Works to the end even if the client hangs up meanwhile, and keeps a shutdown waiting: a change that is dropped half-way would be in
    /// memory but not in the store, or in the store and told to nobody.
    pub(crate) async fn undisturbed<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        let app = self.clone();
        let task = tokio::spawn(async move {
            let _app = app;
            work.await
        });
        task.await.unwrap_or_else(|error| Err(Failure::new(Code::Internal, error.to_string())))
    }

    /// The address of the client, as limits count it.
    pub(crate) fn address(&self, peer: ConnectInfo<SocketAddr>, headers: &HeaderMap) -> IpAddr {
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        forwarded
            .filter(|_| self.config.trust_proxy)
            .and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok())
            .unwrap_or(peer.0.ip())
    }

    /// Whether a page of this origin may open sockets: our own pages, and those that the operator named.
    pub(crate) fn check_origin(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
        let text = origin.to_str().unwrap_or_default();
        let own = headers.get(HOST).and_then(|host| host.to_str().ok());
        let same = text.split_once("://").map(|(_, host)| host) == own && own.is_some();
        if same || self.config.origins.iter().any(|known| known == text) {
            return Ok(());
        }
        Err(Failure::new(Code::Forbidden, "pages of this origin may not open sockets here"))
    }

    /// Lets the operator in, and nobody else.
    pub(crate) fn check_operator(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let given = bearer(headers).map(str::to_string).or_else(|| password(headers)).unwrap_or_default();
        // Hashes of equal length are compared in constant time.
        let same = blake3::hash(given.as_bytes()) == blake3::hash(self.config.operator_token.as_bytes());
        if same && !self.config.operator_token.is_empty() {
            return Ok(());
        }
        let text = "this is the operator's: send Authorization: Bearer and the operator's token";
        Err(Failure::new(Code::Forbidden, text))
    }
}

/// Waits until the server goes down.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error says that the server is gone already.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// What follows `Bearer` in the authorization header.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The password of basic authorization, which browsers ask their users for.
fn password(headers: &HeaderMap) -> Option<String> {
    let encoded = headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Basic ")?;
    let text = String::from_utf8(BASE64.decode(encoded.as_bytes()).ok()?).ok()?;
    text.split_once(':').map(|(_, password)| password.to_string())
}

/// The seat's token that a call carries, if any.
pub(crate) fn seat_token(headers: &HeaderMap) -> Result<Option<[u8; 16]>, Failure> {
    let Some(text) = bearer(headers) else { return Ok(None) };
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok();
    let token = bytes.and_then(|bytes| bytes.try_into().ok());
    token.map(Some).ok_or_else(|| Failure::new(Code::WrongToken, "a token is 22 characters of base64url"))
}
