//! A program that is talked to in lines, within limits, and never left behind.

use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::lines::{LineError, read_line};
use crate::BotError;

/// How many lines may wait to be read. A program that writes more has to wait itself.
const MAX_WAITING: usize = 16;
/// How many lines a program may write for one answer.
pub(crate) const MAX_CHATTER: usize = 10_000;
/// How much of what a program last said on its standard error is kept, in bytes.
const MAX_COMPLAINT: usize = 400;
/// No answer may take longer, whatever is asked for: a clock cannot count for ever.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);
/// How long a program that was told to leave may take.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long a program is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From its start to its first answer.
    pub start: Duration,
    /// For an answer to a question without a clock.
    pub untimed: Duration,
    /// Beyond the time that a question allows: for the way there and back.
    pub grace: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            start: Duration::from_secs(10),
            untimed: Duration::from_secs(60),
            grace: Duration::from_secs(1),
        }
    }
}

impl Patience {
    /// How long an answer may take in all.
    pub(crate) fn limit(&self, time: Option<Duration>) -> Duration {
        time.map_or(self.untimed, |time| time.saturating_add(self.grace).min(LONGEST))
    }
}

/// A running program.
pub(crate) struct Process {
    name: String,
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Result<String, LineError>>,
    complaint: Arc<Mutex<Vec<u8>>>,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts a program: words separated by spaces, the first is the program.
    pub(crate) fn start(command: &str) -> Result<Self, BotError> {
        let fail = |reason: &str| BotError::Engine(format!("engine {command:?} {reason}"));
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| fail("has no program"))?;
        let mut builder = Command::new(program);
        builder.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut builder);
        let mut child = builder.spawn().map_err(|error| fail(&format!("cannot be started: {error}")))?;
        let input = write_lines(child.stdin.take().expect("it is piped"));
        let output = read_lines(child.stdout.take().expect("it is piped"));
        let complaint = keep_tail(child.stderr.take().expect("it is piped"));
        Ok(Process { name: command.to_string(), child, input: Some(input), output, complaint, ended: None })
    }

    /// Sends text, which ends with a line's end. It never waits: a program that does not read will not answer either.
    pub(crate) fn send(&self, text: String) {
        if let Some(input) = &self.input {
            // If the thread that writes has gone, so has the program, and the next line that is read says so.
            let _ = input.send(text);
        }
    }

    /// The next line that is written before the deadline. A program that fails to write one is ended.
    pub(crate) fn line(&mut self, deadline: Deadline) -> Result<String, BotError> {
        match self.output.recv_timeout(deadline.left()) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(self.fail(&format!("is flooding or broken: {error}"))),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.fail(&format!("did not answer within {} ms", deadline.limit.as_millis())))
            }
            Err(RecvTimeoutError::Disconnected) => {
                // The end of its output and the end of the program are close together, in this order.
                self.wait(FAREWELL);
                let how = self
                    .ended
                    .map_or("has closed its output".into(), |status| format!("has ended ({status})"));
                Err(self.fail(&how))
            }
        }
    }

    /// Ends the program and says why.
    pub(crate) fn fail(&mut self, reason: &str) -> BotError {
        self.kill();
        let complaint = self.complaint.lock().map(|tail| last_line(&tail)).unwrap_or_default();
        let said =
            if complaint.is_empty() { String::new() } else { format!("; its last words: {complaint}") };
        BotError::Engine(format!("engine {:?} {reason}{said}", self.name))
    }

    /// Waits for the end of the program for a while.
    fn wait(&mut self, most: Duration) {
        let start = Instant::now();
        while self.ended.is_none() && start.elapsed() < most {
            self.ended = self.child.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn kill(&mut self) {
        if self.ended.is_none() {
            kill_group(&mut self.child);
            // Without this the dead program would stay in the table of processes.
            self.ended = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    /// Closing its input asks the program to leave; if it does not, it is ended.
    fn drop(&mut self) {
        self.input = None;
        self.wait(FAREWELL);
        self.kill();
    }
}

/// A moment, and how long it was away to begin with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    start: Instant,
    limit: Duration,
}

impl Deadline {
    pub(crate) fn after(limit: Duration) -> Self {
        Deadline { start: Instant::now(), limit }
    }

    fn left(&self) -> Duration {
        self.limit.saturating_sub(self.start.elapsed())
    }
}

/// A thread that writes what it is sent.
fn write_lines(mut input: impl Write + Send + 'static) -> Sender<String> {
    let (sender, receiver) = channel::<String>();
    thread::spawn(move || {
        for text in receiver {
            if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// A thread that reads lines until one is wrong or nobody wants them any more.
fn read_lines(output: impl Read + Send + 'static) -> Receiver<Result<String, LineError>> {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    thread::spawn(move || pass_lines(output, &sender));
    receiver
}

fn pass_lines(output: impl Read, sender: &SyncSender<Result<String, LineError>>) {
    let mut output = BufReader::new(output);
    while let Some(line) = read_line(&mut output).transpose() {
        let last = line.is_err();
        if sender.send(line).is_err() || last {
            return;
        }
    }
}

/// A thread that keeps the end of what it reads.
fn keep_tail(mut errors: impl Read + Send + 'static) -> Arc<Mutex<Vec<u8>>> {
    let tail = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&tail);
    thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = errors.read(&mut chunk) {
            let Ok(mut kept) = kept.lock() else { return };
            kept.extend_from_slice(&chunk[..count]);
            let surplus = kept.len().saturating_sub(MAX_COMPLAINT);
            kept.drain(..surplus);
        }
    });
    tail
}

/// The last line that says something, without characters that would move the cursor.
fn last_line(tail: &[u8]) -> String {
    let text = String::from_utf8_lossy(tail);
    let line = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    line.trim().chars().filter(|character| !character.is_control()).collect()
}

/// A group of its own, so that a program's own children can be ended with it.
#[cfg(unix)]
fn own_group(builder: &mut Command) {
    std::os::unix::process::CommandExt::process_group(builder, 0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if group.is_none_or(|group| kill_process_group(group, Signal::KILL).is_err()) {
        let _ = child.kill();
    }
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
