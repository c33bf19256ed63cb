//! A value taken apart.

use anstyle::{AnsiColor, Style};
use ennead_game::{Field, Show, Value};
use serde_json::{Value as Json, json};

use crate::bit_strip::bit_strip;
use crate::field_list::field_list;

/// The colours that fields take in turn.
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

/// A field with its bits, as it is drawn.
pub(crate) struct Part<'a> {
    pub(crate) field: &'a Field,
    pub(crate) bits: &'a str,
    /// The number of the value's first bit, where bits count down to 0, as they do in a number.
    highest: Option<usize>,
}

impl<'a> Part<'a> {
    /// A part of a value whose bits count up from 0, the first one written.
    #[cfg(test)]
    pub(crate) fn counted_up(field: &'a Field, bits: &'a str) -> Self {
        Part { field, bits, highest: None }
    }

    /// The number of the bit at `offset` in the part.
    pub(crate) fn number(&self, offset: usize) -> usize {
        let place = self.field.bits.start + offset;
        self.highest.map_or(place, |highest| highest - place)
    }
}

/// A value, its bits and its fields.
pub(crate) struct Inspection {
    format: &'static str,
    value: String,
    bits: String,
    fields: Vec<Field>,
    is_number: bool,
}

impl Inspection {
    /// Takes a value apart by the fields that its format has named.
    pub(crate) fn new(format: &'static str, value: &Value, fields: Vec<Field>) -> Self {
        let named = fields.last().map_or(0, |field| field.bits.end);
        let bits = match value {
            Value::Integer(number) => format!("{number:0named$b}"),
            _ => value.show(Show::Bin),
        };
        let is_number = matches!(value, Value::Integer(_));
        let value = value.show(value.default_show());
        let mut inspection = Inspection { format, value, bits, fields, is_number };
        inspection.name_padding(named);
        inspection
    }

    /// What comes after the last named bit fills up the last byte.
    fn name_padding(&mut self, named: usize) {
        if let Some(left) = self.bits.len().checked_sub(named).filter(|left| *left > 0) {
            self.fields.push(Field::new("padding", named, left, "fills up the last byte"));
        }
    }

    /// The bits of a field.
    fn bits_of(&self, field: &Field) -> &str {
        self.bits.get(field.bits.clone()).unwrap_or_default()
    }

    /// As a JSON object, written field by field: as a tree of JSON values, a long value would take
    /// many times its space.
    pub(crate) fn to_json(&self) -> String {
        let mut text = format!(
            r#"{{"format":{},"bits":{},"value":{},"fields":["#,
            json!(self.format),
            self.bits.len(),
            json!(self.value)
        );
        for (number, field) in self.fields.iter().enumerate() {
            text += if number > 0 { "," } else { "" };
            text += &self.field_json(field).to_string();
        }
        text + "]}"
    }

    fn field_json(&self, field: &Field) -> Json {
        json!({
            "name": field.name,
            "start": field.bits.start,
            "length": field.bits.len(),
            "bits": self.bits_of(field),
            "meaning": field.meaning,
        })
    }

    /// As a drawing: a strip of bits with names under it unless the value is too long for that, and
    /// a list of fields.
    pub(crate) fn draw(&self, width: usize) -> String {
        let highest = self.is_number.then(|| self.bits.len().saturating_sub(1));
        let part = |field| Part { field, bits: self.bits_of(field), highest };
        let parts: Vec<Part<'_>> = self.fields.iter().map(part).collect();
        let strip = bit_strip(&parts, width).map(|strip| strip + "\n").unwrap_or_default();
        format!("{}\n{strip}{}", self.title(width), field_list(&parts, width))
    }

    fn title(&self, width: usize) -> String {
        let bold = Style::new().bold();
        let bits = self.bits.len();
        let size = if bits.is_multiple_of(8) && bits > 64 {
            format!("{} bytes", bits / 8)
        } else {
            format!("{bits} bits")
        };
        let title = format!("{bold}{}{bold:#}  {size}", self.format);
        let room = width.saturating_sub(self.format.len() + size.len() + 4);
        if self.value.len() <= room { format!("{title}  {}\n", self.value) } else { title + "\n" }
    }
}
