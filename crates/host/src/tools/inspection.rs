//! A dissected value, as `ennead inspect --json` prints it.

use ennead_game::{Field, Show, Value};
use serde_json::{Value as Json, json};

/// A value, its bits and its fields.
pub struct Inspection {
    /// The format.
    pub format: &'static str,
    /// The value in its usual notation.
    pub value: String,
    /// All its bits, as 0 and 1.
    pub bits: String,
    /// Its parts, in order and without gaps.
    pub fields: Vec<Field>,
    /// Whether the value is a number.
    pub is_number: bool,
}

impl Inspection {
    /// Dissects a value by the fields of its format.
    pub fn new(format: &'static str, value: &Value, fields: Vec<Field>) -> Self {
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

    /// Adds a field for the bits after the last named one, which pad the last byte.
    fn name_padding(&mut self, named: usize) {
        if let Some(left) = self.bits.len().checked_sub(named).filter(|left| *left > 0) {
            self.fields.push(Field::new("padding", named, left, "fills up the last byte"));
        }
    }

    /// The bits of a field.
    pub fn bits_of(&self, field: &Field) -> &str {
        self.bits.get(field.bits.clone()).unwrap_or_default()
    }

    /// A JSON object, written field by field: a tree of JSON values would take many times the space
    /// of a long value.
    pub fn to_json(&self) -> String {
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
}
