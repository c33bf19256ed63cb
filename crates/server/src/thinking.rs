//! The threads on which bots think and analyses run.
//!
//! They are few, they are not the threads that serve the network, and what waits for them is bounded: however much there is to think
//! about, answers to everyone else go on.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use ennead_protocol::Code;
use metrics::{counter, gauge};
use tokio::sync::oneshot;
use tracing::error;

use crate::Failure;

/// The stack of a thread that thinks: deep games are walked without recursion, so that this is plenty.
const STACK: usize = 4 << 20;

/// How much nicer than the network a thread that thinks is to everyone else.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Priority {
    /// A bot's move: someone sits at the board.
    Play,
    /// An analysis or a look at a value: done when no bot is waiting.
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

/// What waits, in two rows.
#[derive(Default)]
struct Desk {
    plays: VecDeque<Job>,
    studies: VecDeque<Job>,
    closed: bool,
}

impl Desk {
    fn row(&mut self, priority: Priority) -> &mut VecDeque<Job> {
        match priority {
            Priority::Play => &mut self.plays,
            Priority::Study => &mut self.studies,
        }
    }

    fn next(&mut self) -> Option<Job> {
        [Priority::Play, Priority::Study].into_iter().find_map(|priority| {
            let job = self.row(priority).pop_front()?;
            self.report(priority);
            Some(job)
        })
    }

    fn report(&mut self, priority: Priority) {
        let waiting = self.row(priority).len();
        gauge!("ennead_thinking_waiting", "priority" => priority.name()).set(waiting as f64);
    }
}

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    news: Condvar,
}

