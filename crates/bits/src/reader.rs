//! Reads bit fields, most significant bit first.

use thiserror::Error;

/// A field that extends past the end of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{wanted} bit(s) expected at bit {at}, but only {left} left")]
pub struct ReadError {
    /// Offset in bits of the start of the field.
    pub at: usize,
    /// Width of the field in bits.
    pub wanted: u32,
    /// Number of bits left from there.
    pub left: usize,
}

/// Reads fields of up to 64 bits, starting with the most significant bit of the first byte.
///
/// ```
/// use ennead_bits::BitReader;
/// let mut reader = BitReader::new(&[0b1010_0111, 0b1000_0000]);
/// assert_eq!(reader.read(3)?, 0b101);
/// assert_eq!(reader.read(6)?, 0b001111);
/// assert_eq!(reader.position(), 9);
/// let error = reader.read(8).unwrap_err().to_string();
/// assert_eq!(error, "8 bit(s) expected at bit 9, but only 7 left");
/// # Ok::<(), ennead_bits::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    bits: usize,
    at: usize,
}

impl<'a> BitReader<'a> {
    /// Creates a reader over all bits of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        BitReader { bytes, bits: bytes.len() * 8, at: 0 }
    }

    /// Creates a reader over the first `bits` bits of `bytes`.
    ///
    /// # Panics
    /// If `bytes` holds fewer bits.
    pub fn with_len(bytes: &'a [u8], bits: usize) -> Self {
        assert!(bits <= bytes.len() * 8, "{bits} bits do not fit into {} bytes", bytes.len());
        BitReader { bytes, bits, at: 0 }
    }

    /// Reads a field of `width` bits, at most 64.
    ///
    /// # Panics
    /// If `width` is above 64.
    pub fn read(&mut self, width: u32) -> Result<u64, ReadError> {
        assert!(width <= 64, "a field has at most 64 bits, not {width}");
        if self.left() < width as usize {
            return Err(ReadError { at: self.at, wanted: width, left: self.left() });
        }
        let value = self.field(width);
        self.at += width as usize;
        Ok(value)
    }

    /// Reads a field of one bit.
    pub fn read_bit(&mut self) -> Result<bool, ReadError> {
        Ok(self.read(1)? == 1)
    }

    /// Offset of the next bit.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Number of bits left to read.
    pub fn left(&self) -> usize {
        self.bits - self.at
    }

    /// Whether all remaining bits are zero, as padding must be.
    pub fn rest_is_zero(&self) -> bool {
        let mut rest = self.clone();
        while rest.left() > 0 {
            let width = rest.left().min(64) as u32;
            if rest.field(width) != 0 {
                return false;
            }
            rest.at += width as usize;
        }
        true
    }

    fn field(&self, width: u32) -> u64 {
        if width == 0 {
            return 0;
        }
        let first = self.at / 8;
        let last = (self.at + width as usize - 1) / 8;
        let mut window: u128 = 0;
        for byte in &self.bytes[first..=last] {
            window = (window << 8) | u128::from(*byte);
        }
        let below = (last + 1) * 8 - (self.at + width as usize);
        ((window >> below) as u64) & (u64::MAX >> (64 - width))
    }
}
