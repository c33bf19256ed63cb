//! Drawing into the screen's buffer.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// A width and a height, in characters.
pub type Extent = (u16, u16);

/// Writes text, clipped to the screen.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    if buffer.area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, usize::from(buffer.area.right() - x), style);
    }
}

/// Sets the style of an area and leaves its text unchanged.
pub fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    buffer.set_style(area.intersection(buffer.area), style);
}

/// Writes lines centred in an area, clipped at the bottom.
pub fn put_centred(buffer: &mut Buffer, area: Rect, lines: &[&str], style: Style) {
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.iter().zip(top..area.bottom()) {
        let width = line.chars().count() as u16;
        put(buffer, area.x + area.width.saturating_sub(width) / 2, y, line, style);
    }
}
