//! Reader threads, each with its own connection.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::lock::Lock;
use super::writer::closed;
use crate::StoreError;

/// The queue limit; more requests wait for room.
const QUEUE: usize = 1024;

type Query = Box<dyn FnOnce(&Connection) + Send>;

/// Sends queries to the reader threads.
pub(super) struct Readers {
    /// `None` once closed.
    queries: Mutex<Option<mpsc::Sender<Query>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Readers {
    /// Starts one thread per connection. Each holds the writer's lock as long as its connection is
    /// open.
    pub(super) fn start(
        connections: Vec<Connection>,
        lock: Option<&Arc<Lock>>,
    ) -> Result<Self, StoreError> {
        let (queries, queue) = mpsc::channel(QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        let start = |connection| {
            let (queue, lock) = (queue.clone(), lock.cloned());
            thread::Builder::new()
                .name("sqlite reader".into())
                .spawn(move || {
                    run(&connection, &queue);
                    drop(connection);
                    drop(lock);
                })
                .map_err(|error| StoreError::Unavailable(format!("cannot start a thread: {error}")))
        };
        let threads = connections.into_iter().map(start).collect::<Result<_, _>>()?;
        Ok(Readers { queries: Mutex::new(Some(queries)), threads: Mutex::new(threads) })
    }

    /// Runs a query; everything it reads is one consistent snapshot.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let query: Query = Box::new(move |connection| {
            // The caller may be gone.
            let _ = reply.send(at_one_moment(connection, query));
        });
        let queries = lock(&self.queries).clone().ok_or_else(closed)?;
        queries.send(query).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// Completes pending queries and closes the connections.
    pub(super) async fn close(&self) {
        drop(lock(&self.queries).take());
        let threads = std::mem::take(&mut *lock(&self.threads));
        let ended = tokio::task::spawn_blocking(|| {
            threads.into_iter().for_each(|thread| drop(thread.join()));
        });
        let _ = ended.await;
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run(connection: &Connection, queue: &Mutex<mpsc::Receiver<Query>>) {
    loop {
        let Some(query) = lock(queue).blocking_recv() else { return };
        query(connection);
    }
}

fn at_one_moment<T>(
    connection: &Connection,
    query: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let moment = connection.unchecked_transaction()?;
    let result = query(connection);
    moment.finish()?;
    result
}
