//! Encoded values and their text notations.

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

/// A text notation for values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Decimal.
    Dec,
    /// Hexadecimal.
    Hex,
    /// Binary.
    Bin,
    /// Base64 with the URL-safe alphabet, without padding.
    Base64url,
}

/// The highest number of bytes that can be written as a decimal number; the work grows with its
/// square.
pub const MAX_DECIMAL_BYTES: usize = 1 << 14;

/// Text that is not a value of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// Not a whole number.
    #[error("{0:?} is not a whole number: write it in decimal, as 0x… or as 0b…")]
    Integer(String),
    /// A number of more than 128 bits.
    #[error("{0:?} is too large: no format holds numbers of more than 128 bits")]
    Large(String),
    /// Not a bit string.
    #[error("not a bit string: {0}")]
    Bits(#[from] BitStringError),
    /// Not hexadecimal digits.
    #[error("not hexadecimal: {0}")]
    Hex(String),
    /// A number of bits that is not a multiple of eight.
    #[error("{0} bit(s) are not a whole number of bytes")]
    Bytes(usize),
    /// A decimal number where the length of the value matters.
    #[error(
        "a decimal number does not determine the length of the value: use bits, hex or base64url"
    )]
    Length,
    /// Too many bytes for a decimal number.
    #[error("{0} bytes are too many for a decimal number: the limit is {MAX_DECIMAL_BYTES} bytes")]
    Decimal(usize),
    /// Not base64url.
    #[error("not base64url without padding: {0}")]
    Base64(String),
}

impl Value {
    /// The default notation of the value.
    pub fn default_show(&self) -> Show {
        match self {
            Value::Integer(_) => Show::Dec,
            Value::Bits(_) => Show::Bin,
            Value::Bytes(_) => Show::Hex,
        }
    }

    /// Parses a number in decimal, as `0x…` or as `0b…`.
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
        let number =
            u128::from_str_radix(digits, radix).map_err(|_| ValueError::Large(shorten(text)))?;
        Ok(Value::Integer(number))
    }

    /// Parses bits as 0 and 1, as `0b…`, or as bytes `0x…`, whose length in bits is determined by
    /// the format.
    pub fn parse_bits(text: &str) -> Result<Value, ValueError> {
        match prefix(text) {
            ("0x", digits) => parse_hex(digits).map(Value::Bytes),
            (_, digits) => Ok(Value::Bits(digits.parse()?)),
        }
    }

    /// Parses bytes as hexadecimal digits, with or without `0x`.
    pub fn parse_bytes(text: &str) -> Result<Value, ValueError> {
        match prefix(text) {
            ("0b", _) => {
                Err(ValueError::Hex("bytes are written as hexadecimal digits, not as 0b…".into()))
            }
            (_, digits) => parse_hex(digits).map(Value::Bytes),
        }
    }

    /// Parses bytes as binary digits, eight per byte, with or without `0b`.
    pub fn parse_binary_bytes(text: &str) -> Result<Value, ValueError> {
        let digits = if let ("0b", digits) = prefix(text) { digits } else { text };
        let bits: BitString = digits.parse()?;
        if !bits.len().is_multiple_of(8) {
            return Err(ValueError::Bytes(bits.len()));
        }
        Ok(Value::Bytes(bits.as_bytes().to_vec()))
    }

    /// Parses base64url: bytes, or the big-endian bytes of a number.
    pub fn parse_base64url(text: &str, integer: bool) -> Result<Value, ValueError> {
        let bytes = BASE64URL_NOPAD
            .decode(text.as_bytes())
            .map_err(|error| ValueError::Base64(error.to_string()))?;
        if !integer {
            return Ok(Value::Bytes(bytes));
        }
        if bytes.len() > size_of::<u128>() {
            return Err(ValueError::Large(shorten(text)));
        }
        Ok(Value::Integer(bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte))))
    }

    /// The value as text in the given or default notation, or an error where that would take too
    /// long.
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

    /// The value as text, with a prefix where parsing needs one.
    pub fn show(&self, show: Show) -> String {
        match (self, show) {
            (Value::Integer(number), Show::Dec) => number.to_string(),
            (Value::Integer(number), Show::Hex) => format!("{number:#x}"),
            (Value::Integer(number), Show::Bin) => format!("{number:#b}"),
            (Value::Bits(bits), Show::Bin) => bits.to_string(),
            (Value::Bits(bits), Show::Hex) => format!("0x{}", HEXLOWER.encode(bits.as_bytes())),
            (Value::Bytes(bytes), Show::Hex) => HEXLOWER.encode(bytes),
            (_, Show::Base64url) => BASE64URL_NOPAD.encode(&self.to_bytes()),
            (Value::Bytes(bytes), Show::Bin) => {
                bytes.iter().map(|byte| format!("{byte:08b}")).collect()
            }
            (_, Show::Dec) => decimal(&self.to_bytes()),
        }
    }

    /// The value as bytes: numbers without leading zero bytes, bits padded with zeros.
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
    // Groups of nine decimal digits, lowest first.
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
    HEXLOWER_PERMISSIVE
        .decode(digits.as_bytes())
        .map_err(|_| ValueError::Hex(hexadecimal_fault(digits)))
}

/// What is wrong with hexadecimal digits. Records are often copied from links, as base64url.
fn hexadecimal_fault(digits: &str) -> String {
    let wrong = digits.chars().enumerate().find(|(_, character)| !character.is_ascii_hexdigit());
    let Some((at, character)) = wrong else {
        return format!("{} digits are not a whole number of bytes", digits.len());
    };
    let hint = match BASE64URL_NOPAD.decode(digits.as_bytes()) {
        Ok(_) => "the text is valid base64url",
        Err(_) => "digits are 0 to 9 and a to f",
    };
    format!("character {at} is {character:?}; {hint}")
}

/// Splits off the prefix `0x` or `0b`, returned in lower case.
fn prefix(text: &str) -> (&'static str, &str) {
    for (lower, upper) in [("0x", "0X"), ("0b", "0B")] {
        if let Some(digits) = text.strip_prefix(lower).or_else(|| text.strip_prefix(upper)) {
            return (lower, digits);
        }
    }
    ("", text)
}

/// Shortens a long text for an error message.
fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 {
        text.to_string()
    } else {
        text.chars().take(40).chain(['…']).collect()
    }
}
