//! Whole numbers in one, two or five bytes: the small ones, which are common, in one.

use thiserror::Error;

/// Numbers below this take one byte.
const TWO_BYTES: u32 = 0xc0;
/// Numbers from this on take five bytes.
const FIVE_BYTES: u32 = TWO_BYTES + (1 << 13);
/// First bytes from here on begin no number of two bytes.
const FIVE: u8 = 0xe0;

/// Bytes that begin with no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// The bytes end before the number does.
    #[error("a number is cut off")]
    Cut,
    /// The first byte begins no number.
    #[error("{0:#04x} begins no number: numbers begin with 0x00 to 0xe0")]
    First(u8),
    /// Five bytes where fewer would do.
    #[error("{0} is written with five bytes, but numbers below {FIVE_BYTES} take one or two")]
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

/// Appends a number.
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

/// The number that bytes begin with, and how many of them it takes.
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
