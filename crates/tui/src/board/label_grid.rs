//! Labels in as many columns as there is room for.

use ratatui::layout::{Position, Rect};

/// A space on either side of a label.
const MARGINS: u16 = 2;

/// The layout of labels in an area: row by row, and only the rows around the cursor if not all of
/// them fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LabelGrid {
    area: Rect,
    count: usize,
    cell: u16,
    columns: usize,
    first_row: usize,
}

impl LabelGrid {
    /// The width of a column for labels of at most this width.
    pub(super) fn cell_width(widest: u16) -> u16 {
        widest.saturating_add(MARGINS)
    }

    /// The number of columns in which all labels fit into the height, as far as the width allows.
    pub(super) fn columns(count: usize, cell: u16, width: u16, height: u16) -> usize {
        let most = usize::from(width / cell.max(1)).max(1);
        count.div_ceil(usize::from(height.max(1))).clamp(1, most)
    }

    /// Lays out `count` labels of at most `widest` characters.
    pub(super) fn new(area: Rect, count: usize, widest: u16, cursor: usize) -> LabelGrid {
        let cell = Self::cell_width(widest).min(area.width);
        let columns = Self::columns(count, cell, area.width, area.height);
        let (rows, shown) = (count.div_ceil(columns), usize::from(area.height));
        let above = (cursor / columns).saturating_sub(shown / 2);
        LabelGrid { area, count, cell, columns, first_row: above.min(rows.saturating_sub(shown)) }
    }

    /// The number of labels per row.
    pub(super) fn in_a_row(&self) -> usize {
        self.columns
    }

    /// The visible labels and their places.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, Rect)> + use<> {
        let grid = *self;
        let first = grid.first_row * grid.columns;
        let end = grid.count.min(first + grid.columns * usize::from(grid.area.height));
        (first..end).map(move |index| (index, grid.place(index)))
    }

    fn place(&self, index: usize) -> Rect {
        let row = (index / self.columns - self.first_row) as u16;
        let x = self.area.x + (index % self.columns) as u16 * self.cell;
        Rect { x, y: self.area.y + row, width: self.cell, height: 1 }
    }

    /// The label at a place.
    pub(super) fn hit(&self, at: Position) -> Option<usize> {
        self.places().find(|(_, place)| place.contains(at)).map(|(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_column_where_the_height_allows_and_more_where_it_does_not() {
        let area = Rect::new(0, 0, 20, 4);
        assert_eq!(LabelGrid::new(area, 4, 2, 0).in_a_row(), 1);
        let grid = LabelGrid::new(area, 9, 2, 0);
        assert_eq!(grid.in_a_row(), 3);
        assert_eq!(grid.hit(Position { x: 5, y: 1 }), Some(4));
        assert_eq!(grid.hit(Position { x: 19, y: 3 }), None);
    }

    #[test]
    fn the_cursor_is_always_among_the_labels_on_the_screen() {
        for (width, height) in [(1, 1), (6, 2), (20, 3), (0, 5), (9, 0)] {
            for cursor in 0..200 {
                let grid = LabelGrid::new(Rect::new(3, 3, width, height), 200, 3, cursor);
                let seen = grid.places().any(|(index, _)| index == cursor);
                assert_eq!(seen, height > 0, "{width} x {height}, {cursor}");
            }
        }
    }
}
