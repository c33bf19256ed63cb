//! Bit strings.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{BitReader, BitWriter, bytes_for};

/// Text or bytes that do not form a bit string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BitStringError {
    /// A character is neither 0 nor 1.
    #[error("character {at} is {found:?}; a bit string contains only 0 and 1")]
    Character {
        /// Index of the character.
        at: usize,
        /// The character.
        found: char,
    },
    /// The number of bytes does not match the number of bits.
    #[error("{bits} bits take {} bytes, not {bytes}", bytes_for(*bits))]
    Length {
        /// Number of bits expected.
        bits: usize,
        /// Number of bytes given.
        bytes: usize,
    },
    /// A bit after the last one is set.
    #[error("the padding after bit {bits} is not zero")]
    Padding {
        /// Number of bits expected.
        bits: usize,
    },
}

/// A string of bits of any length, packed into bytes most significant bit first and padded with
/// zeros.
///
/// ```
/// use ennead_bits::BitString;
/// let bits: BitString = "000010001".parse()?;
/// assert_eq!(bits.len(), 9);
/// assert_eq!(bits.as_bytes(), [0b0000_1000, 0b1000_0000]);
/// assert_eq!(bits.to_string(), "000010001");
/// assert_eq!(BitString::from_bytes(bits.as_bytes(), 9)?, bits);
/// # Ok::<(), ennead_bits::BitStringError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BitString {
    bytes: Vec<u8>,
    bits: usize,
}

impl BitString {
    /// The first `bits` bits of `bytes`. Rejects surplus bytes and padding other than zeros.
    pub fn from_bytes(bytes: &[u8], bits: usize) -> Result<Self, BitStringError> {
        if bytes.len() != bytes_for(bits) {
            return Err(BitStringError::Length { bits, bytes: bytes.len() });
        }
        let padding = (bytes.len() * 8 - bits) as u32;
        if bytes.last().is_some_and(|last| last.trailing_zeros() < padding) {
            return Err(BitStringError::Padding { bits });
        }
        Ok(Self::from_parts(bytes.to_vec(), bits))
    }

    pub(crate) fn from_parts(bytes: Vec<u8>, bits: usize) -> Self {
        debug_assert_eq!(bytes.len(), bytes_for(bits));
        BitString { bytes, bits }
    }

    /// Length in bits.
    pub fn len(&self) -> usize {
        self.bits
    }

    /// Whether the string has no bits.
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// The bits as bytes, padded with zeros.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bit at `index`, if the string is that long.
    pub fn get(&self, index: usize) -> Option<bool> {
        (index < self.bits).then(|| self.bytes[index / 8] >> (7 - index % 8) & 1 == 1)
    }

    /// All bits in order.
    pub fn iter(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.bits).map(|index| self.bytes[index / 8] >> (7 - index % 8) & 1 == 1)
    }

    /// Creates a reader at the first bit.
    pub fn reader(&self) -> BitReader<'_> {
        BitReader::with_len(&self.bytes, self.bits)
    }
}

impl fmt::Display for BitString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.iter().map(|bit| if bit { '1' } else { '0' }).collect();
        f.pad(&text)
    }
}

impl FromStr for BitString {
    type Err = BitStringError;

    fn from_str(text: &str) -> Result<Self, BitStringError> {
        let mut writer = BitWriter::with_capacity(text.len());
        for (at, found) in text.chars().enumerate() {
            match found {
                '0' => writer.write_bit(false),
                '1' => writer.write_bit(true),
                _ => return Err(BitStringError::Character { at, found }),
            }
        }
        Ok(writer.into_bit_string())
    }
}
