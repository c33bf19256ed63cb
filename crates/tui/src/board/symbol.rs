//! The marks of games with X and O, in every size.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::{FAINT, put_centred};

/// The mark in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// A cell of X.
    X,
    /// A cell of O.
    O,
    /// A grid that counts for both.
    Both,
    /// A grid that counts for nobody.
    Nobody,
}

impl Symbol {
    /// The mark's colour.
    pub fn style(self) -> Style {
        match self {
            Symbol::X => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
            Symbol::O => Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD),
            Symbol::Both => Style::new().fg(Color::Magenta).add_modifier(Modifier::BOLD),
            Symbol::Nobody => FAINT,
        }
    }

    fn picture(self, area: Rect) -> &'static [&'static str] {
        let large = area.width >= 9 && area.height >= 5;
        let small = area.width >= 3 && area.height >= 3;
        match self {
            Symbol::X if large => &["██   ██", " ██ ██ ", "  ███  ", " ██ ██ ", "██   ██"],
            Symbol::O if large => &[" █████ ", "██   ██", "██   ██", "██   ██", " █████ "],
            Symbol::X if small => &["╲ ╱", " ╳ ", "╱ ╲"],
            Symbol::O if small => &["╭─╮", "│ │", "╰─╯"],
            Symbol::X => &["X"],
            Symbol::O => &["O"],
            Symbol::Both if area.width >= 4 => &["both"],
            Symbol::Both => &["B"],
            Symbol::Nobody if area.width >= 5 => &["drawn"],
            Symbol::Nobody => &["="],
        }
    }

    /// Draws the mark as large as the area allows.
    pub fn draw(self, buffer: &mut Buffer, area: Rect, style: Style) {
        put_centred(buffer, area, self.picture(area), style);
    }
}
