//! The lifecycle of the server, from listening to shutdown.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, HeaderValue};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use ennead_host::Failure;
use ennead_kit::Games;
use ennead_protocol::Code;
use ennead_store::Store;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::{sleep, timeout};
use tower_http::timeout::TimeoutLayer;

use crate::app::{App, closed};
use crate::body::Closing;
use crate::call_failure::{as_json, not_found};
use crate::client::work_for;
use crate::guarded_stream::{GuardedStream, MessageMeter};
use crate::head::{PrefixedStream, read_head};
use crate::limits::{ConnectionPermit, Limits};
use crate::manager::{Manager, Pools};
use crate::panics::catch_task;
use crate::{
    CallFailure, Config, Thinking, embedded, headers, matches, openapi, operator, origin, preview,
    socket, sweep, tools,
};

/// The largest body of a call.
const MAX_BODY: usize = 64 << 10;
/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a call may take, including the time spent waiting for a move.
const CALL_TIMEOUT: Duration = Duration::from_secs(40);
/// The queue limit for analyses, and for bots' moves.
const MAX_WAITING: usize = 4_096;
/// Threads for work that would block the network threads.
const WORKERS: usize = 2;
/// Threads for hints, analyses and reviews.
pub(crate) const STUDY_THREADS: usize = 1;
/// The pause after a failure to accept, which happens when there are no more file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How long a refused connection is held open, and how many are at a time.
const HELD: Duration = Duration::from_secs(1);
const MAX_HELD: usize = 2_048;

/// Serves matches of `games` until `shutdown` completes, then finishes the requests in progress and
/// closes the store. Fails at once if the configuration is not [acceptable](Config::check).
pub async fn run(
    listener: TcpListener,
    store: Store,
    config: Config,
    games: Games,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    config.check().map_err(std::io::Error::other)?;
    let (close, closing) = watch::channel(false);
    let (busy, mut idle) = mpsc::channel(1);
    let pools = Pools {
        bots: Thinking::new(config.bot_threads, MAX_WAITING),
        studies: Thinking::new(STUDY_THREADS, MAX_WAITING),
        workers: Thinking::new(WORKERS, MAX_WAITING),
    };
    let limits = Limits::new(config.limits);
    let manager = Manager::new(games, store.clone(), pools, Arc::clone(&limits), &config);
    sweep::compare_clock(&manager).await;
    let app = App {
        manager,
        limits,
        config: Arc::new(config),
        metrics: recorder(),
        readiness: Arc::default(),
        closing,
        _busy: busy,
    };
    let sweeps = sweep::start(&app.manager, &app.limits);
    let compaction = tokio::spawn(sweep::compact_metrics(app.metrics.clone()));
    let drain = app.config.drain;
    let router = router(app.clone());
    tokio::select! {
        () = accept(listener, router, app.clone()) => {}
        () = shutdown => {}
    }
    tracing::info!("shutting down: no new connections, finishing requests in progress");
    close.send_replace(true);
    drop(app);
    let _ = timeout(drain, idle.recv()).await;
    sweeps.iter().chain([&compaction]).for_each(tokio::task::JoinHandle::abort);
    store.close().await;
    Ok(())
}

/// The recorder shared by all servers of a process, since tests start several.
pub(crate) fn recorder() -> PrometheusHandle {
    static RECORDER: std::sync::LazyLock<PrometheusHandle> = std::sync::LazyLock::new(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // If the process has already installed another recorder, ours stays empty.
        let _ = metrics::set_global_recorder(recorder);
        handle
    });
    RECORDER.clone()
}

pub(crate) fn router(app: App) -> Router {
    let calls = matches::routes()
        .merge(tools::routes_with(
            app.manager.games,
            app.manager.tables.clone(),
            app.manager.studies.clone(),
        ))
        .merge(openapi::routes())
        .layer(middleware::from_fn_with_state(app.clone(), limit_calls));
    let router = Router::new()
        .merge(calls)
        .merge(operator::routes())
        .merge(preview::routes())
        .merge(embedded::routes(app.manager.games))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, CALL_TIMEOUT))
        .route("/ws", get(socket::connect))
        .fallback(|| async { not_found() })
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), origin::check_request))
        .layer(middleware::from_fn_with_state(app.clone(), limit_requests))
        .layer(middleware::map_response(as_json));
    headers::secured(router).with_state(app)
}

