//! A value in every notation.

use ennead_game::{AnyGame, GameError, Show, Value};
use serde::Serialize;

/// The most bytes written as one decimal number; nobody reads a longer one.
const MAX_DECIMAL_BYTES: usize = 1024;

/// A value as text.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Writings {
    /// The usual notation of the format.
    text: String,
    hex: String,
    /// All its bits with leading zeros, `bits` in number and in the order of the fields.
    bin: String,
    /// As one number; null where that would be too long to read.
    dec: Option<String>,
}

impl Writings {
    /// A value of this many bits.
    pub(crate) fn of(value: &Value, bits: usize) -> Self {
        let bin = match value {
            Value::Integer(number) => format!("{number:0bits$b}"),
            _ => value.show(Show::Bin),
        };
        let dec = (value.to_bytes().len() <= MAX_DECIMAL_BYTES).then(|| value.show(Show::Dec));
        Writings { text: usual_text(value), hex: value.show(Show::Hex), bin, dec }
    }
}

/// A value in the usual notation of its kind.
pub(crate) fn usual_text(value: &Value) -> String {
    value.show(value.default_show())
}

/// The number of bits of a value. For a number it comes from the fields of the format, since
/// leading zeros count.
pub(crate) fn count_bits(
    game: &dyn AnyGame,
    format: &str,
    value: &Value,
) -> Result<usize, GameError> {
    Ok(match value {
        Value::Integer(_) => game.fields(format, value)?.last().map_or(0, |field| field.bits.end),
        Value::Bits(bits) => bits.len(),
        Value::Bytes(bytes) => bytes.len() * 8,
    })
}
