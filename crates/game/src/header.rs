//! The header of a record: version, game, set-up and, for an unfinished match, the number of
//! choices.
//!
//! ```text
//!   7   6   5   4   3   2   1   0
//! +---+---+---+---+---+---+---+---+
//! |version| S | U |  game number  |   15: the number is 15 + the next byte
//! +---+---+---+---+---+---+---+---+
//! S = 1: the set-up follows, padded to a byte; S = 0: the set-up is the game's default
//! U = 1: the match is unfinished; the number of choices follows (7 bits per byte, low bits first)
//! ```

use ennead_bits::{BitReader, BitWriter, bytes_for};
use thiserror::Error;

use crate::{Setup, SetupError};

/// The only version that this crate reads and writes.
const VERSION: u8 = 1;
const SETUP_BIT: u8 = 1 << 5;
const UNFINISHED_BIT: u8 = 1 << 4;
/// Value of the game field when the rest of the game number follows in another byte.
const LONG_NUMBER: u8 = 15;

/// A record with an invalid header.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// The record is empty.
    #[error("a record has at least one byte")]
    Empty,
    /// The version is not supported.
    #[error("record version {0} is not supported: expected version {VERSION}")]
    Version(u8),
    /// The record ends inside the game number.
    #[error("the game number is cut off at byte 1")]
    NumberCut,
    /// The game number is above 255.
    #[error("game number {0} is too high: the highest is 255")]
    NumberHigh(u32),
    /// The set-up is invalid.
    #[error("{0} (from byte {1})")]
    Setup(SetupError, usize),
    /// The default set-up is written out.
    #[error("the set-up from byte {0} is the default one, which a record must omit")]
    DefaultSetup(usize),
    /// The padding after the set-up is not zero.
    #[error("the padding after the set-up is not zero (byte {0})")]
    Padding(usize),
    /// The number of choices is cut off, not in its shortest form, or too high.
    #[error("the number of choices at byte {0} is cut off, not in its shortest form, or too high")]
    Count(usize),
}

/// The header of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<S> {
    /// The game's number.
    pub game: u8,
    /// The set-up.
    pub setup: S,
    /// The number of choices in the body, if the match is unfinished.
    pub unfinished: Option<u64>,
}

impl<S: Setup> Header<S> {
    /// Encodes the header.
    pub fn encode(&self) -> Vec<u8> {
        let custom = self.setup != S::default();
        let mut first = VERSION << 6 | self.game.min(LONG_NUMBER);
        if custom {
            first |= SETUP_BIT;
        }
        if self.unfinished.is_some() {
            first |= UNFINISHED_BIT;
        }
        let mut bytes = vec![first];
        if let Some(rest) = self.game.checked_sub(LONG_NUMBER) {
            bytes.push(rest);
        }
        if custom {
            let mut writer = BitWriter::new();
            self.setup.write(&mut writer);
            bytes.extend(writer.into_bytes());
        }
        if let Some(count) = self.unfinished {
            write_count(count, &mut bytes);
        }
        bytes
    }

    /// Decodes a header; returns it with its length in bytes.
    pub fn decode(bytes: &[u8]) -> Result<(Self, usize), HeaderError> {
        let (first, game, mut at) = game_number(bytes)?;
        let mut setup = S::default();
        if first & SETUP_BIT != 0 {
            let mut reader = BitReader::new(&bytes[at..]);
            setup = S::read(&mut reader).map_err(|error| HeaderError::Setup(error, at))?;
            if setup == S::default() {
                return Err(HeaderError::DefaultSetup(at));
            }
            let padding = (8 - reader.position() % 8) % 8;
            at += bytes_for(reader.position());
            if reader.read(padding as u32) != Ok(0) {
                return Err(HeaderError::Padding(at - 1));
            }
        }
        let mut unfinished = None;
        if first & UNFINISHED_BIT != 0 {
            let (count, length) = read_count(&bytes[at..]).ok_or(HeaderError::Count(at))?;
            unfinished = Some(count);
            at += length;
        }
        Ok((Header { game, setup, unfinished }, at))
    }
}

impl Header<()> {
    /// The game number of a record, read without knowing the game's set-up.
    ///
    /// ```
    /// use ennead_game::Header;
    /// assert_eq!(Header::game_number(&[0x41, 0x00]), Ok(1));
    /// ```
    pub fn game_number(bytes: &[u8]) -> Result<u8, HeaderError> {
        game_number(bytes).map(|(_, game, _)| game)
    }
}

/// The first byte, the game number, and the offset of what follows.
fn game_number(bytes: &[u8]) -> Result<(u8, u8, usize), HeaderError> {
    let first = *bytes.first().ok_or(HeaderError::Empty)?;
    let version = first >> 6;
    if version != VERSION {
        return Err(HeaderError::Version(version));
    }
    let short = first & 0x0f;
    if short < LONG_NUMBER {
        return Ok((first, short, 1));
    }
    let rest = *bytes.get(1).ok_or(HeaderError::NumberCut)?;
    let number = u32::from(rest) + u32::from(LONG_NUMBER);
    let game = u8::try_from(number).map_err(|_| HeaderError::NumberHigh(number))?;
    Ok((first, game, 2))
}

fn write_count(mut count: u64, bytes: &mut Vec<u8>) {
    while count >= 0x80 {
        bytes.push(count as u8 | 0x80);
        count >>= 7;
    }
    bytes.push(count as u8);
}

/// The count and its length in bytes; `None` if it is cut off, not in its shortest form, or above
/// 63 bits.
fn read_count(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut count = 0;
    for (at, byte) in bytes.iter().enumerate().take(9) {
        count |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            let shortest = *byte != 0 || at == 0;
            return shortest.then_some((count, at + 1));
        }
    }
    None
}
