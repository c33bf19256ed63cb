//! What the terminal tells: keys, the mouse and other sizes, none of it left behind.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{Event, poll, read};

/// The next event, unless none comes in time.
pub(crate) fn next_event(patience: Duration) -> io::Result<Option<Event>> {
    if poll(patience)? {
        return read().map(Some);
    }
    #[cfg(unix)]
    remind_of_input()?;
    Ok(None)
}

/// Makes input known again that nobody has read.
///
/// Events hear of input once, when it comes. A key together with another size, or more keys than are read at once, would else
/// wait until one more key is pressed. A terminal tells of its input anew when it is set, be it to what it was.
#[cfg(unix)]
fn remind_of_input() -> io::Result<()> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    let terminal = io::stdin();
    if rustix::io::ioctl_fionread(&terminal)? > 0 {
        tcsetattr(&terminal, OptionalActions::Now, &tcgetattr(&terminal)?)?;
    }
    Ok(())
}
