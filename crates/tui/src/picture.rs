//! What the terminal shows: drawn anew from nothing whenever a change of its size may have spoiled it.

use std::io::{self, Stdout, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Size;
use ratatui::{Frame, Terminal};

/// The terminal, and what is known of what it shows.
pub(crate) struct Picture {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    drawn: Size,
    resized: Arc<AtomicBool>,
}

impl Picture {
    /// An empty picture.
    pub(crate) fn new() -> io::Result<Picture> {
        let resized = watch_size()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Picture { terminal, drawn: Size::ZERO, resized })
    }

    /// Whether the terminal has had another size since the last drawing.
    ///
    /// The size alone does not tell: a window that was small for a moment has its old size, and has lost what did not fit.
    pub(crate) fn is_spoiled(&self) -> io::Result<bool> {
        Ok(self.resized.load(Ordering::Relaxed) || self.terminal.size()? != self.drawn)
    }

    /// Draws: what has changed, or everything where the picture is spoiled.
    pub(crate) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        // A change of size while this draws is one that the next drawing has to mend.
        if self.resized.swap(false, Ordering::Relaxed) {
            // Clears as well; the terminal's own `clear` would ask for the cursor, and wait for an answer.
            self.terminal.resize(self.terminal.size()?.into())?;
        }
        self.drawn = self.terminal.draw(render)?.area.as_size();
        Ok(())
    }
}

/// A flag that each change of the size raises.
///
/// The events of the terminal are no such flag: a change that comes together with a key may never become one.
fn watch_size() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGWINCH, Arc::clone(&flag))?;
    Ok(flag)
}
