//! Nine cells in a square: their areas, the one under the mouse, and the lines between them.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::{Extent, put};

/// Three by three cells of one size, optionally with lines between them.
#[derive(Clone, Copy, Debug)]
pub struct NineCells {
    left: u16,
    top: u16,
    cell: Extent,
    gap: u16,
}

impl NineCells {
    /// The total size of nine cells.
    pub const fn extent(cell: Extent, gap: u16) -> Extent {
        (3 * cell.0 + 2 * gap, 3 * cell.1 + 2 * gap)
    }

    /// Nine cells centred in an area that has room for them.
    pub fn centred(area: Rect, cell: Extent, gap: u16) -> NineCells {
        let (width, height) = Self::extent(cell, gap);
        NineCells {
            left: area.x + area.width.saturating_sub(width) / 2,
            top: area.y + area.height.saturating_sub(height) / 2,
            cell,
            gap,
        }
    }

    /// The area of a cell, from 0 (top left) to 8.
    pub fn cell(&self, cell: u8) -> Rect {
        let (row, column) = (u16::from(cell / 3), u16::from(cell % 3));
        Rect {
            x: self.left + column * (self.cell.0 + self.gap),
            y: self.top + row * (self.cell.1 + self.gap),
            width: self.cell.0,
            height: self.cell.1,
        }
    }

    /// The cell at a place.
    pub fn hit(&self, at: Position) -> Option<u8> {
        (0..9).find(|cell| self.cell(*cell).contains(at))
    }

    /// Draws the lines between the cells.
    pub fn draw_lines(&self, buffer: &mut Buffer, heavy: bool, style: Style) {
        if self.gap == 0 {
            return;
        }
        let [across, down, cross] =
            if heavy { ["━", "┃", "╋"] } else { ["─", "│", "┼"] };
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

/// The cell that an arrow key leads to from another; `None` if the key is not an arrow.
///
/// ```
/// use ennead_tui::board::neighbour;
/// use ratatui::crossterm::event::KeyCode;
/// assert_eq!(neighbour(4, KeyCode::Up), Some(1));
/// assert_eq!(neighbour(2, KeyCode::Right), Some(2), "the edge is not crossed");
/// assert_eq!(neighbour(4, KeyCode::Enter), None);
/// ```
pub fn neighbour(cell: u8, arrow: KeyCode) -> Option<u8> {
    match arrow {
        KeyCode::Up => Some(if cell >= 3 { cell - 3 } else { cell }),
        KeyCode::Down => Some(if cell < 6 { cell + 3 } else { cell }),
        KeyCode::Left => Some(if cell.is_multiple_of(3) { cell } else { cell - 1 }),
        KeyCode::Right => Some(if cell % 3 < 2 { cell + 1 } else { cell }),
        _ => None,
    }
}

/// The cell that a digit from 1 to 9 names.
pub fn cell_of_digit(key: KeyCode) -> Option<u8> {
    match key {
        KeyCode::Char(digit @ '1'..='9') => Some(digit as u8 - b'1'),
        _ => None,
    }
}
