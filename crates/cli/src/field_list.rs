//! A list of fields: position, name, bits and meaning.

use std::fmt::Write;

use anstyle::Style;
use ennead_tui::wrap;

use crate::inspection::{FieldBits, colour};

/// Bits, or hexadecimal digits of longer fields, per line.
const BITS_A_LINE: usize = 32;
/// Meanings get at least this many columns.
const MIN_MEANING: usize = 24;

/// The list, wrapped to `width` columns.
pub(crate) fn field_list(parts: &[FieldBits<'_>], width: usize) -> String {
    let rows: Vec<Row> = parts.iter().map(Row::new).collect();
    let columns = Columns::fitting(&rows, width);
    rows.iter().enumerate().map(|(number, row)| columns.draw(row, colour(number))).collect()
}

struct Row<'a> {
    place: String,
    name: &'a str,
    digits: String,
    meaning: &'a str,
}

impl<'a> Row<'a> {
    fn new(part: &FieldBits<'a>) -> Self {
        let place = match part.field.bits.len() {
            0 => "-".to_string(),
            1 => part.number(0).to_string(),
            length => format!("{}-{}", part.number(0), part.number(length - 1)),
        };
        Row {
            place,
            name: &part.field.name,
            digits: digits(part.bits),
            meaning: &part.field.meaning,
        }
    }
}

/// Short fields as bits; long ones in hexadecimal if they consist of whole digits.
fn digits(bits: &str) -> String {
    if bits.len() <= BITS_A_LINE || !bits.len().is_multiple_of(4) {
        return bits.to_string();
    }
    let nibble = |bits: &[u8]| bits.iter().fold(0, |value, bit| value << 1 | u32::from(bit & 1));
    bits.as_bytes().chunks(4).filter_map(|bits| char::from_digit(nibble(bits), 16)).collect()
}

struct Columns {
    place: usize,
    name: usize,
    digits: usize,
    meaning: usize,
}

impl Columns {
    fn fitting(rows: &[Row<'_>], width: usize) -> Self {
        let widest = |of: fn(&Row<'_>) -> usize| rows.iter().map(of).max().unwrap_or(0);
        let place = widest(|row| row.place.len());
        let name = widest(|row| row.name.chars().count());
        let digits = widest(|row| row.digits.len().min(BITS_A_LINE));
        let gaps = 2 * 4;
        Columns {
            place,
            name,
            digits,
            meaning: width.saturating_sub(place + name + digits + gaps).max(MIN_MEANING),
        }
    }

    fn draw(&self, row: &Row<'_>, style: Style) -> String {
        let bold = style.bold();
        let digits = chunks(&row.digits, self.digits);
        let meaning = wrap(row.meaning, self.meaning);
        let mut text = String::new();
        for line in 0..digits.len().max(meaning.len()).max(1) {
            let (place, name) = if line == 0 { (row.place.as_str(), row.name) } else { ("", "") };
            let digits = digits.get(line).copied().unwrap_or_default();
            let meaning = meaning.get(line).map(String::as_str).unwrap_or_default();
            let (p, n, d) =
                (self.place, self.name, if meaning.is_empty() { 0 } else { self.digits });
            let line = format!(
                "  {place:>p$}  {style}{name:n$}{style:#}  {bold}{digits:d$}{bold:#}  {meaning}"
            );
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

/// Splits the digits, which are ASCII, into pieces.
fn chunks(digits: &str, most: usize) -> Vec<&str> {
    (0..digits.len())
        .step_by(most.max(1))
        .map(|start| &digits[start..digits.len().min(start + most)])
        .collect()
}

#[cfg(test)]
mod tests {
    use ennead_game::Field;

    use super::*;

    #[test]
    fn long_fields_are_hexadecimal_and_long_lines_are_wrapped() {
        let bits = "11110000".repeat(20);
        let field = Field::new("body", 8, bits.len(), "a meaning that is too long for one line");
        let drawing =
            anstream::adapter::strip_str(&field_list(&[FieldBits::counted_up(&field, &bits)], 75))
                .to_string();
        let expected = "
  8-167  body  f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0  a meaning that is too long
               f0f0f0f0                          for one line
";
        assert_eq!(format!("\n{drawing}"), expected);
    }
}
