//! Nine cells on the screen: where they are, which one the mouse is on, and the lines between them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// The width and height of a cell or of all nine.
pub(crate) type Extent = (u16, u16);

/// Three by three cells of one size, with lines between them or without.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NineCells {
    left: u16,
    top: u16,
    cell: Extent,
    gap: u16,
}

impl NineCells {
    /// What nine cells take.
    pub(crate) const fn extent(cell: Extent, gap: u16) -> Extent {
        (3 * cell.0 + 2 * gap, 3 * cell.1 + 2 * gap)
    }

    /// Nine cells in the middle of an area that has room for them.
    pub(crate) fn centred(area: Rect, cell: Extent, gap: u16) -> NineCells {
        let (width, height) = Self::extent(cell, gap);
        NineCells {
            left: area.x + area.width.saturating_sub(width) / 2,
            top: area.y + area.height.saturating_sub(height) / 2,
            cell,
            gap,
        }
    }

    /// Where a cell is.
    pub(crate) fn cell(&self, cell: u8) -> Rect {
        let (row, column) = (u16::from(cell / 3), u16::from(cell % 3));
        Rect {
            x: self.left + column * (self.cell.0 + self.gap),
            y: self.top + row * (self.cell.1 + self.gap),
            width: self.cell.0,
            height: self.cell.1,
        }
    }

    /// The cell at a place.
    pub(crate) fn hit(&self, at: Position) -> Option<u8> {
        (0..9).find(|cell| self.cell(*cell).contains(at))
    }

    /// Draws the lines between the cells.
    pub(crate) fn draw_lines(&self, buffer: &mut Buffer, heavy: bool, style: Style) {
        if self.gap == 0 {
            return;
        }
        let [across, down, cross] = if heavy { ["━", "┃", "╋"] } else { ["─", "│", "┼"] };
        let (width, height) = Self::extent(self.cell, self.gap);
        let is_line = |offset: u16, size: u16| offset % (size + 1) == size;
        for y in 0..height {
            for x in 0..width {
                let symbol = match (is_line(x, self.cell.0), is_line(y, self.cell.1)) {
                    (true, true) => cross,
                    (true, false) => down,
                    (false, true) => across,
                    (false, false) => continue,
                };
                put(buffer, self.left + x, self.top + y, symbol, style);
            }
        }
    }
}

/// Writes text where there is room for it: what is outside of the screen is left out.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    if buffer.area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, usize::from(buffer.area.right() - x), style);
    }
}

/// Fills an area with a style and nothing else.
pub(crate) fn fill(buffer: &mut Buffer, area: Rect, style: Style) {
    buffer.set_style(area.intersection(buffer.area), style);
}

/// Writes lines into the middle of an area.
pub(crate) fn put_centred(buffer: &mut Buffer, area: Rect, lines: &[&str], style: Style) {
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.iter().zip(top..area.bottom()) {
        let width = line.chars().count() as u16;
        put(buffer, area.x + area.width.saturating_sub(width) / 2, y, line, style);
    }
}
