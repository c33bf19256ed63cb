//! The writer thread, which batches all waiting requests into one commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::lock::Lock;
use crate::StoreError;

/// The queue limit; more requests wait for room.
const QUEUE: usize = 4096;
/// The most requests in one commit.
const BATCH: usize = 1024;

/// Responds to the caller once the outcome of the commit is known.
type Callback = Box<dyn FnOnce(Result<(), StoreError>) + Send>;
/// A change inside a transaction, or the reason why no transaction began. A request that is merely
/// rejected has changed nothing; any other error comes from the database itself and fails the whole
/// transaction.
type Change =
    Box<dyn FnOnce(Result<&Connection, StoreError>) -> (Callback, Result<(), StoreError>) + Send>;

enum Job {
    Change(Change),
    Close(oneshot::Sender<()>),
}

/// Sends changes to the writer thread.
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
    commits: Arc<AtomicU64>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(connection: Connection, lock: Arc<Lock>) -> Result<Self, StoreError> {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let commits = Arc::new(AtomicU64::new(0));
        let counter = commits.clone();
        thread::Builder::new()
            .name("sqlite writer".into())
            .spawn(move || run(connection, lock, queue, &counter))
            .map_err(|error| StoreError::Unavailable(format!("cannot start a thread: {error}")))?;
        Ok(Writer { jobs, commits })
    }

    /// Makes a change; it is durable when this returns. A rejected change must not have written
    /// anything.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        change: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let job =
            Job::Change(Box::new(move |connection| split(connection.and_then(change), reply)));
        self.jobs.send(job).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// The number of commits so far.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Completes pending changes and closes the database.
    pub(super) async fn close(&self) {
        let (reply, answer) = oneshot::channel();
        if self.jobs.send(Job::Close(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

pub(super) fn closed() -> StoreError {
    StoreError::Unavailable("it is closed".into())
}

/// Splits the result of a change into a response for the caller and whether the transaction can
/// continue.
fn split<T: Send + 'static>(
    result: Result<T, StoreError>,
    reply: oneshot::Sender<Result<T, StoreError>>,
) -> (Callback, Result<(), StoreError>) {
    let outcome = match &result {
        Err(error) if !error.is_refusal() => Err(error.clone()),
        _ => Ok(()),
    };
    // The caller may be gone. A rejection may depend on a change that now fails, so it fails too.
    let answer = Box::new(move |commit: Result<(), StoreError>| {
        let _ = reply.send(commit.and(result));
    });
    (answer, outcome)
}

fn run(
    connection: Connection,
    lock: Arc<Lock>,
    mut queue: mpsc::Receiver<Job>,
    commits: &AtomicU64,
) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut closing = None;
    while closing.is_none() && queue.blocking_recv_many(&mut batch, BATCH) > 0 {
        closing = commit(&connection, &mut batch, commits);
    }
    queue.close();
    // The database must be closed before the lock is released.
    drop(connection);
    drop(lock);
    if let Some(reply) = closing {
        let _ = reply.send(());
    }
}

/// Makes the changes in one transaction, counts it and responds; returns the caller that waits
/// for the writer to close, if any.
fn commit(
    connection: &Connection,
    batch: &mut Vec<Job>,
    commits: &AtomicU64,
) -> Option<oneshot::Sender<()>> {
    let mut closing = None;
    let mut answers = Vec::with_capacity(batch.len());
    let mut outcome = connection.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
    for job in batch.drain(..) {
        match job {
            Job::Close(reply) => closing = Some(reply),
            Job::Change(change) => {
                let (answer, result) = change(outcome.clone().map(|()| connection));
                outcome = result;
                answers.push(answer);
            }
        }
    }
    let outcome = outcome.and_then(|()| Ok(connection.execute_batch("COMMIT")?));
    if let Err(error) = &outcome {
        roll_back(connection, error);
    }
    commits.fetch_add(1, Ordering::Relaxed);
    for answer in answers {
        answer(outcome.clone());
    }
    closing
}

/// Some errors have already rolled the transaction back.
fn roll_back(connection: &Connection, error: &StoreError) {
    tracing::warn!(%error, "changes were rolled back");
    if !connection.is_autocommit()
        && let Err(error) = connection.execute_batch("ROLLBACK")
    {
        tracing::error!(%error, "cannot roll back");
    }
}
