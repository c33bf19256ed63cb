//! The thread pool for bots and analyses.
//!
//! Its threads are separate from the network threads and its queue is bounded, so other requests
//! are answered however much thinking is queued.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use ennead_host::Failure;
use ennead_protocol::Code;
use metrics::{counter, gauge};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::error;

use crate::client::Client;
use crate::fair_queue::FairQueue;
use crate::panics::text_of;

/// The stack size of a thinking thread. Deep games are traversed without recursion, so this is
/// plenty.
const STACK: usize = 4 << 20;
/// A thread without a job for this long ends, and with it the memory that bots keep per thread.
const KEEP_ALIVE: Duration = Duration::from_millis(if cfg!(test) { 20 } else { 4_000 });

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Priority {
    /// A bot's move: a player is waiting.
    Play,
    /// An analysis or an exploration; runs only when no bot is waiting.
    Study,
}

impl Priority {
    const fn name(self) -> &'static str {
        match self {
            Priority::Play => "play",
            Priority::Study => "study",
        }
    }
}

type Job = Box<dyn FnOnce() + Send>;

tokio::task_local! {
    static BEGAN: Instant;
}

/// When the job on the current thread began, if there is one. Simulated jobs begin before the time
/// that they take.
pub(crate) fn job_began() -> Option<Instant> {
    BEGAN.try_with(|began| *began).ok()
}

/// The client on whose behalf a job runs, if any.
type Owner = Option<Client>;

/// Waiting jobs by priority, and the threads that take them.
#[derive(Default)]
struct JobQueue {
    plays: FairQueue<Owner, Job>,
    studies: FairQueue<Owner, Job>,
    closed: bool,
    threads: usize,
    /// Threads that wait for a job.
    idle: usize,
}

impl JobQueue {
    fn waiting(&mut self, priority: Priority) -> &mut FairQueue<Owner, Job> {
        match priority {
            Priority::Play => &mut self.plays,
            Priority::Study => &mut self.studies,
        }
    }

    fn next(&mut self) -> Option<Job> {
        [Priority::Play, Priority::Study].into_iter().find_map(|priority| {
            let job = self.waiting(priority).pop()?;
            self.report(priority);
            Some(job)
        })
    }

    fn report(&mut self, priority: Priority) {
        let count = self.waiting(priority).len();
        gauge!("ennead_thinking_waiting", "priority" => priority.name()).set(count as f64);
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<JobQueue>,
    changed: Condvar,
    /// Wakes a simulated thread.
    #[cfg(feature = "simulation")]
    added: tokio::sync::Notify,
}

impl Shared {
    /// Locks the queue. Nothing panics while it is locked, so it is always consistent.
    fn queue(&self) -> MutexGuard<'_, JobQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job. `None` ends the thread: the queue is closed, or empty for long.
    fn wait(&self) -> Option<Job> {
        let mut jobs = self.queue();
        let mut is_late = false;
        loop {
            let job = if jobs.closed { None } else { jobs.next() };
            if job.is_some() {
                return job;
            }
            if jobs.closed || is_late {
                jobs.threads -= 1;
                return None;
            }
            jobs.idle += 1;
            let waited = self.changed.wait_timeout(jobs, KEEP_ALIVE);
            let (locked, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            jobs = locked;
            jobs.idle -= 1;
            is_late = timeout.timed_out();
        }
    }
}

/// A bounded pool of threads for long work. It starts a thread when there is a job for it.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// use ennead_server::{Priority, Thinking};
/// let thinking = Thinking::new(2, 64);
/// assert_eq!(thinking.run(Priority::Play, || 6 * 7).await?, 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Thinking {
    shared: Arc<Shared>,
    max_threads: usize,
    max_waiting: usize,
}

impl Thinking {
    /// Creates a pool of up to `threads` threads, at least one, with room for `max_waiting` queued
    /// jobs of each priority. Its threads yield to all others: on a busy machine, the network goes
    /// first.
    pub fn new(threads: usize, max_waiting: usize) -> Self {
        Thinking { shared: Arc::default(), max_threads: threads.max(1), max_waiting }
    }

    /// Starts a thread if no idle one is left for another job, and if another one is allowed.
    fn start_thread(&self, jobs: &mut JobQueue) -> io::Result<()> {
        let waiting = jobs.plays.len() + jobs.studies.len();
        if jobs.idle > waiting || jobs.threads >= self.max_threads {
            return Ok(());
        }
        let shared = Arc::clone(&self.shared);
        let thread = thread::Builder::new().name("thinking".into()).stack_size(STACK);
        thread.spawn(move || think(&shared))?;
        jobs.threads += 1;
        Ok(())
    }

    /// Runs `work` on behalf of no particular client; see [`run_for`](Self::run_for).
    pub async fn run<T: Send + 'static>(
        &self,
        priority: Priority,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        self.run_for(priority, None, work).await
    }

