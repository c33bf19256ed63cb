//! Variable-length numbers of one, two or five bytes; small numbers take one.

use thiserror::Error;

/// Lowest number that takes two bytes.
const TWO_BYTES: u32 = 0xc0;
/// Lowest number that takes five bytes.
const FIVE_BYTES: u32 = TWO_BYTES + (1 << 13);
/// First byte of every five-byte number.
const FIVE: u8 = 0xe0;

/// Bytes that do not begin with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// The bytes end inside the number.
    #[error("a number is cut off")]
    Cut,
    /// No number begins with this byte.
    #[error("no number begins with {0:#04x}: expected 0x00 to 0xe0")]
    First(u8),
    /// Five bytes for a number that takes fewer.
    #[error("{0} is written in five bytes, but numbers below {FIVE_BYTES} take one or two")]
    Long(u32),
}

/// Whether a byte can begin a number.
///
/// ```
/// assert!(ennead_bits::begins_number(0xe0));
/// assert!(!ennead_bits::begins_number(0xf0));
/// ```
pub const fn begins_number(byte: u8) -> bool {
    byte <= FIVE
}

/// Appends a number to `bytes`.
///
/// ```
/// use ennead_bits::write_number;
/// let mut bytes = Vec::new();
/// for number in [0, 191, 192, 8_383, 8_384] {
///     write_number(&mut bytes, number);
/// }
/// assert_eq!(bytes, [0x00, 0xbf, 0xc0, 0x00, 0xdf, 0xff, 0xe0, 0x00, 0x00, 0x20, 0xc0]);
/// ```
pub fn write_number(bytes: &mut Vec<u8>, number: u32) {
    if number < TWO_BYTES {
        bytes.push(number as u8);
    } else if number < FIVE_BYTES {
        let rest = number - TWO_BYTES;
        bytes.extend_from_slice(&[TWO_BYTES as u8 | (rest >> 8) as u8, rest as u8]);
    } else {
        bytes.push(FIVE);
        bytes.extend_from_slice(&number.to_be_bytes());
    }
}

/// Reads the number at the start of `bytes`; returns it with its length in bytes.
///
/// ```
/// use ennead_bits::read_number;
/// assert_eq!(read_number(&[0xc0, 0x01, 7]), Ok((193, 2)));
/// assert_eq!(read_number(&[0xc0]).unwrap_err().to_string(), "a number is cut off");
/// ```
pub fn read_number(bytes: &[u8]) -> Result<(u32, usize), NumberError> {
    match *bytes {
        [] => Err(NumberError::Cut),
        [first, ..] if u32::from(first) < TWO_BYTES => Ok((first.into(), 1)),
        [first, ..] if !begins_number(first) => Err(NumberError::First(first)),
        [FIVE, a, b, c, d, ..] => match u32::from_be_bytes([a, b, c, d]) {
            number if number < FIVE_BYTES => Err(NumberError::Long(number)),
            number => Ok((number, 5)),
        },
        [FIVE, ..] => Err(NumberError::Cut),
        [first, low, ..] => Ok((TWO_BYTES + (u32::from(first & 0x1f) << 8 | u32::from(low)), 2)),
        [_] => Err(NumberError::Cut),
    }
}
