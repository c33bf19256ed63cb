//! Bits in a strip of boxes, one per field, with the field's name below.

use std::fmt::Write;

use anstyle::Style;

use crate::inspection::{FieldBits, colour};

/// A strip of more rows is unreadable.
const MAX_ROWS: usize = 12;
/// Longer names are truncated; the list of fields has them in full.
const MAX_NAME: usize = 16;

/// A box: a field, or a part of a field that is wider than the screen.
struct Cell {
    style: Style,
    offset: String,
    bits: String,
    name: String,
}

impl Cell {
    /// Columns between the borders.
    fn width(&self) -> usize {
        let text = self.bits.len().max(self.name.chars().count());
        (text + 2).max(self.offset.len() + 1)
    }
}

/// The strip; `None` if it would be too long to read.
pub(crate) fn bit_strip(parts: &[FieldBits<'_>], width: usize) -> Option<String> {
    let room = width.max(24) - 1;
    let total: usize = parts.iter().map(|part| part.bits.len()).sum();
    if total > MAX_ROWS * room {
        return None;
    }
    let rows = rows(cells(parts, room), room);
    (rows.len() <= MAX_ROWS).then(|| rows.iter().map(|row| draw_row(row)).collect())
}

fn cells(parts: &[FieldBits<'_>], room: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let bits = part.bits;
        // A border and a space on either side, and whole bytes in between.
        let most = (room - 4) / 8 * 8;
        for start in (0..bits.len()).step_by(most) {
            cells.push(Cell {
                style: colour(number),
                offset: part.number(start).to_string(),
                bits: bits[start..bits.len().min(start + most)].to_string(),
                name: if start == 0 { shorten(&part.field.name) } else { "…".to_string() },
            });
        }
    }
    cells
}

fn shorten(name: &str) -> String {
    if name.chars().count() <= MAX_NAME {
        return name.to_string();
    }
    name.chars().take(MAX_NAME - 1).chain(['…']).collect()
}

fn rows(cells: Vec<Cell>, room: usize) -> Vec<Vec<Cell>> {
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut used = 0;
    for cell in cells {
        let width = cell.width() + 1;
        match rows.last_mut().filter(|_| used + width <= room) {
            Some(row) => {
                used += width;
                row.push(cell);
            }
            None => {
                used = width;
                rows.push(vec![cell]);
            }
        }
    }
    rows
}

fn draw_row(row: &[Cell]) -> String {
    let frame = Style::new().dimmed();
    let [mut top, mut middle, mut bottom, mut names] = [const { String::new() }; 4];
    for (index, cell) in row.iter().enumerate() {
        let (style, bold, width) = (cell.style, cell.style.bold(), cell.width());
        let (above, below) = if index == 0 { ('┌', '└') } else { ('┬', '┴') };
        let line = "─".repeat(width - cell.offset.len());
        let name = format!("{:^width$}", cell.name);
        let name = if index + 1 == row.len() { name.trim_end() } else { &name };
        let _ = write!(top, "{frame}{above}{}{line}{frame:#}", cell.offset);
        let _ = write!(middle, "{frame}│{frame:#}{bold}{:^width$}{bold:#}", cell.bits);
        let _ = write!(bottom, "{frame}{below}{}{frame:#}", "─".repeat(width));
        let _ = write!(names, " {style}{name}{style:#}");
    }
    format!(
        "{top}{frame}┐{frame:#}\n{middle}{frame}│{frame:#}\n{bottom}{frame}┘{frame:#}\n{names}\n"
    )
}

#[cfg(test)]
mod tests {
    use ennead_game::Field;

    use super::*;

    fn plain(drawing: &str) -> String {
        anstream::adapter::strip_str(drawing).to_string()
    }

    #[test]
    fn a_field_wider_than_the_screen_continues_in_the_next_row() {
        let field = Field::new("body", 0, 24, "");
        let drawing = plain(
            &bit_strip(&[FieldBits::counted_up(&field, "000000001111111100000000")], 24).unwrap(),
        );
        let expected = "\
┌0─────────────────┐
│ 0000000011111111 │
└──────────────────┘
        body
┌16────────┐
│ 00000000 │
└──────────┘
     …
";
        assert_eq!(drawing, expected);
    }

    #[test]
    fn an_unreadably_long_strip_is_not_drawn() {
        let bits = "01".repeat(20_000);
        let field = Field::new("body", 0, bits.len(), "");
        assert_eq!(bit_strip(&[FieldBits::counted_up(&field, &bits)], 80), None);
    }
}
