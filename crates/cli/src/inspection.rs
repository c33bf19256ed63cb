//! A dissected value, as a drawing.

use anstyle::{AnsiColor, Style};
use ennead_game::Field;
use ennead_host::tools::Inspection;

use crate::bit_strip::bit_strip;
use crate::field_list::field_list;

/// The colours of fields, used in turn.
const COLOURS: [AnsiColor; 6] = [
    AnsiColor::Cyan,
    AnsiColor::Yellow,
    AnsiColor::Magenta,
    AnsiColor::Green,
    AnsiColor::Blue,
    AnsiColor::Red,
];

/// The colour of a field, by its number.
pub(crate) fn colour(number: usize) -> Style {
    COLOURS[number % COLOURS.len()].on_default()
}

/// A field with its bits, ready to be drawn.
pub(crate) struct FieldBits<'a> {
    pub(crate) field: &'a Field,
    pub(crate) bits: &'a str,
    /// The number of the value's first bit if bits count down to 0, as they do in a number.
    highest: Option<usize>,
}

impl<'a> FieldBits<'a> {
    /// A part of a value whose bits count up from 0, the first one written.
    #[cfg(test)]
    pub(crate) fn counted_up(field: &'a Field, bits: &'a str) -> Self {
        FieldBits { field, bits, highest: None }
    }

    /// The number of the bit at `offset` in the part.
    pub(crate) fn number(&self, offset: usize) -> usize {
        let place = self.field.bits.start + offset;
        self.highest.map_or(place, |highest| highest - place)
    }
}

/// Draws a value: a strip of bits with names below, unless the value is too long for that, and a
/// list of fields.
pub(crate) fn draw(inspection: &Inspection, width: usize) -> String {
    let highest = inspection.is_number.then(|| inspection.bits.len().saturating_sub(1));
    let part = |field| FieldBits { field, bits: inspection.bits_of(field), highest };
    let parts: Vec<FieldBits<'_>> = inspection.fields.iter().map(part).collect();
    let strip = bit_strip(&parts, width).map(|strip| strip + "\n").unwrap_or_default();
    format!("{}\n{strip}{}", title(inspection, width), field_list(&parts, width))
}

fn title(inspection: &Inspection, width: usize) -> String {
    let bold = Style::new().bold();
    let bits = inspection.bits.len();
    let size = if bits.is_multiple_of(8) && bits > 64 {
        format!("{} bytes", bits / 8)
    } else {
        format!("{bits} bits")
    };
    let Inspection { format, value, .. } = inspection;
    let title = format!("{bold}{format}{bold:#}  {size}");
    let room = width.saturating_sub(format.len() + size.len() + 4);
    if value.len() <= room { format!("{title}  {value}\n") } else { title + "\n" }
}
