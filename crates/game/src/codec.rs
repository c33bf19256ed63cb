//! Formats: named encodings of a game.

use std::error::Error;
use std::ops::Range;

use serde_json::Value as Json;

use crate::{OptionSpec, Options, Show, Value, ValueError};

/// Why an input was rejected, with a readable message. Each codec has its own error type behind it.
pub type GameError = Box<dyn Error + Send + Sync>;

/// Creates an error from a message alone.
pub fn reject(message: impl Into<String>) -> GameError {
    GameError::from(message.into())
}

/// The static description of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// Identifier, as in `ttt.tiny`.
    pub id: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// Size of the shortest value in bits.
    pub min_bits: u64,
    /// Size of the longest value in bits; `None` if unbounded.
    pub max_bits: Option<u64>,
    /// The kind of its values.
    pub kind: Kind,
    /// Options that its encoder accepts.
    pub options: &'static [OptionSpec],
}

/// The kind of a format's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Integer,
    /// A string of bits.
    Bits,
    /// Bytes.
    Bytes,
}

impl FormatInfo {
    /// Parses a value of this format in the notation `show`, or by default in the format's usual
    /// one. Accepts everything that [`Value::show`] writes in that notation.
    pub fn parse_value(&self, text: &str, show: Option<Show>) -> Result<Value, ValueError> {
        match (self.kind, show) {
            (kind, Some(Show::Base64url)) => Value::parse_base64url(text, kind == Kind::Integer),
            (Kind::Integer, None | Some(Show::Dec)) => Value::parse_integer(text),
            (Kind::Integer, Some(Show::Hex)) => Value::parse_integer(&with_prefix(text, "0x")),
            (Kind::Integer, Some(Show::Bin)) => Value::parse_integer(&with_prefix(text, "0b")),
            (Kind::Bits | Kind::Bytes, Some(Show::Dec)) => Err(ValueError::Length),
            (Kind::Bits, None | Some(Show::Bin)) => Value::parse_bits(text),
            (Kind::Bits, Some(Show::Hex)) => Value::parse_bits(&with_prefix(text, "0x")),
            (Kind::Bytes, None | Some(Show::Hex)) => Value::parse_bytes(text),
            (Kind::Bytes, Some(Show::Bin)) => Value::parse_binary_bytes(text),
        }
    }
}

/// The text with the prefix that determines its notation.
fn with_prefix(text: &str, prefix: &str) -> String {
    let bare = text.get(..prefix.len()).is_none_or(|start| !start.eq_ignore_ascii_case(prefix));
    if bare { format!("{prefix}{text}") } else { text.to_string() }
}

/// A named part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its range of bits, counted from the first (most significant) bit of the value.
    pub bits: Range<usize>,
    /// What its bits mean.
    pub meaning: String,
}

impl Field {
    /// Creates a field of `width` bits from `start`.
    pub fn new(
        name: impl Into<String>,
        start: usize,
        width: usize,
        meaning: impl Into<String>,
    ) -> Self {
        Field { name: name.into(), bits: start..start + width, meaning: meaning.into() }
    }
}

/// A decoded value, for people and programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// A drawing with ANSI colours; the caller strips them where the output does not support them.
    pub drawing: String,
    /// The JSON form.
    pub json: Json,
}

/// A named encoding of content `C`.
///
/// `read(write(x))` is `x` for every content that the format can hold, and `write(read(v))` is `v`
/// for every value that it accepts. All other values are rejected with an error that names the
/// field and the reason.
pub trait Codec<C>: Sync {
    /// The format's description.
    fn info(&self) -> &FormatInfo;

    /// Parses the text form.
    fn parse(&self, text: &str, options: &Options) -> Result<C, GameError>;

    /// Decodes a value.
    fn read(&self, value: &Value) -> Result<C, GameError>;

    /// Encodes the content, if this format can hold it.
    fn write(&self, content: &C, options: &Options) -> Result<Value, GameError>;

    /// Describes the content for people and programs.
    fn show(&self, content: &C, options: &Options) -> Result<Decoded, GameError>;

    /// The information content in bits, where known: log2 of the number of values of the format, or
    /// the information content of the match.
    fn bound(&self, _content: &C) -> Option<f64> {
        None
    }

    /// The parts of a value, in order and without gaps.
    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError>;
}
