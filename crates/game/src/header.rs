//! The header of a record: version, game, set-up and, for an unfinished match, the number of
//! choices.
//!
//! ```text
//!   7   6   5   4   3   2   1   0
//! +---+---+---+---+---+---+---+---+
//! |version| S | U |  game number  |   15: the number is 15 + the next byte
//! +---+---+---+---+---+---+---+---+
//! version = 1: all options are equally likely (`record`)
//! version = 2, 3: model 1 or 2 predicts the options (`record.model`)
//! version = 0: `record.model`; in the next byte, the top bit says whether a model predicts the
//!     options, and the others are the model's number
//! S = 1: the set-up follows, padded to a byte; S = 0: the set-up is the game's default
//! U = 1: the match is unfinished; the number of choices follows (7 bits per byte, low bits first)
//! ```

use ennead_bits::{BitReader, BitWriter, bytes_for};
use thiserror::Error;

use crate::{Setup, SetupError};

/// The version of records whose options are equally likely.
const VERSION: u8 = 1;
/// The versions of records whose body model 1 or 2 predicts.
const MODEL_1: u8 = 2;
const MODEL_2: u8 = 3;
/// The version of all other `record.model`s; a byte for the model follows. It is 0 because
/// base64url then begins with A to P, never with a digit as hexadecimal does. Version 3 has no such
/// gap: `FORMAT.md` says how a text that could be either is read.
const MODEL: u8 = 0;
/// The bit of the model byte that marks the body as predicted.
const PREDICTED_BIT: u8 = 1 << 7;
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
    /// The header belongs to another kind of record.
    #[error("this is a value of the format {found}, not of {wanted}")]
    OtherCoding {
        /// The format of the value.
        found: &'static str,
        /// The format that was expected.
        wanted: &'static str,
    },
    /// The record ends inside the number of its model.
    #[error("the number of the model is cut off at byte 1")]
    ModelCut,
    /// The model does not exist, or has a shorter encoding.
    #[error("byte 1 ({0:#04x}) is not a model in its shortest form")]
    Model(u8),
    /// The record ends inside the game number.
    #[error("the game number is cut off at byte {0}")]
    NumberCut(usize),
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

/// How the choices of a record are coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// As equally likely options: the format `record`.
    Uniform,
    /// By a model or as equally likely options, whichever is shorter: the format `record.model`.
    Model {
        /// The number of the game's model, counted from 1.
        number: u8,
        /// Whether the body is coded with the model's predictions.
        predicted: bool,
    },
}

impl Coding {
    /// The identifier of the format.
    pub fn format(self) -> &'static str {
        match self {
            Coding::Uniform => "record",
            Coding::Model { .. } => "record.model",
        }
    }

    /// The coding of a record, read without knowing its game.
    pub fn of(record: &[u8]) -> Result<Coding, HeaderError> {
        Coding::read(record).map(|(coding, _)| coding)
    }

    /// The model that predicts the choices, if the body is predicted.
    pub(crate) fn predictor(self) -> Option<u8> {
        match self {
            Coding::Model { number, predicted: true } => Some(number),
            _ => None,
        }
    }

    /// The number of header bytes that the coding takes, including the first one.
    pub(crate) fn length(self) -> usize {
        1 + usize::from(self.write().1.is_some())
    }

    /// Reads the coding; also returns the number of bytes before the rest of the header.
    fn read(bytes: &[u8]) -> Result<(Coding, usize), HeaderError> {
        let first = *bytes.first().ok_or(HeaderError::Empty)?;
        match first >> 6 {
            VERSION => Ok((Coding::Uniform, 1)),
            MODEL_1 => Ok((Coding::Model { number: 1, predicted: true }, 1)),
            MODEL_2 => Ok((Coding::Model { number: 2, predicted: true }, 1)),
            _ => {
                let second = *bytes.get(1).ok_or(HeaderError::ModelCut)?;
                let (number, predicted) = (second & !PREDICTED_BIT, second & PREDICTED_BIT != 0);
                match (number, predicted) {
                    (0, _) | (1 | 2, true) => Err(HeaderError::Model(second)),
                    _ => Ok((Coding::Model { number, predicted }, 2)),
                }
            }
        }
    }

    /// The version, and the model byte if there is one.
    fn write(self) -> (u8, Option<u8>) {
        match self {
            Coding::Uniform => (VERSION, None),
            Coding::Model { number: 1, predicted: true } => (MODEL_1, None),
            Coding::Model { number: 2, predicted: true } => (MODEL_2, None),
            Coding::Model { number, predicted } => {
                let bit = if predicted { PREDICTED_BIT } else { 0 };
                (MODEL, Some(number | bit))
            }
        }
    }
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
    /// Encodes the header of the format `record`.
    pub fn encode(&self) -> Vec<u8> {
        self.encode_as(Coding::Uniform)
    }

    /// Encodes the header.
    pub fn encode_as(&self, coding: Coding) -> Vec<u8> {
        let custom = self.setup != S::default();
        let (version, model) = coding.write();
        let mut first = version << 6 | self.game.min(LONG_NUMBER);
        if custom {
            first |= SETUP_BIT;
        }
        if self.unfinished.is_some() {
            first |= UNFINISHED_BIT;
        }
        let mut bytes = vec![first];
        bytes.extend(model);
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

    /// Decodes a header of the format `record`; returns it with its length in bytes.
    pub fn decode(bytes: &[u8]) -> Result<(Self, usize), HeaderError> {
        match Coding::of(bytes)? {
            Coding::Uniform => Self::decode_any(bytes).map(|(header, _, at)| (header, at)),
            other => Err(HeaderError::OtherCoding {
                found: other.format(),
                wanted: Coding::Uniform.format(),
            }),
        }
    }

    /// Decodes a header; returns it with the coding of the body and its length in bytes.
    pub fn decode_any(bytes: &[u8]) -> Result<(Self, Coding, usize), HeaderError> {
        let (coding, _) = Coding::read(bytes)?;
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
        Ok((Header { game, setup, unfinished }, coding, at))
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

/// The first byte, the game number, and the offset of the rest.
fn game_number(bytes: &[u8]) -> Result<(u8, u8, usize), HeaderError> {
    let (_, at) = Coding::read(bytes)?;
    let first = bytes[0];
    let short = first & 0x0f;
    if short < LONG_NUMBER {
        return Ok((first, short, at));
    }
    let rest = *bytes.get(at).ok_or(HeaderError::NumberCut(at))?;
    let number = u32::from(rest) + u32::from(LONG_NUMBER);
    let game = u8::try_from(number).map_err(|_| HeaderError::NumberHigh(number))?;
    Ok((first, game, at + 1))
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
