//! The first bytes of a record: version, game, set-up and, for a match that is not over, how many choices there are.
//!
//! ```text
//!   7   6   5   4   3   2   1   0
//! +---+---+---+---+---+---+---+---+
//! |version| S | U |  game number  |   15: the number is 15 + the next byte
//! +---+---+---+---+---+---+---+---+
//! S = 1: the set-up follows, padded to a byte; S = 0: the set-up is the game's default
//! U = 1: the match is not over; the number of choices follows (7 bits a byte, low ones first)
//! ```

use ennead_bits::{BitReader, BitWriter, bytes_for};
use thiserror::Error;

use crate::{Setup, SetupError};

/// The version that this crate writes and reads.
const VERSION: u8 = 1;
const SETUP_BIT: u8 = 1 << 5;
const UNFINISHED_BIT: u8 = 1 << 4;
/// This number in the game field says that the rest of the number follows in a byte.
const LONG_NUMBER: u8 = 15;

/// A record whose first bytes are wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// There is nothing.
    #[error("a record has at least one byte")]
    Empty,
    /// Another version.
    #[error("record version {0} is not known: this is version {VERSION}")]
    Version(u8),
    /// The number of the game is cut off.
    #[error("the game number is cut off at byte 1")]
    NumberCut,
    /// The game's number could have been written shorter or is too high.
    #[error("game number {0} is too high: the highest is 255")]
    NumberHigh(u32),
    /// The set-up is wrong.
    #[error("{0} (from byte {1})")]
    Setup(SetupError, usize),
    /// The set-up is the default one, which is never written.
    #[error("the set-up from byte {0} is the default one, which a record leaves out")]
    DefaultSetup(usize),
    /// The padding after the set-up is not zero.
    #[error("the padding after the set-up is not zero (byte {0})")]
    Padding(usize),
    /// The number of choices is cut off, too long or too high.
    #[error("the number of choices at byte {0} is not written as a record does it")]
    Count(usize),
}

/// What stands before a record's body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<S> {
    /// The game's number.
    pub game: u8,
    /// The set-up.
    pub setup: S,
    /// How many choices the body holds, if the match is not over.
    pub unfinished: Option<u64>,
}

impl<S: Setup> Header<S> {
    /// The header as bytes.
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

    /// Reads a header and says how many bytes it takes.
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
    /// The number of the game that a record is of, whatever its set-up.
    ///
    /// ```
    /// use ennead_game::Header;
    /// assert_eq!(Header::game_number(&[0x41, 0x00]), Ok(1));
    /// ```
    pub fn game_number(bytes: &[u8]) -> Result<u8, HeaderError> {
        game_number(bytes).map(|(_, game, _)| game)
    }
}

/// The first byte, the game's number, and where the rest begins.
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

/// The count and its length; none if it is cut off, longer than need be or above 63 bits.
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
