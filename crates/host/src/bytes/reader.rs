//! The building blocks of the encodings in FORMAT.md.

use ennead_game::Seat;
use thiserror::Error;

use crate::{MatchId, PlayerName};

/// Bytes that a decoder rejects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {at}: {what}")]
pub struct ByteError {
    /// The offset of the byte.
    pub at: usize,
    /// What is wrong with it.
    pub what: String,
}

/// Appends a number: seven bits per byte, the low ones first, with the high bit set in every byte
/// but the last.
pub fn put_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A cursor over bytes.
pub struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    /// A cursor at the first byte.
    pub fn new(bytes: &'a [u8]) -> Self {
        ByteReader { bytes, at: 0 }
    }

    /// Whether all bytes have been read.
    pub fn is_empty(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The offset of the next byte.
    pub fn position(&self) -> usize {
        self.at
    }

    /// An error about the last byte read.
    pub fn reject(&self, what: impl Into<String>) -> ByteError {
        ByteError { at: self.at.saturating_sub(1), what: what.into() }
    }

    pub(super) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], ByteError> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..count) else {
            return Err(ByteError { at: self.bytes.len(), what: format!("{what} is cut off") });
        };
        self.at += count;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ByteError> {
        let taken = self.take(N, what)?;
        Ok(std::array::from_fn(|at| taken[at]))
    }

    /// The next byte; if it is missing, the error names `what`.
    pub fn byte(&mut self, what: &str) -> Result<u8, ByteError> {
        Ok(self.take(1, what)?[0])
    }

    /// A number of at most 64 bits, in its only accepted encoding.
    pub(super) fn number(&mut self, what: &str) -> Result<u64, ByteError> {
        let mut number = 0;
        for at in 0..10 {
            let byte = self.byte(what)?;
            if at == 9 && byte > 1 {
                return Err(self.reject(format!("{what} needs more than 64 bits")));
            }
            number |= u64::from(byte & 0x7f) << (7 * at);
            if byte & 0x80 == 0 {
                let shortest = byte != 0 || at == 0;
                return shortest
                    .then_some(number)
                    .ok_or_else(|| self.reject(format!("{what} is longer than need be")));
            }
        }
        unreachable!("the tenth byte is 0 or 1")
    }

    /// A number of at most 32 bits.
    pub fn small(&mut self, what: &str) -> Result<u32, ByteError> {
        let number = self.number(what)?;
        u32::try_from(number).map_err(|_| self.reject(format!("{what} needs more than 32 bits")))
    }

    /// All remaining bytes.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// Rejects remaining bytes.
    pub fn finish(&self) -> Result<(), ByteError> {
        if self.is_empty() {
            return Ok(());
        }
        let extra = self.bytes.len() - self.at;
        Err(ByteError { at: self.at, what: format!("{extra} byte(s) too many") })
    }
}

/// Appends the names of both seats: each as its length and bytes, with length 0 for none.
pub(crate) fn put_names(names: &[Option<PlayerName>; 2], bytes: &mut Vec<u8>) {
    for name in names {
        let name = name.as_ref().map_or("", PlayerName::as_str);
        put_number(name.len() as u64, bytes);
        bytes.extend(name.as_bytes());
    }
}

/// Reads the output of [`put_names`].
pub(crate) fn read_names(
    reader: &mut ByteReader<'_>,
) -> Result<[Option<PlayerName>; 2], ByteError> {
    Ok([read_sized_name(reader)?, read_sized_name(reader)?])
}

fn read_sized_name(reader: &mut ByteReader<'_>) -> Result<Option<PlayerName>, ByteError> {
    let length = reader.small("a name")?;
    let bytes = reader.take(length as usize, "a name")?;
    if bytes.is_empty() { Ok(None) } else { read_name(bytes, reader).map(Some) }
}

/// Validates a name.
pub(crate) fn read_name(bytes: &[u8], reader: &ByteReader<'_>) -> Result<PlayerName, ByteError> {
    let text = std::str::from_utf8(bytes).map_err(|_| reader.reject("a name is not UTF-8"))?;
    PlayerName::stored(text).map_err(|error| reader.reject(error.to_string()))
}

/// The length of the checksum at the end of sealed bytes.
const SEAL: usize = 4;

/// The checksum of a row: CRC-32 of the match id and of each part, prefixed with its length.
pub fn checksum(id: MatchId, parts: &[&[u8]]) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&id.to_bytes());
    for part in parts {
        hasher.update(&(part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    i64::from(hasher.finalize())
}

/// Appends a checksum, for columns that change independently of the rest of their row.
pub fn seal(id: MatchId, mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(id, &[&bytes]) as u32;
    bytes.extend(sum.to_be_bytes());
    bytes
}

/// Removes and verifies the checksum; `None` if it is wrong.
pub fn unseal(id: MatchId, sealed: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = sealed.split_at_checked(sealed.len().checked_sub(SEAL)?)?;
    let right = (checksum(id, &[bytes]) as u32).to_be_bytes();
    (sum == right).then_some(bytes)
}

/// The seat as 0 or 1; a match has two seats.
pub(super) fn seat_bit(seat: Seat) -> u8 {
    assert!(seat.0 < 2, "a match has two seats");
    seat.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(bytes: &[u8]) -> Result<u64, ByteError> {
        let mut reader = ByteReader::new(bytes);
        let number = reader.number("it")?;
        reader.finish().map(|()| number)
    }

    proptest! {
        #[test]
        fn a_number_has_one_encoding(number: u64, bits in 0_u32..64) {
            let number = number >> bits;
            let mut bytes = Vec::new();
            put_number(number, &mut bytes);
            prop_assert_eq!(read(&bytes), Ok(number));
        }

        #[test]
        fn accepted_bytes_encode_back(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
            if let Ok(number) = read(&bytes) {
                let mut again = Vec::new();
                put_number(number, &mut again);
                prop_assert_eq!(again, bytes);
            }
        }
    }

    #[test]
    fn invalid_bytes_are_rejected_with_their_offset() {
        let refused = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(refused(&[]), "byte 0: it is cut off");
        assert_eq!(refused(&[0x80]), "byte 1: it is cut off");
        assert_eq!(refused(&[0x80, 0]), "byte 1: it is longer than need be");
        assert_eq!(refused(&[1, 2, 3]), "byte 1: 2 byte(s) too many");
        assert_eq!(refused(&[0xff; 10]), "byte 9: it needs more than 64 bits");
    }
}
