//! An in-memory model of the databases, for simulations: the same conditional writes, behind links
//! that delay and lose messages.

mod link;
mod tables;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{broadcast, oneshot};
use tokio::time::{Instant, sleep, timeout};

pub use link::{Link, Loss, Passage, PerfectLink, Request};
pub use tables::{Change, Effect};

use crate::commit_rows::{CommitRows, NewRow};
use crate::row::Row;
use crate::snapshot::{Pages, last_of};
use crate::{Counts, Due, Listing, MatchId, Postpone, Progress, Store, StoreError, SummaryRow};
use tables::Tables;

/// The time limit of one attempt, how long to retry, and the pause between attempts, as with
/// PostgreSQL.
const ATTEMPT: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(50);
/// The most hints queued for reading; more are dropped.
const HINT_QUEUE: usize = 4096;

/// The real database that an in-memory one models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryKind {
    /// Like SQLite: a single node uses the database, by its own clock, and a request is tried once.
    /// A request in flight when the node dies is not performed.
    Single,
    /// Like PostgreSQL: any number of nodes share the database and its clock, send each other
    /// hints, and retry after a lost connection. A request in flight when a node dies may be
    /// performed.
    Shared,
}

/// An in-memory database.
#[derive(Clone)]
pub struct MemoryDatabase {
    kind: MemoryKind,
    tables: Arc<Mutex<Tables>>,
    nodes: Arc<Mutex<Vec<Weak<Memory>>>>,
}

impl MemoryDatabase {
    /// An empty database.
    pub fn new(kind: MemoryKind) -> Self {
        MemoryDatabase { kind, tables: Arc::default(), nodes: Arc::default() }
    }

    /// Connects a node. Set the returned switch to false when the node dies.
    pub fn connect(&self, link: Arc<dyn Link>) -> (Store, Arc<AtomicBool>) {
        self.connect_as(link, false)
    }

    /// Connects a read-only node.
    pub fn connect_to_read(&self, link: Arc<dyn Link>) -> Store {
        self.connect_as(link, true).0
    }

    fn connect_as(&self, link: Arc<dyn Link>, is_read_only: bool) -> (Store, Arc<AtomicBool>) {
        let is_alive = Arc::new(AtomicBool::new(true));
        let memory = Arc::new(Memory {
            database: self.clone(),
            link,
            heard: broadcast::Sender::new(HINT_QUEUE),
            is_read_only,
            is_closed: AtomicBool::new(false),
            is_alive: Arc::clone(&is_alive),
        });
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        nodes.retain(|node| node.strong_count() > 0);
        nodes.push(Arc::downgrade(&memory));
        let hints = memory.heard.clone();
        (Store::of_memory(memory, hints), is_alive)
    }

    /// A defect for testing a simulation's checker: from now on, deadlines are set without checking
    /// what the caller has seen.
    pub fn postpone_blindly(&self) {
        self.tables().postpones_blindly = true;
    }

    /// All changes so far, in order.
    pub fn journal(&self) -> Vec<Change> {
        self.tables().journal.clone()
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One node's side of an in-memory database.
pub(crate) struct Memory {
    database: MemoryDatabase,
    link: Arc<dyn Link>,
    heard: broadcast::Sender<MatchId>,
    is_read_only: bool,
    is_closed: AtomicBool,
    is_alive: Arc<AtomicBool>,
}

fn lost() -> StoreError {
    StoreError::Unavailable("the connection was lost".into())
}

impl Memory {
    pub(crate) fn is_shared(&self) -> bool {
        self.database.kind == MemoryKind::Shared
    }

    /// Performs a task once. The task crosses the link independently, so it may be performed even
    /// though the node is gone.
    async fn once<T: Send + 'static>(
        &self,
        request: Request,
        task: impl FnOnce(&mut Tables) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let Passage { there, back, loss } = self.link.passage(request);
        let (database, is_alive) = (self.database.clone(), Arc::clone(&self.is_alive));
        let passing = async move {
            pause(there).await;
            let dies_with_node = database.kind == MemoryKind::Single;
            if loss == Some(Loss::Request) || (dies_with_node && !is_alive.load(Ordering::Relaxed))
            {
                pause(back).await;
                return Err(lost());
            }
            let answer = task(&mut database.tables());
            pause(back).await;
            if loss == Some(Loss::Answer) { Err(lost()) } else { answer }
        };
        if request == Request::Read {
            return self.await_response(passing).await.unwrap_or_else(|| Err(lost()));
        }
        let (answer, answered) = oneshot::channel();
        tokio::spawn(async move { answer.send(passing.await).map_err(drop) });
        match self.await_response(answered).await {
            Some(Ok(answer)) => answer,
            _ => Err(lost()),
        }
    }

    /// Waits for a response: up to the time limit of an attempt, or indefinitely where the database
    /// is part of the node.
    async fn await_response<T>(&self, answer: impl Future<Output = T>) -> Option<T> {
        match self.is_shared() {
            true => timeout(ATTEMPT, answer).await.ok(),
            false => Some(answer.await),
        }
    }

    /// Performs a task, retrying after a lost connection where the real database does.
    async fn persist<T: Send + 'static>(
        &self,
        request: Request,
        task: impl Fn(&mut Tables, bool) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.is_closed.load(Ordering::Relaxed) {
            return Err(StoreError::Unavailable("it is closed".into()));
        }
        let (patience, mut again) = (Instant::now() + PATIENCE, false);
        loop {
            let once = task.clone();
            match self.once(request, move |tables| once(tables, again)).await {
                Err(StoreError::Unavailable(_))
                    if self.is_shared() && Instant::now() <= patience => {}
                done => return done,
            }
            again = true;
            sleep(PAUSE).await;
        }
    }

