//! One named encoding of a game.

use std::error::Error;
use std::ops::Range;

use serde_json::Value as Json;

use crate::{OptionSpec, Options, Show, Value, ValueError};

/// Why something was refused, with a message for people. Each codec has its own error type behind it.
pub type Refusal = Box<dyn Error + Send + Sync>;

/// A refusal with a message and nothing else to it.
pub fn refuse(message: impl Into<String>) -> Refusal {
    Refusal::from(message.into())
}

/// What is known of a format before any value of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// `game.format`.
    pub id: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// The fewest bits of any value.
    pub min_bits: u64,
    /// The most bits of any value; none if there is no limit.
    pub max_bits: Option<u64>,
    /// What kind of value it is: a number, bits or bytes.
    pub kind: Kind,
    /// Options that its encoder understands.
    pub options: &'static [OptionSpec],
}

/// The kind of value that a format has.
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
    /// Reads a value of this format from text, the usual way or as `show` says: what [`Value::show`] has written that way.
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

/// The text with the prefix that tells how to read it.
fn with_prefix(text: &str, prefix: &str) -> String {
    let bare = text.get(..prefix.len()).is_none_or(|start| !start.eq_ignore_ascii_case(prefix));
    if bare { format!("{prefix}{text}") } else { text.to_string() }
}

/// A named part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What it is called.
    pub name: String,
    /// Its bits, counted from the first (most significant) bit of the value as it is written.
    pub bits: Range<usize>,
    /// What it says.
    pub meaning: String,
}

impl Field {
    /// A field of `width` bits from `start`.
    pub fn new(name: impl Into<String>, start: usize, width: usize, meaning: impl Into<String>) -> Self {
        Field { name: name.into(), bits: start..start + width, meaning: meaning.into() }
    }
}

/// A decoded value, for people and for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// A drawing, in colour (ANSI); whoever prints it takes the colour off where it does not belong.
    pub drawing: String,
    /// The same as JSON.
    pub json: Json,
}

/// One named encoding of what a game's formats can hold (`C`).
///
/// For every `x` that it can hold, `read(write(x))` gives `x`; for every value that it accepts, `write(read(v))` gives `v`;
/// everything else is refused with a message that says what is wrong and where.
pub trait Codec<C>: Sync {
    /// Name, size and options.
    fn info(&self) -> &FormatInfo;

    /// Reads the text form.
    fn parse(&self, text: &str, options: &Options) -> Result<C, Refusal>;

    /// Decodes a value.
    fn read(&self, value: &Value) -> Result<C, Refusal>;

    /// Encodes, if this format can hold it.
    fn write(&self, content: &C, options: &Options) -> Result<Value, Refusal>;

    /// Shows what was decoded.
    fn show(&self, content: &C, options: &Options) -> Result<Decoded, Refusal>;

    /// The parts of a value, in order and without gaps.
    fn fields(&self, value: &Value) -> Result<Vec<Field>, Refusal>;
}
