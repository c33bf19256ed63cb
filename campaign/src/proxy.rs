//! A TCP proxy that delays, cuts and drops traffic.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// Maximum number of bytes forwarded at a time.
const CHUNK: usize = 16 << 10;

/// A proxy whose disturbances affect all of its connections.
#[derive(Debug)]
pub(crate) struct Proxy {
    address: SocketAddr,
    target: SocketAddr,
    delay_ms: AtomicU64,
    swallows: AtomicBool,
    /// A change ends all connections.
    cuts: watch::Sender<u64>,
}

impl Proxy {
    /// Starts a proxy for a local port, on a free port. It runs on the current runtime.
    pub(crate) async fn start(target: u16) -> io::Result<Arc<Proxy>> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::LOCALHOST, 0).into())?;
        // All clients reconnect at once after a fault.
        let listener = socket.listen(4096)?;
        let proxy = Arc::new(Proxy {
            address: listener.local_addr()?,
            target: (Ipv4Addr::LOCALHOST, target).into(),
            delay_ms: AtomicU64::new(0),
            swallows: AtomicBool::new(false),
            cuts: watch::Sender::new(0),
        });
        tokio::spawn(Arc::clone(&proxy).accept(listener));
        Ok(proxy)
    }

    /// The port it listens on.
    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Ends all connections.
    pub(crate) fn cut(&self) {
        self.cuts.send_modify(|count| *count += 1);
    }

    /// Delays all traffic by this much in each direction.
    pub(crate) fn delay(&self, by: Duration) {
        self.delay_ms.store(by.as_millis() as u64, Ordering::Relaxed);
    }

    /// Starts dropping all traffic, or stops and ends the connections that have lost some.
    pub(crate) fn swallow(&self, swallows: bool) {
        self.swallows.store(swallows, Ordering::Relaxed);
        if !swallows {
            self.cut();
        }
    }

    async fn accept(self: Arc<Proxy>, listener: TcpListener) {
        loop {
            match listener.accept().await {
                Ok((client, _)) => drop(tokio::spawn(Arc::clone(&self).pass(client))),
                Err(_) => sleep(Duration::from_millis(20)).await,
            }
        }
    }

    async fn pass(self: Arc<Proxy>, client: TcpStream) {
        let mut cuts = self.cuts.subscribe();
        let target = self.target;
        let both = async {
            let server = TcpStream::connect(target).await?;
            client.set_nodelay(true)?;
            server.set_nodelay(true)?;
            let ((from_client, to_client), (from_server, to_server)) =
                (client.into_split(), server.into_split());
            // When one side closes, close the other.
            tokio::select! {
                ended = self.pump(from_client, to_server) => ended,
                ended = self.pump(from_server, to_client) => ended,
            }
        };
        tokio::select! {
            _ = both => {}
            _ = cuts.changed() => {}
        }
    }

    async fn pump(
        &self,
        mut from: impl AsyncRead + Unpin,
        mut to: impl AsyncWrite + Unpin,
    ) -> io::Result<()> {
        let mut chunk = vec![0; CHUNK];
        loop {
            let length = from.read(&mut chunk).await?;
            if length == 0 {
                return Ok(());
            }
            let delay = self.delay_ms.load(Ordering::Relaxed);
            if delay > 0 {
                sleep(Duration::from_millis(delay)).await;
            }
            if !self.swallows.load(Ordering::Relaxed) {
                to.write_all(&chunk[..length]).await?;
            }
        }
    }
}