    async fn read<T: Send + 'static>(
        &self,
        task: impl Fn(&Tables) -> T + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        self.persist(Request::Read, move |tables, _| Ok(task(tables))).await
    }

    /// Makes a change and sends a hint to the other nodes.
    async fn change<T: Send + 'static>(
        &self,
        changed: Option<MatchId>,
        task: impl Fn(&mut Tables, bool) -> Result<T, StoreError> + Clone + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.is_read_only {
            return Err(StoreError::ReadOnly("it was opened for reading".into()));
        }
        let answer = self.persist(Request::Write, task).await?;
        if let Some(id) = changed.filter(|_| self.is_shared()) {
            self.send_hint(id);
        }
        Ok(answer)
    }

    fn send_hint(&self, id: MatchId) {
        let nodes = self.database.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        for node in nodes.iter().filter_map(Weak::upgrade) {
            if std::ptr::eq(&*node, self) || !node.is_alive.load(Ordering::Relaxed) {
                continue;
            }
            for delay in node.link.hint() {
                let heard = node.heard.clone();
                tokio::spawn(async move {
                    sleep(delay).await;
                    // There may be no receivers.
                    let _ = heard.send(id);
                });
            }
        }
    }

    pub(crate) async fn create(
        &self,
        new: NewRow,
        rematch_of: Option<MatchId>,
    ) -> Result<MatchId, StoreError> {
        self.change(rematch_of, move |tables, again| tables.create(&new, rematch_of, again)).await
    }

    pub(crate) async fn commit(&self, rows: CommitRows) -> Result<(), StoreError> {
        let rows = Arc::new(rows);
        self.change(Some(rows.id), move |tables, again| tables.commit(&rows, again)).await
    }

    pub(crate) async fn set_brief(&self, id: MatchId, brief: Vec<u8>) -> Result<(), StoreError> {
        self.change(None, move |tables, _| {
            tables.set_brief(id, &brief);
            Ok(())
        })
        .await
    }

    pub(crate) async fn delete(&self, id: MatchId) -> Result<bool, StoreError> {
        self.change(Some(id), move |tables, again| Ok(tables.delete(id, again))).await
    }

    pub(crate) async fn postpone(&self, postpone: Postpone) -> Result<(), StoreError> {
        self.change(None, move |tables, again| tables.postpone(postpone, again)).await
    }

    pub(crate) async fn put(&self, new: NewRow) -> Result<bool, StoreError> {
        self.change(None, move |tables, again| tables.put(&new, again)).await
    }

    pub(crate) async fn ready(&self) -> Result<(), StoreError> {
        self.change(None, |_, _| Ok(())).await
    }

    pub(crate) async fn load(&self, id: MatchId) -> Result<Option<Row>, StoreError> {
        self.read(move |tables| tables.load(id)).await
    }

    pub(crate) async fn rematch(&self, id: MatchId) -> Result<Option<MatchId>, StoreError> {
        self.read(move |tables| tables.rematch(id)).await
    }

    pub(crate) async fn due(
        &self,
        now: u64,
        after: Option<Due>,
        limit: u32,
    ) -> Result<Vec<Due>, StoreError> {
        self.read(move |tables| tables.due(now, after, limit)).await
    }

    pub(crate) async fn progress(&self, ids: Vec<MatchId>) -> Result<Vec<Progress>, StoreError> {
        self.read(move |tables| tables.progress(&ids)).await
    }

    /// Asked only once, as with PostgreSQL: a late response would be meaningless.
    pub(crate) async fn time(&self) -> Result<Option<u64>, StoreError> {
        if !self.is_shared() {
            return Ok(None);
        }
        let link = Arc::clone(&self.link);
        self.once(Request::Read, move |_| Ok(Some(link.time()))).await
    }

    pub(crate) async fn list(
        &self,
        which: Listing,
        before: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<SummaryRow>, StoreError> {
        self.read(move |tables| tables.list(which, before, limit)).await
    }

    pub(crate) async fn summaries(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<SummaryRow>, StoreError> {
        self.read(move |tables| tables.summaries(after, limit)).await
    }

    pub(crate) async fn rows(
        &self,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<Row>, StoreError> {
        self.read(move |tables| tables.rows(after, limit)).await
    }

    pub(crate) async fn snapshot(&self, limit: u32, pages: Pages) -> Result<(), StoreError> {
        let all = self.rows(None, u32::MAX).await?;
        for page in all.chunks(limit.max(1) as usize) {
            if last_of(page).is_none() || pages.send(Ok(page.to_vec())).await.is_err() {
                break;
            }
        }
        Ok(())
    }

    pub(crate) async fn counts(&self) -> Result<Counts, StoreError> {
        self.read(Tables::counts).await
    }

    pub(crate) async fn faults(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    pub(crate) async fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }
}

/// Sleeps, unless the duration is zero.
async fn pause(duration: Duration) {
    if !duration.is_zero() {
        sleep(duration).await;
    }
}
