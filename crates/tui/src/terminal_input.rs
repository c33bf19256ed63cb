//! Terminal events: keys, the mouse and resizes, without losing any.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{Event, poll, read};

/// How long the reader waits before it looks for unannounced input.
const PATIENCE: Duration = Duration::from_millis(100);

/// Events, read by a dedicated thread: reading does not return in the middle of an escape sequence,
/// and the screen must not wait for the rest of one.
pub(crate) struct TerminalInput {
    events: Receiver<io::Result<Event>>,
}

impl TerminalInput {
    /// Starts to read. The thread ends with the program.
    pub(crate) fn start() -> TerminalInput {
        let (sender, events) = mpsc::channel();
        thread::spawn(move || {
            loop {
                let event = next_event();
                let is_failure = event.is_err();
                if sender.send(event).is_err() || is_failure {
                    break;
                }
            }
        });
        TerminalInput { events }
    }

    /// The next event, unless none arrives in time.
    pub(crate) fn next(&self, patience: Duration) -> io::Result<Option<Event>> {
        match self.events.recv_timeout(patience) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// The next event, however long it takes.
fn next_event() -> io::Result<Event> {
    loop {
        if poll(PATIENCE)? {
            return read();
        }
        ennead_platform::remind_of_terminal_input()?;
    }
}
