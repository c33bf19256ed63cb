//! One worker among all: batches to other workers, and agreement between them.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use super::SolveError;
use super::alarm::Alarm;

/// The number of words at which a batch is sent.
const BATCH: usize = 8192;
/// The size of a batch in bytes.
pub(crate) const BATCH_BYTES: u64 = BATCH as u64 * 8;
/// How long a worker sleeps unless something arrives.
const NAP: Duration = Duration::from_millis(10);
/// How long batches that have already arrived may take to process once a peer is gone.
const GRACE: Duration = Duration::from_secs(3);

/// The number of rounds of batches that may be in flight. A worker that is faster than the others
/// waits, so that batches do not pile up in memory: in the worst case, all of them go to the same
/// worker.
pub(crate) fn window(peers: usize) -> u64 {
    (32 / peers.max(1) as u64).clamp(2, 16)
}

/// Receiver and contents; the first word is the head, common to the whole batch.
type Batch = (u64, Vec<u64>);

/// Receives batches.
pub(crate) trait Sink: 'static {
    /// Receives the contents of a batch.
    fn receive(&mut self, head: u64, words: &[u64]) -> Result<(), SolveError>;
}

/// Outgoing batches, one in progress for each head and receiver.
pub(crate) struct Outbox {
    peers: usize,
    open: Vec<(u64, Vec<Vec<u64>>)>,
    ready: Vec<Batch>,
}

impl Outbox {
    fn new(peers: usize) -> Self {
        Outbox { peers, open: Vec::new(), ready: Vec::new() }
    }

    /// Adds words to the batch with this head for a worker.
    #[inline]
    pub(crate) fn push(&mut self, head: u64, to: usize, words: &[u64]) {
        let at = match self.open.iter().position(|(own, _)| *own == head) {
            Some(at) => at,
            None => {
                self.open.push((head, vec![Vec::new(); self.peers]));
                self.open.len() - 1
            }
        };
        let batch = &mut self.open[at].1[to];
        if batch.is_empty() {
            batch.reserve(BATCH + words.len());
            batch.push(head);
        }
        batch.extend_from_slice(words);
        if batch.len() >= BATCH {
            self.ready.push((to as u64, std::mem::take(batch)));
        }
    }

    fn flush(&mut self) {
        for (_, batches) in self.open.drain(..) {
            let batches = batches.into_iter().enumerate().filter(|(_, batch)| !batch.is_empty());
            self.ready.extend(batches.map(|(to, batch)| (to as u64, batch)));
        }
    }
}

/// State shared by the receiving operator and the sending loop.
struct Receiver<S> {
    sink: S,
    error: Option<SolveError>,
}

/// A worker and its connection to all others.
pub(crate) struct Team<'a> {
    worker: &'a mut Worker,
    alarm: Arc<Alarm>,
}

impl<'a> Team<'a> {
    pub(crate) fn new(worker: &'a mut Worker, alarm: Arc<Alarm>) -> Self {
        Team { worker, alarm }
    }

    /// The number of this worker.
    pub(crate) fn index(&self) -> usize {
        self.worker.index()
    }

    /// The number of all workers.
    pub(crate) fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Sends what `source` puts into the outbox until it returns false, while `sink` receives what
    /// the others send here. Returns once everything has arrived everywhere.
    ///
    /// Every worker must call this in the same order. An error in the source or the sink ends the
    /// exchange early on this worker only; the others learn of it when they [`agree`](Self::agree).
    pub(crate) fn exchange<S: Sink>(
        &mut self,
        sink: S,
        mut source: impl FnMut(&mut Outbox) -> Result<bool, SolveError>,
    ) -> Result<S, SolveError> {
        let receiver = Rc::new(RefCell::new(Some(Receiver { sink, error: None })));
        let mut input = InputHandle::<u64, CapacityContainerBuilder<Vec<Batch>>>::new();
        let probe = self.build(&mut input, &receiver);
        let (mut outbox, window) = (Outbox::new(self.peers()), window(self.peers()));
        let mut round = 0u64;
        let mut failed = None;
        loop {
            let more = source(&mut outbox).unwrap_or_else(|error| {
                failed = Some(error);
                false
            });
            if !more {
                outbox.flush();
            }
            if !outbox.ready.is_empty() {
                outbox.ready.drain(..).for_each(|batch| input.send(batch));
                round += 1;
                input.advance_to(round);
                let oldest = round.saturating_sub(window);
                self.wait(|| !probe.less_than(&oldest))?;
            }
            if !more {
                break;
            }
            self.worker.step();
        }
        input.close();
        self.wait(|| probe.done())?;
        let receiver = receiver.borrow_mut().take().expect("nobody else takes it");
        failed.or(receiver.error).map_or(Ok(receiver.sink), Err)
    }

