//! Marks in every size, and the colours that all screens share.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use crate::nine_cells::put_centred;

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    X,
    O,
    /// A grid that counts for both.
    Both,
    /// A grid that counts for nobody.
    Nobody,
}

impl Symbol {
    pub(crate) fn style(self) -> Style {
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
    pub(crate) fn draw(self, buffer: &mut Buffer, area: Rect, style: Style) {
        put_centred(buffer, area, self.picture(area), style);
    }
}

/// Lines, numbers of free cells and whatever else stands back.
pub(crate) const FAINT: Style = Style::new().fg(Color::DarkGray);
/// What the cursor is on. Reversed, so that it can be seen without colours.
pub(crate) const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
/// Where the last move went.
pub(crate) const LAST: Style = Style::new().add_modifier(Modifier::UNDERLINED);
/// Where a move may go.
pub(crate) const OPEN: Style = Style::new().bg(Color::Indexed(236));
/// What a hint points at.
pub(crate) const HINT: Style = Style::new().bg(Color::Green).fg(Color::Black);
/// Keys in the help and at the foot of the screen.
pub(crate) const KEY: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// Headings.
pub(crate) const HEADING: Style = Style::new().add_modifier(Modifier::BOLD);
/// The colours that fields take in turn.
pub(crate) const FIELDS: [Color; 6] =
    [Color::Cyan, Color::Yellow, Color::Magenta, Color::Green, Color::Blue, Color::Red];
