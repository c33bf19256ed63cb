//! Events of the terminal: keys, the mouse and changes of size, none of them left behind.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{Event, poll, read};

/// The next event, unless none arrives in time.
pub(crate) fn next_event(patience: Duration) -> io::Result<Option<Event>> {
    if poll(patience)? {
        return read().map(Some);
    }
    #[cfg(unix)]
    remind_of_input()?;
    Ok(None)
}

/// Announces input again that has arrived but was not read.
///
/// The poll reports input once, when it arrives. A key that arrives together with a change of size,
/// or more keys than are read at once, would otherwise wait for the next key. Setting a terminal's
/// attributes, even to what they are, makes it report its input again.
#[cfg(unix)]
fn remind_of_input() -> io::Result<()> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let terminal = io::stdin();
    if rustix::io::ioctl_fionread(&terminal)? > 0 {
        tcsetattr(&terminal, OptionalActions::Now, &tcgetattr(&terminal)?)?;
    }
    Ok(())
}
