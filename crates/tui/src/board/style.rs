//! The styles shared by all screens and boards.

use ratatui::style::{Color, Modifier, Style};

/// Lines, numbers of free cells and other background elements.
pub const FAINT: Style = Style::new().fg(Color::DarkGray);
/// The element under the cursor. Reversed, so that it is visible without colours.
pub const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
/// The last move.
pub const LAST: Style = Style::new().add_modifier(Modifier::UNDERLINED);
/// Places where a move may go.
pub const OPEN: Style = Style::new().bg(Color::Indexed(236));
/// The target of a hint.
pub const HINT: Style = Style::new().bg(Color::Green).fg(Color::Black);
/// Keys in the help and at the foot of the screen.
pub const KEY: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// Headings.
pub const HEADING: Style = Style::new().add_modifier(Modifier::BOLD);
/// The colours of fields, used in turn.
pub const FIELDS: [Color; 6] =
    [Color::Cyan, Color::Yellow, Color::Magenta, Color::Green, Color::Blue, Color::Red];
