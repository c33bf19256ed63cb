//! The terminal's contents, redrawn from scratch whenever a resize may have damaged them.

use std::io::{self, Stdout, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Size;
use ratatui::{Frame, Terminal};

/// The terminal and the size of its last drawing.
pub(crate) struct TerminalDisplay {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    drawn: Size,
    resized: Arc<AtomicBool>,
}

impl TerminalDisplay {
    /// An empty display.
    pub(crate) fn new() -> io::Result<TerminalDisplay> {
        // Events are not enough: a resize that arrives together with a key may be lost.
        let resized = ennead_platform::watch_terminal_size()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(TerminalDisplay { terminal, drawn: Size::ZERO, resized })
    }

    /// Whether the terminal has had another size since the last drawing.
    ///
    /// The current size is not enough: a window that was small for a moment has its old size back
    /// but has lost what did not fit.
    pub(crate) fn is_damaged(&self) -> io::Result<bool> {
        Ok(self.resized.load(Ordering::Relaxed) || self.terminal.size()? != self.drawn)
    }

    /// Draws what has changed, or everything if the display is damaged.
    pub(crate) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        // The next drawing repairs the damage of a resize during this one.
        if self.resized.swap(false, Ordering::Relaxed) {
            // This also clears; `clear` would query the cursor and wait for a response.
            self.terminal.resize(self.terminal.size()?.into())?;
        }
        self.drawn = self.terminal.draw(render)?.area.as_size();
        Ok(())
    }
}
