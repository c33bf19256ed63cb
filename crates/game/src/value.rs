//! Encoded values, and how they are written as text.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER, HEXLOWER_PERMISSIVE};
use ennead_bits::{BitString, BitStringError};
use thiserror::Error;

/// An encoded value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Integer(u128),
    /// A string of bits.
    Bits(BitString),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// How a value is written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Decimal.
    Dec,
    /// Hexadecimal.
    Hex,
    /// Zeros and ones.
    Bin,
    /// Base64 with the alphabet for links, without padding.
    Base64url,
}

/// The most bytes that are written as one decimal number: the work grows with the square of their number.
pub const MAX_DECIMAL_BYTES: usize = 1 << 14;

/// Text that is no value of the kind wanted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// Not a number.
    #[error("{0:?} is not a whole number: write it in decimal, as 0x… or as 0b…")]
    Integer(String),
    /// A number that no format can hold.
    #[error("{0:?} is too large a number: no format needs more than 128 bits")]
    Large(String),
    /// Not bits.
    #[error("not a bit string: {0}")]
    Bits(#[from] BitStringError),
    /// Not hexadecimal digits.
    #[error("not hexadecimal: {0}")]
    Hex(String),
    /// Bits that are no whole bytes.
    #[error("{0} bit(s) are not whole bytes")]
    Bytes(usize),
    /// A decimal number for something that has a length.
    #[error("a decimal number does not say how long the value is: read it as bits, hex or base64url")]
    Length,
    /// Bytes that would take too long to write as a decimal number.
    #[error("{0} bytes are too many for a decimal number: at most {MAX_DECIMAL_BYTES} are written so")]
    Decimal(usize),
    /// Not base64url.
    #[error("not base64url without padding: {0}")]
    Base64(String),
}

impl Value {
    /// How the value is written unless something else is asked for.
    pub fn default_show(&self) -> Show {
        match self {
            Value::Integer(_) => Show::Dec,
            Value::Bits(_) => Show::Bin,
            Value::Bytes(_) => Show::Hex,
        }
    }

