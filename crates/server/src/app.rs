//! The state shared by all calls.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use data_encoding::BASE64;
use ennead_host::Failure;
use ennead_host::matches::parse_token;
use ennead_protocol::{Code, Token};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::{mpsc, watch};

use crate::Config;
use crate::client::{current_client, work_for};
use crate::limits::{ConnectionPermit, Limits};
use crate::manager::Manager;
use crate::operator::Readiness;

/// The state shared by all calls.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) manager: Arc<Manager>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) config: Arc<Config>,
    pub(crate) metrics: PrometheusHandle,
    /// The last check that the store accepts writes.
    pub(crate) readiness: Arc<Readiness>,
    /// True once the server begins to shut down.
    pub(crate) closing: watch::Receiver<bool>,
    /// A shutdown waits until all clones are dropped.
    pub(crate) _busy: mpsc::Sender<()>,
}

impl App {
    /// Runs work to completion even if the client disconnects, and delays a shutdown until then. A
    /// change dropped half-way could be in memory but not in the store, or in the store but not
    /// published.
    pub(crate) async fn run_to_completion<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        let app = self.clone();
        let client = current_client();
        let task = tokio::spawn(async move {
            let _app = app;
            work_for(client, work).await
        });
        task.await.unwrap_or_else(|error| Err(Failure::new(Code::Internal, error.to_string())))
    }

    /// The address of the client.
    pub(crate) fn address(&self, peer: ConnectInfo<SocketAddr>, headers: &HeaderMap) -> IpAddr {
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        forwarded
            .filter(|_| self.config.trust_proxy)
            .and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok())
            .unwrap_or(peer.0.ip())
    }

    /// Admits a new connection, which also counts as a request; `None` if there are too many of
    /// either. Behind a proxy all connections come from the proxy, which must limit them.
    pub(crate) fn admit(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        if self.config.trust_proxy {
            return self.limits.connection(None);
        }
        self.limits.request(peer).ok()?;
        self.limits.connection(Some(peer))
    }

    /// Checks that a page of this origin may open sockets: the server's own pages and those of
    /// configured origins.
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

    /// Checks the operator's token.
    pub(crate) fn check_operator(&self, headers: &HeaderMap) -> Result<(), Failure> {
        let given =
            bearer(headers).map(str::to_string).or_else(|| password(headers)).unwrap_or_default();
        // BLAKE3 compares hashes in constant time.
        let same =
            blake3::hash(given.as_bytes()) == blake3::hash(self.config.operator_token.as_bytes());
        if same && !self.config.operator_token.is_empty() {
            return Ok(());
        }
        let text = "this is the operator's: send Authorization: Bearer and the operator's token";
        Err(Failure::new(Code::Forbidden, text))
    }
}

/// Waits until the server shuts down.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error means that the server has already shut down.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// The bearer token of the authorization header.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The password of HTTP basic authentication, which browsers prompt for.
fn password(headers: &HeaderMap) -> Option<String> {
    let encoded = headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Basic ")?;
    let text = String::from_utf8(BASE64.decode(encoded.as_bytes()).ok()?).ok()?;
    text.split_once(':').map(|(_, password)| password.to_string())
}

/// The seat token of a call, if any.
pub(crate) fn seat_token(headers: &HeaderMap) -> Result<Option<Token>, Failure> {
    bearer(headers).map(parse_token).transpose()
}
