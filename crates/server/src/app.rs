//! The state shared by all calls.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use data_encoding::BASE64;
use ennead_host::Failure;
use ennead_host::matches::parse_token;
use ennead_protocol::{Code, Token};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::{mpsc, watch};

use crate::Config;
use crate::client::{Client, current_client, work_for};
use crate::limits::{ClientPermit, ConnectionPermit, Limits};
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
        task.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a change was not completed");
            Err(Failure::new(Code::Internal, "the server's log has the details").logged())
        })
    }

    /// The client of a request: its connection's, or the one that the proxy names.
    pub(crate) fn client(&self, peer: ConnectInfo<SocketAddr>, headers: &HeaderMap) -> Client {
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        let address = forwarded
            .filter(|_| self.config.trust_proxy)
            .and_then(|value| address_of(value.to_str().ok()?.rsplit(',').next()?.trim()));
        address.unwrap_or(peer.0.ip()).into()
    }

    /// Admits a new connection, which also counts as a request; `None` if there are too many of
    /// either. A connection of a proxy counts towards the total alone, and what it forwards counts
    /// for the proxy's clients: see [`forwarded`](Self::forwarded).
    pub(crate) fn admit(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        if self.config.trust_proxy {
            return self.limits.connection(None);
        }
        self.limits.request(peer.into()).ok()?;
        self.limits.connection(Some(peer.into()))
    }

    /// Counts a forwarded request among the connections of its client, until the permit is dropped.
    pub(crate) fn forwarded(&self, client: Client) -> Result<ForwardedPermit, Failure> {
        let count = || self.limits.client(client).map(Arc::new).ok_or_else(too_many_connections);
        Ok(ForwardedPermit { _client: self.config.trust_proxy.then(count).transpose()? })
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

/// The permit of a request that a proxy has forwarded, and of its socket.
#[derive(Clone)]
pub(crate) struct ForwardedPermit {
    /// `None` for a request that no proxy has forwarded.
    _client: Option<Arc<ClientPermit>>,
}

fn too_many_connections() -> Failure {
    Failure::new(Code::TooMany, "too many connections from your address: close some")
}

/// An address of `X-Forwarded-For`. Some proxies add the port.
fn address_of(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
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