    /// Runs `work` on one of the threads: plays before studies, round-robin between clients, and in
    /// order per client.
    ///
    /// Fails with `too_many` if the queue is full, and with `closing` if the pool is closed before
    /// the job starts. A panic becomes an `internal` failure and affects nothing else. A job whose
    /// caller is gone is skipped.
    pub async fn run_for<T: Send + 'static>(
        &self,
        priority: Priority,
        owner: Option<Client>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (answer, answered) = oneshot::channel();
        self.put(
            priority,
            owner,
            Box::new(move || {
                if !answer.is_closed() {
                    // The caller may be gone by now and need no result.
                    let _ = answer.send(catch_unwind(AssertUnwindSafe(work)));
                }
            }),
        )?;
        match answered.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(panic)) => Err(panicked(priority, panic.as_ref())),
            Err(_) => Err(closing()),
        }
    }

    /// Whether a job of this priority would be accepted now.
    pub(crate) fn has_room(&self, priority: Priority) -> bool {
        let mut jobs = self.shared.queue();
        !jobs.closed && jobs.waiting(priority).len() < self.max_waiting
    }

    fn put(&self, priority: Priority, owner: Owner, job: Job) -> Result<(), Failure> {
        let mut jobs = self.shared.queue();
        if jobs.closed {
            return Err(closing());
        }
        if jobs.waiting(priority).len() >= self.max_waiting {
            counter!("ennead_thinking_refused", "priority" => priority.name()).increment(1);
            let message = format!("{} job(s) are already queued: try again soon", self.max_waiting);
            return Err(Failure::new(Code::TooMany, message));
        }
        if let Err(error) = self.start_thread(&mut jobs) {
            error!(%error, "no thread could be started");
            if jobs.threads == 0 {
                return Err(Failure::new(Code::TooMany, "no thread is free: try again soon"));
            }
        }
        jobs.waiting(priority).push(owner, job);
        jobs.report(priority);
        self.shared.changed.notify_one();
        #[cfg(feature = "simulation")]
        self.shared.added.notify_one();
        Ok(())
    }

    /// Accepts no more jobs, drops the queued ones, and lets each thread end after its current job,
    /// which is bounded by its budget.
    pub fn close(&self) {
        let mut jobs = self.shared.queue();
        jobs.closed = true;
        let dropped = [Priority::Play, Priority::Study].map(|priority| {
            let row = std::mem::take(jobs.waiting(priority));
            jobs.report(priority);
            row
        });
        drop(jobs);
        drop(dropped);
        self.shared.changed.notify_all();
    }
}

#[cfg(feature = "simulation")]
impl Thinking {
    /// A pool of tasks in place of threads. Each job takes the simulated time given by `pace`.
    pub(crate) fn simulated(
        tasks: usize,
        max_waiting: usize,
        pace: &crate::simulation::Pace,
    ) -> (Self, Vec<tokio::task::JoinHandle<()>>) {
        // The tasks take all jobs, so no thread is started.
        let thinking = Thinking { shared: Arc::default(), max_threads: 0, max_waiting };
        let task = |_| {
            let (shared, pace) = (Arc::clone(&thinking.shared), Arc::clone(pace));
            tokio::spawn(async move {
                loop {
                    let job = shared.queue().next();
                    let Some(job) = job else {
                        shared.added.notified().await;
                        continue;
                    };
                    let began = Instant::now();
                    tokio::time::sleep(pace()).await;
                    BEGAN.sync_scope(began, job);
                }
            })
        };
        let tasks = (0..tasks).map(task).collect();
        (thinking, tasks)
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.close();
    }
}

/// The main loop of a thread.
fn think(shared: &Shared) {
    ennead_platform::lower_priority();
    while let Some(job) = shared.wait() {
        let running = gauge!("ennead_thinking_running");
        running.increment(1.0);
        // The job catches panics of its work; this catches a panic while its result is dropped.
        let _ = catch_unwind(AssertUnwindSafe(|| BEGAN.sync_scope(Instant::now(), job)));
        running.decrement(1.0);
    }
}

fn closing() -> Failure {
    Failure::new(Code::Closing, "the server is going down: connect again in a moment")
}