/// Limits requests of any kind. A client over the limit waits for its rejection and loses its
/// connection: rejecting its pipelined requests one by one would cost as much as answering them,
/// and so would an immediate reconnect.
async fn limit_requests(
    State(app): State<App>,
    peer: ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    // Between pipelined requests, others get their turn.
    tokio::task::yield_now().await;
    let client = app.client(peer, request.headers());
    let admitted = app.limits.request(client).and_then(|()| app.forwarded(client));
    let mut response = match admitted {
        Ok(permit) => {
            // A socket keeps it.
            request.extensions_mut().insert(permit.clone());
            catch_task(next.run(request)).await.unwrap_or_else(|panic| {
                tracing::error!(panic, "a call has panicked");
                let text = "the call failed: the server's log has the details";
                CallFailure(Failure::new(Code::Internal, text).logged()).into_response()
            })
        }
        Err(failure) => {
            sleep(HELD).await;
            CallFailure(failure).into_response()
        }
    };
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

async fn limit_calls(
    State(app): State<App>,
    peer: ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, CallFailure> {
    let client = app.client(peer, request.headers());
    app.limits.call(client)?;
    app.limits.work(client)?;
    Ok(work_for(Some(client), next.run(request)).await)
}

async fn accept(listener: TcpListener, router: Router, app: App) {
    let held = Arc::new(Semaphore::new(MAX_HELD));
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let Some(permit) = app.admit(peer.ip()) else {
            hold(stream, &held);
            continue;
        };
        let _ = stream.set_nodelay(true);
        tokio::spawn(connection(stream, peer, router.clone(), app.clone(), permit));
    }
}

/// Holds a refused connection open for a while: a client that reconnects immediately would keep the
/// server busy with refusals.
fn hold(stream: TcpStream, held: &Arc<Semaphore>) {
    if let Ok(place) = Arc::clone(held).try_acquire_owned() {
        // The runtime must not wake up for what the client sends meanwhile.
        let stream = stream.into_std();
        tokio::spawn(async move {
            sleep(HELD).await;
            drop((stream, place));
        });
    }
}

/// Serves one connection. Its requests share its permit, so a socket keeps it after the upgrade.
pub(crate) async fn connection<S: AsyncRead + AsyncWrite + Send + Unpin + 'static>(
    mut stream: S,
    peer: SocketAddr,
    router: Router,
    app: App,
    permit: ConnectionPermit,
) {
    let mut closing = app.closing.clone();
    let head = tokio::select! {
        // A request that has arrived is answered in any case.
        biased;
        head = timeout(HEAD_TIMEOUT, read_head(&mut stream)) => head,
        () = closed(&mut closing) => return,
    };
    // A client that has left or is too slow gets no response.
    let Ok(Ok(Some(head))) = head else { return };
    let stream = PrefixedStream::new(head, stream);
    // Boxed, so that an unfinished head takes little memory.
    Box::pin(requests(stream, peer, router, app, permit)).await;
}

/// Serves the requests of a connection.
async fn requests<S: AsyncRead + AsyncWrite + Send + Unpin + 'static>(
    stream: PrefixedStream<S>,
    peer: SocketAddr,
    router: Router,
    app: App,
    permit: ConnectionPermit,
) {
    let mut closing = app.closing.clone();
    // A layer would clone the whole router for every connection.
    let (permit, router) = (Arc::new(permit), TowerToHyperService::new(router));
    let meter = Arc::new(MessageMeter::default());
    let stream = GuardedStream::new(stream, app.config.write_timeout, Arc::clone(&meter));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&permit));
        request.extensions_mut().insert(Arc::clone(&meter));
        request.extensions_mut().insert(Closing(app.closing.clone()));
        hyper::service::Service::call(&router, request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT).max_buf_size(16 << 10);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection.with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closed(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection broke");
    }
}
