//! Child processes that exchange lines within time limits and are always cleaned up.

use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ennead_platform::{kill_group, set_process_group};

use super::lines::{EngineLineError, read_line};
use crate::BotError;

/// Number of lines that may be queued before the program has to wait.
const MAX_QUEUED_LINES: usize = 16;
/// Number of lines that a program may write per response.
pub const MAX_LINES_PER_ANSWER: usize = 10_000;
/// Number of bytes kept from the end of a program's standard error.
const MAX_STDERR_TAIL: usize = 400;
/// Upper bound for every timeout, which keeps deadline arithmetic from overflowing.
const MAX_TIMEOUT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Time for a program to exit after it was asked to.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// The environment variable with the seed of an engine process.
pub const SEED_VARIABLE: &str = "ENNEAD_SEED";

/// Timeouts of an engine process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTimeouts {
    /// From its start to its first line.
    pub start: Duration,
    /// For a response without a time limit.
    pub untimed: Duration,
    /// Added to the time limit of a response, for the transport.
    pub grace: Duration,
}

impl Default for EngineTimeouts {
    fn default() -> Self {
        EngineTimeouts {
            start: Duration::from_secs(10),
            untimed: Duration::from_secs(60),
            grace: Duration::from_secs(1),
        }
    }
}

impl EngineTimeouts {
    /// The timeout of a response with the given time limit.
    pub fn limit(&self, time: Option<Duration>) -> Duration {
        time.map_or(self.untimed, |time| time.saturating_add(self.grace).min(MAX_TIMEOUT))
    }
}

/// A running child process.
pub struct Process {
    name: String,
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Result<String, EngineLineError>>,
    stderr_tail: Arc<Mutex<Vec<u8>>>,
    ended: Option<ExitStatus>,
}

impl Process {
    /// Starts a program from words separated by spaces, of which the first is the program. It finds
    /// the seed in [`SEED_VARIABLE`], since protocols of others have no word for it.
    pub fn start(command: &str, seed: u64) -> Result<Self, BotError> {
        let fail = |reason: &str| BotError::Engine(format!("engine {command:?} {reason}"));
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| fail("has no program"))?;
        let mut builder = Command::new(program);
        builder.args(words).env(SEED_VARIABLE, seed.to_string());
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        set_process_group(&mut builder);
        let mut child =
            builder.spawn().map_err(|error| fail(&format!("cannot be started: {error}")))?;
        let input = write_lines(child.stdin.take().expect("it is piped"));
        let output = read_lines(child.stdout.take().expect("it is piped"));
        let stderr_tail = keep_tail(child.stderr.take().expect("it is piped"));
        Ok(Process {
            name: command.to_string(),
            child,
            input: Some(input),
            output,
            stderr_tail,
            ended: None,
        })
    }

    /// Sends text that ends with a newline. Never blocks: a program that does not read will not
    /// respond either.
    pub fn send(&self, text: String) {
        if let Some(input) = &self.input {
            // If the writing thread has ended, so has the program, and the next read reports it.
            let _ = input.send(text);
        }
    }

    /// The next line written before the deadline. Kills the program if it does not write one.
    pub fn line(&mut self, deadline: Deadline) -> Result<String, BotError> {
        match self.output.recv_timeout(deadline.left()) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(self.fail(&format!("sent invalid output: {error}"))),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.fail(&format!("did not answer within {} ms", deadline.limit.as_millis())))
            }
            Err(RecvTimeoutError::Disconnected) => {
                // A program usually closes its output shortly before it exits.
                self.wait(EXIT_TIMEOUT);
                let how = self
                    .ended
                    .map_or("closed its output".into(), |status| format!("exited ({status})"));
                Err(self.fail(&how))
            }
        }
    }

    /// Kills the program and returns an error with the reason.
    pub fn fail(&mut self, reason: &str) -> BotError {
        self.kill();
        let stderr_tail = self.stderr_tail.lock().map(|tail| last_line(&tail)).unwrap_or_default();
        let said = if stderr_tail.is_empty() {
            String::new()
        } else {
            format!("; standard error: {stderr_tail}")
        };
        BotError::Engine(format!("engine {:?} {reason}{said}", self.name))
    }

    /// Waits up to `most` for the program to exit.
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
            // Reap the process; it would stay a zombie otherwise.
            self.ended = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    /// Closes the program's input, which asks it to exit, and kills it if it does not.
    fn drop(&mut self) {
        self.input = None;
        self.wait(EXIT_TIMEOUT);
        self.kill();
    }
}

/// A point in time, with the timeout that it results from.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    start: Instant,
    limit: Duration,
}

impl Deadline {
    /// A deadline that is `limit` from now.
    pub fn after(limit: Duration) -> Self {
        Deadline { start: Instant::now(), limit }
    }

    fn left(&self) -> Duration {
        self.limit.saturating_sub(self.start.elapsed())
    }
}

/// Spawns a thread that writes the text it receives.
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

/// Spawns a thread that reads lines until one is invalid or the receiver is dropped.
fn read_lines(output: impl Read + Send + 'static) -> Receiver<Result<String, EngineLineError>> {
    let (sender, receiver) = sync_channel(MAX_QUEUED_LINES);
    thread::spawn(move || forward_lines(output, &sender));
    receiver
}

fn forward_lines(output: impl Read, sender: &SyncSender<Result<String, EngineLineError>>) {
    let mut output = BufReader::new(output);
    while let Some(line) = read_line(&mut output).transpose() {
        let last = line.is_err();
        if sender.send(line).is_err() || last {
            return;
        }
    }
}

/// Spawns a thread that keeps the last bytes of what it reads.
fn keep_tail(mut errors: impl Read + Send + 'static) -> Arc<Mutex<Vec<u8>>> {
    let tail = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&tail);
    thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(count @ 1..) = errors.read(&mut chunk) {
            let Ok(mut kept) = kept.lock() else { return };
            kept.extend_from_slice(&chunk[..count]);
            let surplus = kept.len().saturating_sub(MAX_STDERR_TAIL);
            kept.drain(..surplus);
        }
    });
    tail
}

/// The last non-empty line, without control characters.
fn last_line(tail: &[u8]) -> String {
    let text = String::from_utf8_lossy(tail);
    let line = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    line.trim().chars().filter(|character| !character.is_control()).collect()
}