impl Shared {
    /// The desk. Nothing that can panic happens while it is locked, so that it is always whole.
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, as soon as there is one; none once the desk is closed.
    fn wait(&self) -> Option<Job> {
        let mut desk = self.desk();
        loop {
            if desk.closed {
                return None;
            }
            if let Some(job) = desk.next() {
                return Some(job);
            }
            desk = self.news.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// A bounded pool of threads for work that takes long.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// use ennead_server::{Priority, Thinking};
/// let thinking = Thinking::new(2, 64)?;
/// assert_eq!(thinking.run(Priority::Play, || 6 * 7).await?, 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Thinking {
    shared: Arc<Shared>,
    queue: usize,
}

impl Thinking {
    /// A pool of `threads`, at least one, for each priority of which `queue` jobs may wait.
    pub fn new(threads: usize, queue: usize) -> io::Result<Self> {
        let thinking = Thinking { shared: Arc::default(), queue };
        for number in 0..threads.max(1) {
            let shared = Arc::clone(&thinking.shared);
            thread::Builder::new()
                .name(format!("thinking-{number}"))
                .stack_size(STACK)
                .spawn(move || think(&shared))?;
        }
        Ok(thinking)
    }

    /// Does `work` on one of the threads once its turn comes: plays before studies, and those of one kind in their order.
    ///
    /// It is refused with `too_many` when as many wait as may, and with `closing` when the pool is closed before its turn has come. A panic is
    /// an `internal` failure and ends nothing else. Work that nobody waits for any more is not begun.
    pub async fn run<T: Send + 'static>(
        &self,
        priority: Priority,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let (answer, answered) = oneshot::channel();
        self.put(
            priority,
            Box::new(move || {
                if !answer.is_closed() {
                    // The other side may have gone meanwhile: then nobody misses the answer.
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

    fn put(&self, priority: Priority, job: Job) -> Result<(), Failure> {
        let mut desk = self.shared.desk();
        if desk.closed {
            return Err(closing());
        }
        if desk.row(priority).len() >= self.queue {
            counter!("ennead_thinking_refused", "priority" => priority.name()).increment(1);
            let message = format!("{} wait to be thought about already: try again soon", self.queue);
            return Err(Failure::new(Code::TooMany, message));
        }
        desk.row(priority).push_back(job);
        desk.report(priority);
        self.shared.news.notify_one();
        Ok(())
    }

    /// Takes nothing more, drops what waits, and lets the threads end after what they are at, which its budget bounds.
    pub fn close(&self) {
        let mut desk = self.shared.desk();
        desk.closed = true;
        let dropped = [Priority::Play, Priority::Study].map(|priority| {
            let row = std::mem::take(desk.row(priority));
            desk.report(priority);
            row
        });
        drop(desk);
        drop(dropped);
        self.shared.news.notify_all();
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.close();
    }
}

/// What each thread does.
fn think(shared: &Shared) {
    be_nice();
    while let Some(job) = shared.wait() {
        let running = gauge!("ennead_thinking_running");
        running.increment(1.0);
        // The job catches what its work throws; this is for an answer that cannot even be dropped.
        let _ = catch_unwind(AssertUnwindSafe(job));
        running.decrement(1.0);
    }
}

/// Steps back behind the threads of the network where the system can do that for a single thread.
fn be_nice() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICE);
}

fn closing() -> Failure {
    Failure::new(Code::Closing, "the server is going down: connect again in a moment")
}

fn panicked(priority: Priority, panic: &(dyn std::any::Any + Send)) -> Failure {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    error!(priority = priority.name(), panic = text.unwrap_or("no text"), "thinking has failed");
    Failure::new(Code::Internal, "thinking has failed: it is in the log")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A pool of one thread that is busy until the sender is used or dropped.
    async fn busy(queue: usize) -> (Arc<Thinking>, mpsc::Sender<()>) {
        let thinking = Arc::new(Thinking::new(1, queue).unwrap());
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

    /// Waits until so many jobs of a kind wait.
    async fn until_waiting(thinking: &Thinking, priority: Priority, count: usize) {
        while thinking.shared.desk().row(priority).len() != count {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn plays_come_before_studies_and_each_kind_in_its_order() {
        let (thinking, release) = busy(8).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (number, priority) in
            [Priority::Study, Priority::Study, Priority::Play, Priority::Play].into_iter().enumerate()
        {
            let waiting = thinking.shared.desk().row(priority).len();
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
    async fn a_full_queue_refuses_and_leaves_room_for_the_other_kind() {
        let (thinking, release) = busy(1).await;
        let pool = Arc::clone(&thinking);
        let waits = tokio::spawn(async move { pool.run(Priority::Study, || 1).await });
        until_waiting(&thinking, Priority::Study, 1).await;
        let refused = thinking.run(Priority::Study, || 2).await.unwrap_err();
        assert_eq!(refused.to_string(), "too_many: 1 wait to be thought about already: try again soon");
        let pool = Arc::clone(&thinking);
        let plays = tokio::spawn(async move { pool.run(Priority::Play, || 3).await });
        until_waiting(&thinking, Priority::Play, 1).await;
        drop(release);
        assert_eq!((waits.await.unwrap(), plays.await.unwrap()), (Ok(1), Ok(3)));
    }

    #[tokio::test]
    async fn a_panic_is_a_failure_and_the_thread_lives_on() {
        let thinking = Thinking::new(1, 4).unwrap();
        let failure = thinking.run(Priority::Play, || panic!("on purpose")).await.map(|()| 0).unwrap_err();
        assert_eq!(failure.to_string(), "internal: thinking has failed: it is in the log");
        assert_eq!(thinking.run(Priority::Play, || 5).await, Ok(5));
    }

    #[tokio::test]
    async fn closing_drops_what_waits_and_ends_what_runs() {
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
    async fn nothing_is_done_for_who_has_gone() {
        let (thinking, release) = busy(4).await;
        let (pool, (done, was_done)) = (Arc::clone(&thinking), mpsc::channel());
        let gone = tokio::spawn(async move { pool.run(Priority::Play, move || done.send(())).await });
        until_waiting(&thinking, Priority::Play, 1).await;
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        drop(release);
        assert_eq!(thinking.run(Priority::Study, || 1).await, Ok(1));
        assert!(was_done.recv().is_err());
    }

    #[tokio::test]
    async fn there_are_never_more_at_once_than_threads() {
        let thinking = Arc::new(Thinking::new(2, 64).unwrap());
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
