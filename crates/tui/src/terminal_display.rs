//! What the terminal shows: redrawn from scratch whenever a change of size may have damaged it.

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
        // Events are not enough: a change that arrives together with a key may be lost.
        let resized = ennead_platform::watch_terminal_size()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(TerminalDisplay { terminal, drawn: Size::ZERO, resized })
    }

    /// Whether the terminal has had another size since the last drawing.
    ///
    /// The present size alone does not tell: a window that was small for a moment has its old size
    /// back and has lost what did not fit.
    pub(crate) fn is_damaged(&self) -> io::Result<bool> {
        Ok(self.resized.load(Ordering::Relaxed) || self.terminal.size()? != self.drawn)
    }

    /// Draws what has changed, or everything if the display is damaged.
    pub(crate) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        // The next drawing repairs what a change of size during this one damages.
        if self.resized.swap(false, Ordering::Relaxed) {
            // This clears too; `clear` would query the cursor and wait for an answer.
            self.terminal.resize(self.terminal.size()?.into())?;
        }
        self.drawn = self.terminal.draw(render)?.area.as_size();
        Ok(())
    }
}
