//! A complete server without a listener: its connections are in-memory streams.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use ennead_kit::Games;
use ennead_store::Store;
use tokio::io::{DuplexStream, duplex};
use tokio::sync::{mpsc, watch};

use super::{MAX_WAITING, Paces, WORKERS};
use crate::app::App;
use crate::limits::Limits;
use crate::manager::{Manager, Pools};
use crate::serve::{STUDY_THREADS, connection, recorder, router};
use crate::{Config, Thinking, sweep};

/// The buffer size of a connection.
const BUFFER: usize = 4 << 20;

/// A complete server: the routes, sockets, limits and sweeps of the real one, on simulated time.
pub struct Site {
    app: App,
    router: Router,
    close: watch::Sender<bool>,
    /// A server waits for its requests in progress; a site simply ends with its runtime.
    _idle: mpsc::Receiver<()>,
}

impl Site {
    /// Starts a server the way [`run`](crate::run) does.
    pub async fn start(games: Games, store: Store, config: Config, paces: &Paces) -> Site {
        let (close, closing) = watch::channel(false);
        let (busy, idle) = mpsc::channel(1);
        let threads = |count, pace| Thinking::simulated(count, MAX_WAITING, pace).0;
        let pools = Pools {
            bots: threads(config.bot_threads, &paces.bots),
            studies: threads(STUDY_THREADS, &paces.bots),
            workers: threads(WORKERS, &paces.work),
        };
        let limits = Limits::new(config.limits);
        let manager = Manager::new(games, store, pools, Arc::clone(&limits), &config);
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
        sweep::start(&app.manager, &app.limits);
        Site { router: router(app.clone()), app, close, _idle: idle }
    }

    /// Connects a client with this address; `None` if there are too many connections.
    pub fn connect(&self, peer: SocketAddr) -> Option<DuplexStream> {
        let permit = self.app.admit(peer.ip())?;
        let (near, far) = duplex(BUFFER);
        tokio::spawn(connection(far, peer, self.router.clone(), self.app.clone(), permit));
        Some(near)
    }

    /// Begins the shutdown.
    pub fn close(&self) {
        self.close.send_replace(true);
    }

    /// The paths of all routes, parsed from the router's debug output since the router does not
    /// list them. The router's internal fallback has a private path and is left out.
    pub fn paths(&self) -> BTreeSet<String> {
        let text = format!("{:?}", self.router);
        let quoted = text.split('"').skip(1).step_by(2);
        let paths = quoted.filter(|text| text.starts_with('/') && !text.contains("__private"));
        paths.map(str::to_string).collect()
    }
}