    fn build<S: Sink>(
        &mut self,
        input: &mut InputHandle<u64, CapacityContainerBuilder<Vec<Batch>>>,
        receiver: &Rc<RefCell<Option<Receiver<S>>>>,
    ) -> ProbeHandle<u64> {
        let probe = ProbeHandle::new();
        let receiver = Rc::clone(receiver);
        self.worker.dataflow::<u64, _, _>(|scope| {
            let batches = scope.input_from(input);
            let received =
                batches.unary(Exchange::new(|batch: &Batch| batch.0), "Receive", move |_, _| {
                    move |input, output| {
                        input.for_each_time(|time, data| {
                            // Only an output makes the operator hold the time until it is done.
                            let _session = output.session(&time);
                            for batches in data {
                                batches.drain(..).for_each(|(_, words)| {
                                    take(&receiver, &words);
                                });
                            }
                        });
                    }
                });
            received.container::<Vec<u64>>().probe_with(&probe);
        });
        probe
    }

    /// Runs the worker until the condition holds.
    fn wait(&mut self, done: impl Fn() -> bool) -> Result<(), SolveError> {
        let mut alarmed: Option<Instant> = None;
        while !done() {
            if let Some(reason) = self.alarm.reason()
                && alarmed.get_or_insert_with(Instant::now).elapsed() > GRACE
            {
                return Err(SolveError::Cluster(reason));
            }
            self.worker.step_or_park(Some(NAP));
        }
        Ok(())
    }

    /// The words of every worker, in worker order.
    pub(crate) fn gather(&mut self, words: &[u64]) -> Result<Vec<Vec<u64>>, SolveError> {
        let (index, peers) = (self.index() as u64, self.peers());
        let mut left = true;
        let gathered = self.exchange(Gathered(vec![Vec::new(); peers]), |outbox| {
            if std::mem::take(&mut left) {
                (0..peers).for_each(|to| outbox.push(index, to, words));
            }
            Ok(false)
        })?;
        Ok(gathered.0)
    }

    /// The sums of numbers over all workers.
    pub(crate) fn sums<const N: usize>(
        &mut self,
        numbers: [u64; N],
    ) -> Result<[u64; N], SolveError> {
        let all = self.gather(&numbers)?;
        Ok(std::array::from_fn(|at| all.iter().map(|own| own.get(at).copied().unwrap_or(0)).sum()))
    }

    /// Returns an error on every worker if any of them has one.
    pub(crate) fn agree<T>(&mut self, result: Result<T, SolveError>) -> Result<T, SolveError> {
        let message = result.as_ref().err().map(ToString::to_string).unwrap_or_default();
        let words: Vec<u64> = message.bytes().map(u64::from).collect();
        let all = self.gather(&words)?;
        let value = result?;
        match all.iter().position(|message| !message.is_empty()) {
            None => Ok(value),
            Some(worker) => {
                let bytes: Vec<u8> = all[worker].iter().map(|byte| *byte as u8).collect();
                let message = String::from_utf8_lossy(&bytes).into_owned();
                Err(SolveError::Elsewhere { worker, message })
            }
        }
    }
}

/// Passes a batch to the sink, unless it has failed.
fn take<S: Sink>(receiver: &Rc<RefCell<Option<Receiver<S>>>>, words: &[u64]) {
    if let (Some(receiver), Some((head, words))) =
        (receiver.borrow_mut().as_mut(), words.split_first())
        && receiver.error.is_none()
    {
        receiver.error = receiver.sink.receive(*head, words).err();
    }
}

/// Collects the words of every worker.
struct Gathered(Vec<Vec<u64>>);

impl Sink for Gathered {
    fn receive(&mut self, head: u64, words: &[u64]) -> Result<(), SolveError> {
        self.0[head as usize].extend(words);
        Ok(())
    }
}
