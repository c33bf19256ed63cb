//! Workers of this process, connected to those of the others.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Once, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::initialize_from;
use timely::worker::Worker;

use super::alarm::Alarm;
use super::connect::{connect, process_name};
use super::team::Team;
use super::{Plan, SolveError};

/// How long a finished process waits for its last messages to be sent.
const LAST_MESSAGES: Duration = Duration::from_secs(10);
/// The panic message of timely's workers once a network thread has ended.
const CLOSED_QUEUE: &str = "MergeQueue poisoned.";

/// A connection that raises the alarm when it ends.
struct PeerStream {
    stream: TcpStream,
    name: Arc<str>,
    alarm: Arc<Alarm>,
}

impl PeerStream {
    fn lost(&self, cause: &str) {
        self.alarm.raise(format!(
            "lost the connection to {}: {cause}; start all processes again with --resume",
            self.name
        ));
    }
}

impl Read for PeerStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer);
        match &read {
            Ok(0) => self.lost("it was closed"),
            Err(error) => self.lost(&error.to_string()),
            Ok(_) => {}
        }
        read
    }
}

impl Write for PeerStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes).inspect_err(|error| self.lost(&error.to_string()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Stream for PeerStream {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(PeerStream { stream, name: Arc::clone(&self.name), alarm: Arc::clone(&self.alarm) })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.stream.shutdown(how)
    }
}

/// Runs `work` on every worker of this process and returns their results. `fingerprint` must be the
/// same in all processes, which solve the same game with the same options.
pub(crate) fn run<T: Send + 'static>(
    plan: &Plan,
    fingerprint: u64,
    work: impl Fn(&mut Team<'_>) -> Result<T, SolveError> + Send + Sync + 'static,
) -> Result<Vec<T>, SolveError> {
    let alarm = Arc::new(Alarm::default());
    let (builders, network) = builders(plan, fingerprint, &alarm)?;
    let raised = Arc::clone(&alarm);
    let guards = initialize_from(builders, Box::new(()), move |allocator| {
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let mut team = Team::new(&mut worker, Arc::clone(&alarm));
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut team)));
        result.unwrap_or_else(|_| {
            // If a peer is lost, timely's queues panic as a consequence; then the lost peer is the
            // reason.
            alarm.raise("a worker has panicked: this is a bug".to_string());
            Err(SolveError::Cluster(alarm.reason().unwrap_or_default()))
        })
    });
    let guards = guards.map_err(SolveError::Cluster)?;
    let panicked = |message| Err(SolveError::Cluster(raised.reason().unwrap_or(message)));
    let results: Vec<Result<T, SolveError>> =
        guards.join().into_iter().map(|result| result.unwrap_or_else(panicked)).collect();
    leave(network, results.iter().all(Result::is_ok));
    // The worker that failed knows more than those that were notified.
    let elsewhere =
        |result: &Result<T, SolveError>| matches!(result, Err(SolveError::Elsewhere { .. }));
    let (heard, own): (Vec<_>, Vec<_>) = results.into_iter().partition(elsewhere);
    own.into_iter().chain(heard).collect()
}

/// Leaves the network. The others cannot finish without the last messages of this process, so those
/// are sent before it may end; after a failure, peers may be gone and there is nothing to wait for.
fn leave(network: Option<CommsGuard>, is_success: bool) {
    let Some(network) = network else { return };
    if !is_success {
        std::mem::forget(network);
        return;
    }
    let (sent, wait) = mpsc::channel();
    thread::spawn(move || {
        // Dropping the guard waits, and panics if a peer is lost meanwhile.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(network)));
        let _ = sent.send(());
    });
    let _ = wait.recv_timeout(LAST_MESSAGES);
}

fn builders(
    plan: &Plan,
    fingerprint: u64,
    alarm: &Arc<Alarm>,
) -> Result<(Vec<AllocatorBuilder>, Option<CommsGuard>), SolveError> {
    let hooks = Hooks::default();
    let local = ProcessBuilder::new_typed_vector(plan.workers, hooks.refill.clone(), None);
    let Some(hosts) = plan.hosts.as_ref().filter(|hosts| hosts.addresses.len() > 1) else {
        return Ok((local.into_iter().map(AllocatorBuilder::Process).collect(), None));
    };
    quiet_network_threads();
    let sockets = connect(hosts, plan.patience, fingerprint)?;
    let peer = |(process, socket): (usize, Option<TcpStream>)| {
        let name = Arc::from(process_name(hosts, process));
        socket.map(|stream| PeerStream { stream, name, alarm: Arc::clone(alarm) })
    };
    let sockets = sockets.into_iter().enumerate().map(peer).collect();
    let (builders, guard) =
        initialize_networking_from_sockets(local, sockets, hosts.process, plan.workers, hooks)
            .map_err(|error| SolveError::Cluster(format!("cannot start the network: {error}")))?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Some(guard)))
}

/// Silences the panics of a lost connection's threads; the alarm reports the same in a sentence.
fn quiet_network_threads() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let name = thread::current().name().unwrap_or_default().to_string();
            let is_network = name.starts_with("timely:send") || name.starts_with("timely:recv");
            let text = panic.payload().downcast_ref::<&str>();
            let is_queue = name.starts_with("timely:") && text == Some(&CLOSED_QUEUE);
            if !is_network && !is_queue {
                usual(panic);
            }
        }));
    });
}