fn panicked(priority: Priority, panic: &(dyn std::any::Any + Send)) -> Failure {
    error!(priority = priority.name(), panic = text_of(panic), "thinking has failed");
    Failure::new(Code::Internal, "the computation failed: the server's log has the details")
        .logged()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A pool whose only thread is busy until the sender is used or dropped.
    async fn busy(queue: usize) -> (Arc<Thinking>, mpsc::Sender<()>) {
        let thinking = Arc::new(Thinking::new(1, queue));
        let (release, held) = mpsc::channel::<()>();
        let (begun, begins) = oneshot::channel();
        let pool = Arc::clone(&thinking);
        tokio::spawn(async move {
            pool.run(Priority::Study, move || {
                begun.send(()).unwrap();
                let _ = held.recv();
            })
            .await
        });
        begins.await.unwrap();
        (thinking, release)
    }

    /// Waits until this many jobs of a kind are queued.
    async fn until_waiting(thinking: &Thinking, priority: Priority, count: usize) {
        while thinking.shared.queue().waiting(priority).len() != count {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn plays_come_before_studies_and_each_kind_in_its_order() {
        let (thinking, release) = busy(8).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (number, priority) in [Priority::Study, Priority::Study, Priority::Play, Priority::Play]
            .into_iter()
            .enumerate()
        {
            let waiting = thinking.shared.queue().waiting(priority).len();
            let (pool, order) = (Arc::clone(&thinking), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                pool.run(priority, move || order.lock().unwrap().push(number)).await.unwrap();
            }));
            until_waiting(&thinking, priority, waiting + 1).await;
        }
        drop(release);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [2, 3, 0, 1]);
    }

    #[tokio::test]
    async fn a_full_queue_rejects_jobs_and_leaves_room_for_the_other_kind() {
        let (thinking, release) = busy(1).await;
        let pool = Arc::clone(&thinking);
        let waits = tokio::spawn(async move { pool.run(Priority::Study, || 1).await });
        until_waiting(&thinking, Priority::Study, 1).await;
        let refused = thinking.run(Priority::Study, || 2).await.unwrap_err();
        assert_eq!(refused.to_string(), "too_many: 1 job(s) are already queued: try again soon");
        let pool = Arc::clone(&thinking);
        let plays = tokio::spawn(async move { pool.run(Priority::Play, || 3).await });
        until_waiting(&thinking, Priority::Play, 1).await;
        drop(release);
        assert_eq!((waits.await.unwrap(), plays.await.unwrap()), (Ok(1), Ok(3)));
    }

    #[tokio::test]
    async fn a_panic_is_a_failure_and_the_thread_survives() {
        let thinking = Thinking::new(1, 4);
        let failure =
            thinking.run(Priority::Play, || panic!("on purpose")).await.map(|()| 0).unwrap_err();
        assert_eq!(
            failure.to_string(),
            "internal: the computation failed: the server's log has the details"
        );
        assert_eq!(thinking.run(Priority::Play, || 5).await, Ok(5));
    }

    #[tokio::test]
    async fn idle_threads_end_and_start_again() {
        let thinking = Thinking::new(2, 4);
        for job in 0..2 {
            assert_eq!(thinking.run(Priority::Play, || 7).await, Ok(7), "job {job}");
            while thinking.shared.queue().threads > 0 {
                tokio::task::yield_now().await;
            }
            assert_eq!(thinking.shared.queue().idle, 0);
        }
    }

    #[tokio::test]
    async fn closing_drops_waiting_jobs() {
        let (thinking, release) = busy(4).await;
        let pool = Arc::clone(&thinking);
        let waits = tokio::spawn(async move { pool.run(Priority::Play, || 1).await });
        until_waiting(&thinking, Priority::Play, 1).await;
        thinking.close();
        assert_eq!(waits.await.unwrap().unwrap_err().code, Code::Closing);
        assert_eq!(thinking.run(Priority::Play, || 1).await.unwrap_err().code, Code::Closing);
        drop(release);
    }

    #[tokio::test]
    async fn jobs_of_callers_that_have_gone_are_skipped() {
        let (thinking, release) = busy(4).await;
        let (pool, (done, was_done)) = (Arc::clone(&thinking), mpsc::channel());
        let gone =
            tokio::spawn(async move { pool.run(Priority::Play, move || done.send(())).await });
        until_waiting(&thinking, Priority::Play, 1).await;
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        drop(release);
        assert_eq!(thinking.run(Priority::Study, || 1).await, Ok(1));
        assert!(was_done.recv().is_err());
    }

    #[tokio::test]
    async fn concurrency_never_exceeds_the_number_of_threads() {
        let thinking = Arc::new(Thinking::new(2, 64));
        let now = Arc::new(Mutex::new((0, 0)));
        let tasks: Vec<_> = (0..32)
            .map(|_| {
                let (pool, now) = (Arc::clone(&thinking), Arc::clone(&now));
                tokio::spawn(async move {
                    pool.run(Priority::Study, move || {
                        let entered = |now: &mut (i32, i32)| {
                            now.0 += 1;
                            now.1 = now.1.max(now.0);
                        };
                        entered(&mut now.lock().unwrap());
                        thread::yield_now();
                        now.lock().unwrap().0 -= 1;
                    })
                    .await
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        let (left, most) = *now.lock().unwrap();
        assert_eq!(left, 0);
        assert!((1..=2).contains(&most));
    }
}
