//! Hints to and from other nodes about changed matches.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;
use tokio::time::sleep;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, Socket};

use super::tls::Tls;
use crate::MatchId;

/// The most hints queued for sending; more are dropped.
const QUEUE: usize = 4096;
/// The most hints queued for reading; more are dropped.
const HINT_QUEUE: usize = 4096;
/// How long to wait after a failure. Meanwhile, other nodes learn of changes by polling.
const PAUSE: Duration = Duration::from_millis(100);

/// Sends hints about this node's changes.
pub(super) struct HintSender {
    changed: mpsc::Sender<MatchId>,
    task: AbortHandle,
}

impl HintSender {
    /// Sends a hint, if that is possible without waiting.
    pub(super) fn send(&self, id: MatchId) {
        let _ = self.changed.try_send(id);
    }

    /// Stops sending and listening.
    pub(super) fn close(&self) {
        self.task.abort();
    }
}

/// Starts this node's connection for hints. It ends when the sender is dropped.
pub(super) fn start(config: Config, tls: Tls, heard: broadcast::Sender<MatchId>) -> HintSender {
    let (changed, mut to_tell) = mpsc::channel(QUEUE);
    let task = tokio::spawn(async move {
        while !to_tell.is_closed() {
            if let Err(error) = run((&config, &tls), &mut to_tell, &heard).await {
                tracing::debug!(%error, "hints are lost until the next connection");
                sleep(PAUSE).await;
            }
        }
    });
    HintSender { changed, task: task.abort_handle() }
}

/// The channel for hints from other nodes.
pub(super) fn hint_channel() -> broadcast::Sender<MatchId> {
    broadcast::Sender::new(HINT_QUEUE)
}

/// Serves one connection; returns without an error once the sender is gone.
#[cfg_attr(not(feature = "tls"), expect(clippy::clone_on_copy, reason = "only `NoTls` is `Copy`"))]
async fn run(
    (config, tls): (&Config, &Tls),
    changed: &mut mpsc::Receiver<MatchId>,
    heard: &broadcast::Sender<MatchId>,
) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = config.connect(tls.clone()).await?;
    let own = Arc::new(AtomicI32::new(0));
    let mut driver = tokio::spawn(drive(connection, heard.clone(), Arc::clone(&own)));
    own.store(client.query_one("SELECT pg_backend_pid()", &[]).await?.get(0), Ordering::Relaxed);
    client.batch_execute("LISTEN ennead").await?;
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            count = changed.recv_many(&mut batch, QUEUE) => match count {
                0 => return Ok(()),
                _ => send_batch(&client, &mut batch).await?,
            },
            // The driver reports why the connection ended.
            ended = &mut driver => return ended.unwrap_or(Ok(())),
        }
    }
}

/// Drives the connection and forwards hints of other nodes. It must not block: the sender of a hint
/// waits for the response, which is read here.
async fn drive(
    mut connection: Connection<Socket, impl AsyncRead + AsyncWrite + Unpin>,
    heard: broadcast::Sender<MatchId>,
    own: Arc<AtomicI32>,
) -> Result<(), tokio_postgres::Error> {
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notification(hint) = message?
            && hint.process_id() != own.load(Ordering::Relaxed)
            && let Ok(id) = hint.payload().parse()
        {
            // There may be no receivers.
            let _ = heard.send(id);
        }
    }
    Ok(())
}

async fn send_batch(
    client: &Client,
    batch: &mut Vec<MatchId>,
) -> Result<(), tokio_postgres::Error> {
    let ids: BTreeSet<MatchId> = batch.drain(..).collect();
    let texts: Vec<String> = ids.iter().map(ToString::to_string).collect();
    client.execute("SELECT pg_notify('ennead', id) FROM unnest($1::text[]) id", &[&texts]).await?;
    Ok(())
}
