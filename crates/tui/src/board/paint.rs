//! Writing into the buffer of the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// A width and a height, in characters.
pub type Extent = (u16, u16);

/// Writes text and cuts off whatever lies outside of the screen.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    if buffer.area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, usize::from(buffer.area.right() - x), style);
    }
}

/// Gives an area a style and leaves its text as it is.
pub fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    buffer.set_style(area.intersection(buffer.area), style);
}

/// Writes lines into the middle of an area and cuts off those below it.
pub fn put_centred(buffer: &mut Buffer, area: Rect, lines: &[&str], style: Style) {
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.iter().zip(top..area.bottom()) {
        let width = line.chars().count() as u16;
        put(buffer, area.x + area.width.saturating_sub(width) / 2, y, line, style);
    }
}