    /// Reads a number in decimal, as `0x…` or as `0b…`.
    ///
    /// ```
    /// use ennead_game::Value;
    /// assert_eq!(Value::parse_integer("0x10"), Ok(Value::Integer(16)));
    /// assert_eq!(
    ///     Value::parse_integer("-1").unwrap_err().to_string(),
    ///     "\"-1\" is not a whole number: write it in decimal, as 0x… or as 0b…"
    /// );
    /// ```
    pub fn parse_integer(text: &str) -> Result<Value, ValueError> {
        let (radix, digits) = match prefix(text) {
            ("0x", digits) => (16, digits),
            ("0b", digits) => (2, digits),
            (_, digits) => (10, digits),
        };
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
            return Err(ValueError::Integer(shorten(text)));
        }
        let number = u128::from_str_radix(digits, radix).map_err(|_| ValueError::Large(shorten(text)))?;
        Ok(Value::Integer(number))
    }

    /// Reads bits as 0 and 1, as `0b…`, or as bytes `0x…`, whose length in bits the format must know.
    pub fn parse_bits(text: &str) -> Result<Value, ValueError> {
        match prefix(text) {
            ("0x", digits) => parse_hex(digits).map(Value::Bytes),
            (_, digits) => Ok(Value::Bits(digits.parse()?)),
        }
    }

    /// Reads bytes as hexadecimal digits, with or without `0x`.
    pub fn parse_bytes(text: &str) -> Result<Value, ValueError> {
        match prefix(text) {
            ("0b", _) => Err(ValueError::Hex("bytes are read as hexadecimal digits, not as 0b…".into())),
            (_, digits) => parse_hex(digits).map(Value::Bytes),
        }
    }

    /// Reads bytes as 0 and 1, with or without `0b`, eight a byte.
    pub fn parse_binary_bytes(text: &str) -> Result<Value, ValueError> {
        let digits = if let ("0b", digits) = prefix(text) { digits } else { text };
        let bits: BitString = digits.parse()?;
        if !bits.len().is_multiple_of(8) {
            return Err(ValueError::Bytes(bits.len()));
        }
        Ok(Value::Bytes(bits.as_bytes().to_vec()))
    }

    /// Reads base64url: bytes, or the bytes of a number, highest first.
    pub fn parse_base64url(text: &str, integer: bool) -> Result<Value, ValueError> {
        let bytes =
            BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|error| ValueError::Base64(error.to_string()))?;
        if !integer {
            return Ok(Value::Bytes(bytes));
        }
        if bytes.len() > size_of::<u128>() {
            return Err(ValueError::Large(shorten(text)));
        }
        Ok(Value::Integer(bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte))))
    }

    /// The value as text, the usual way or as asked for; refused where that would take very long.
    pub fn show_as(&self, show: Option<Show>) -> Result<String, ValueError> {
        let show = show.unwrap_or(self.default_show());
        let bytes = match self {
            Value::Integer(_) => 0,
            Value::Bits(bits) => bits.as_bytes().len(),
            Value::Bytes(bytes) => bytes.len(),
        };
        if show == Show::Dec && bytes > MAX_DECIMAL_BYTES {
            return Err(ValueError::Decimal(bytes));
        }
        Ok(self.show(show))
    }

    /// The value as text. A prefix is written where reading it back needs one.
    pub fn show(&self, show: Show) -> String {
        match (self, show) {
            (Value::Integer(number), Show::Dec) => number.to_string(),
            (Value::Integer(number), Show::Hex) => format!("{number:#x}"),
            (Value::Integer(number), Show::Bin) => format!("{number:#b}"),
            (Value::Bits(bits), Show::Bin) => bits.to_string(),
            (Value::Bits(bits), Show::Hex) => format!("0x{}", HEXLOWER.encode(bits.as_bytes())),
            (Value::Bytes(bytes), Show::Hex) => HEXLOWER.encode(bytes),
            (_, Show::Base64url) => BASE64URL_NOPAD.encode(&self.to_bytes()),
            (Value::Bytes(bytes), Show::Bin) => bytes.iter().map(|byte| format!("{byte:08b}")).collect(),
            (_, Show::Dec) => decimal(&self.to_bytes()),
        }
    }

    /// The value as bytes: a number without leading zero bytes, bits padded with zeros.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Value::Integer(number) => {
                let bytes = number.to_be_bytes();
                bytes[number.leading_zeros() as usize / 8..].to_vec()
            }
            Value::Bits(bits) => bits.as_bytes().to_vec(),
            Value::Bytes(bytes) => bytes.clone(),
        }
    }
}

/// Bytes as one decimal number.
fn decimal(bytes: &[u8]) -> String {
    const BASE: u64 = 1_000_000_000;
    // Nine digits each, lowest first.
    let mut digits = vec![0u32];
    for byte in bytes {
        let mut carry = u64::from(*byte);
        for nine in &mut digits {
            carry += u64::from(*nine) << 8;
            *nine = (carry % BASE) as u32;
            carry /= BASE;
        }
        if carry > 0 {
            digits.push(carry as u32);
        }
    }
    let mut nines = digits.iter().rev();
    let highest = nines.next().map_or_else(String::new, u32::to_string);
    nines.fold(highest, |text, nine| text + &format!("{nine:09}"))
}

fn parse_hex(digits: &str) -> Result<Vec<u8>, ValueError> {
    HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).map_err(|error| ValueError::Hex(error.to_string()))
}

/// The prefix `0x` or `0b`, in lower case, and what comes after it.
fn prefix(text: &str) -> (&'static str, &str) {
    for (lower, upper) in [("0x", "0X"), ("0b", "0B")] {
        if let Some(digits) = text.strip_prefix(lower).or_else(|| text.strip_prefix(upper)) {
            return (lower, digits);
        }
    }
    ("", text)
}

/// Enough of a hostile text to recognise it in an error.
fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_string() } else { text.chars().take(40).chain(['…']).collect() }
}
