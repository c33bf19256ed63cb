//! The styles that all screens and boards share.

use ratatui::style::{Color, Modifier, Style};

/// Lines, numbers of free cells and other things in the background.
pub const FAINT: Style = Style::new().fg(Color::DarkGray);
/// Whatever is under the cursor. Reversed, so that it shows without colours too.
pub const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
/// The last move.
pub const LAST: Style = Style::new().add_modifier(Modifier::UNDERLINED);
/// Places that a move may go to.
pub const OPEN: Style = Style::new().bg(Color::Indexed(236));
/// What a hint points at.
pub const HINT: Style = Style::new().bg(Color::Green).fg(Color::Black);
/// Keys in the help and at the foot of the screen.
pub const KEY: Style = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
/// Headings.
pub const HEADING: Style = Style::new().add_modifier(Modifier::BOLD);
/// The colours that fields take in turn.
pub const FIELDS: [Color; 6] =
    [Color::Cyan, Color::Yellow, Color::Magenta, Color::Green, Color::Blue, Color::Red];
