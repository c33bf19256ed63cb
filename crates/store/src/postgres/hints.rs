//! Hints to and from other nodes about changed matches.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;
use tokio::time::sleep;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, Notification, Socket};

use super::tls::Tls;
use crate::MatchId;

/// The most hints that wait to be sent; more are dropped.
const QUEUE: usize = 4096;
/// The most hints that wait to be read; more are dropped.
const HEARD: usize = 4096;
const PAUSE: Duration = Duration::from_millis(500);

/// Sends hints about this node's changes.
pub(super) struct Teller {
    changed: mpsc::Sender<MatchId>,
    task: AbortHandle,
}

impl Teller {
    /// Sends a hint, if that is possible without waiting.
    pub(super) fn tell(&self, id: MatchId) {
        let _ = self.changed.try_send(id);
    }

    /// Stops sending and listening.
    pub(super) fn close(&self) {
        self.task.abort();
    }
}

/// Starts this node's connection for hints. It ends when the sender is dropped.
pub(super) fn start(config: Config, tls: Tls, heard: broadcast::Sender<MatchId>) -> Teller {
    let (changed, mut to_tell) = mpsc::channel(QUEUE);
    let task = tokio::spawn(async move {
        while !to_tell.is_closed() {
            if let Err(error) = run((&config, &tls), &mut to_tell, &heard).await {
                tracing::debug!(%error, "hints are lost until the next connection");
                sleep(PAUSE).await;
            }
        }
    });
    Teller { changed, task: task.abort_handle() }
}

/// The channel for hints from other nodes.
pub(super) fn heard() -> broadcast::Sender<MatchId> {
    broadcast::Sender::new(HEARD)
}

/// Serves one connection; no error once the sender is gone.
async fn run(
    (config, tls): (&Config, &Tls),
    changed: &mut mpsc::Receiver<MatchId>,
    heard: &broadcast::Sender<MatchId>,
) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = config.connect(tls.clone()).await?;
    let (notifications, mut received) = mpsc::channel(1);
    let driver = tokio::spawn(drive(connection, notifications));
    let own: i32 = client.query_one("SELECT pg_backend_pid()", &[]).await?.get(0);
    client.batch_execute("LISTEN ennead").await?;
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            count = changed.recv_many(&mut batch, QUEUE) => match count {
                0 => break,
                _ => tell(&client, &mut batch).await?,
            },
            notification = received.recv() => match notification {
                None => break,
                Some(notification) if notification.process_id() == own => {}
                // There may be no receivers.
                Some(notification) => drop(notification.payload().parse().map(|id| heard.send(id))),
            },
        }
    }
    // The driver reports why the connection ended, if it did.
    drop(client);
    driver.await.unwrap_or(Ok(()))
}

/// Drives the connection and forwards notifications.
async fn drive(
    mut connection: Connection<Socket, impl AsyncRead + AsyncWrite + Unpin>,
    notifications: mpsc::Sender<Notification>,
) -> Result<(), tokio_postgres::Error> {
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notification(notification) = message? {
            // A receiver that is gone needs no hints.
            let _ = notifications.send(notification).await;
        }
    }
    Ok(())
}

async fn tell(client: &Client, batch: &mut Vec<MatchId>) -> Result<(), tokio_postgres::Error> {
    let ids: BTreeSet<MatchId> = batch.drain(..).collect();
    let texts: Vec<String> = ids.iter().map(ToString::to_string).collect();
    client.execute("SELECT pg_notify('ennead', id) FROM unnest($1::text[]) id", &[&texts]).await?;
    Ok(())
}
