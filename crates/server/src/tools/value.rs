//! A value in all its writings.

use ennead_game::{AnyGame, Refusal, Show, Value};
use serde::Serialize;
use utoipa::ToSchema;

/// The most bytes that are written as one decimal number: nobody reads a longer one.
const MOST_DECIMAL_BYTES: usize = 1024;

/// A value as text.
#[derive(Serialize, ToSchema)]
pub(crate) struct Writings {
    /// The way that the format's values are usually written.
    text: String,
    hex: String,
    /// All its bits, leading zeros included: as many as `bits` says, in the order that fields count them.
    bin: String,
    /// As one number; null where that would be too long to read.
    dec: Option<String>,
}

impl Writings {
    /// A value of so many bits.
    pub(crate) fn of(value: &Value, bits: usize) -> Self {
        let bin = match value {
            Value::Integer(number) => format!("{number:0bits$b}"),
            _ => value.show(Show::Bin),
        };
        let dec = (value.to_bytes().len() <= MOST_DECIMAL_BYTES).then(|| value.show(Show::Dec));
        Writings { text: usual(value), hex: value.show(Show::Hex), bin, dec }
    }
}

/// The usual text of a value.
pub(crate) fn usual(value: &Value) -> String {
    value.show(value.default_show())
}

/// How many bits a value has: for a number its format's fields say so, leading zeros included.
pub(crate) fn bits(game: &dyn AnyGame, format: &str, value: &Value) -> Result<usize, Refusal> {
    Ok(match value {
        Value::Integer(_) => game.fields(format, value)?.last().map_or(0, |field| field.bits.end),
        Value::Bits(bits) => bits.len(),
        Value::Bytes(bytes) => bytes.len() * 8,
    })
}
