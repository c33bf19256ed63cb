//! Telling other nodes which matches have changed, and hearing it from them.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;
use tokio::time::sleep;
use tokio_postgres::{
    AsyncMessage, Client, Config, Connection, NoTls, Notification, Socket, tls::NoTlsStream,
};

use crate::MatchId;

/// Hints that wait to be sent; more are lost.
const QUEUE: usize = 4096;
/// Hints that wait to be read; more are lost.
const HEARD: usize = 4096;
const PAUSE: Duration = Duration::from_millis(500);

/// Where a node's own changes are told.
pub(super) struct Teller {
    changed: mpsc::Sender<MatchId>,
    task: AbortHandle,
}

impl Teller {
    /// Tells the others, if it can be done without waiting.
    pub(super) fn tell(&self, id: MatchId) {
        let _ = self.changed.try_send(id);
    }

    /// Neither tells nor listens from now on.
    pub(super) fn close(&self) {
        self.task.abort();
    }
}

/// Starts the one connection of this node that listens and tells. It ends with the teller.
pub(super) fn start(config: Config, heard: broadcast::Sender<MatchId>) -> Teller {
    let (changed, mut to_tell) = mpsc::channel(QUEUE);
    let task = tokio::spawn(async move {
        while !to_tell.is_closed() {
            if let Err(error) = run(&config, &mut to_tell, &heard).await {
                tracing::debug!(%error, "hints are lost until the next connection");
                sleep(PAUSE).await;
            }
        }
    });
    Teller { changed, task: task.abort_handle() }
}

/// Where a node hears of changes by others.
pub(super) fn heard() -> broadcast::Sender<MatchId> {
    broadcast::Sender::new(HEARD)
}

/// One connection's life; no error if nobody is left to tell anything.
async fn run(
    config: &Config,
    changed: &mut mpsc::Receiver<MatchId>,
    heard: &broadcast::Sender<MatchId>,
) -> Result<(), tokio_postgres::Error> {
    let (client, connection) = config.connect(NoTls).await?;
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
                // Nobody need be listening.
                Some(notification) => drop(notification.payload().parse().map(|id| heard.send(id))),
            },
        }
    }
    // The driver knows why the connection has ended, if it has.
    drop(client);
    driver.await.unwrap_or(Ok(()))
}

/// Keeps the connection going and passes on what comes in.
async fn drive(
    mut connection: Connection<Socket, NoTlsStream>,
    notifications: mpsc::Sender<Notification>,
) -> Result<(), tokio_postgres::Error> {
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notification(notification) = message? {
            // Whoever is gone needs no hints.
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
