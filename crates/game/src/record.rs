//! The record: the universal encoding of a match.
//!
//! A record is a [header](crate::Header) and a body written by the choice coder, in which each
//! choice is one of as many options as the rules give. A finished match has no end marker, since
//! the rules determine when it is over. A match has exactly one record: every record that decodes
//! is the one that encoding the result gives.

use data_encoding::BASE64URL_NOPAD;
use ennead_bits::{ChoiceDecoder, ChoiceEncoder, ChoiceError};
use thiserror::Error;

use crate::{Game, Header, HeaderError, Match};

/// The highest number of choices in a record. Bounds the work that a few hostile bytes can cause.
pub const MAX_CHOICES: u64 = 1 << 24;

/// Bytes that are not a record of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The header is invalid.
    #[error("record header: {0}")]
    Header(#[from] HeaderError),
    /// The record belongs to another game.
    #[error("this is a record of game number {found}, not of {wanted} (number {number})")]
    OtherGame {
        /// The game number in the record.
        found: u8,
        /// The game that was expected.
        wanted: &'static str,
        /// The number of that game.
        number: u8,
    },
    /// The record holds too many choices.
    #[error("a record holds at most {most} choices")]
    TooLong {
        /// The highest number of choices accepted.
        most: u64,
    },
    /// The body does not encode a list of choices.
    #[error("record body: {0}")]
    Body(ChoiceError),
    /// The header marks the match as unfinished, but the match ends.
    #[error(
        "the header announces {claimed} choices of an unfinished match, but it is over after {made}"
    )]
    NotUnfinished {
        /// The number of choices in the header.
        claimed: u64,
        /// The number of choices after which the match is over.
        made: u64,
    },
    /// The text is not base64url.
    #[error("not base64url without padding: {0}")]
    Text(#[from] data_encoding::DecodeError),
}

impl<G: Game> Match<G> {
    /// Encodes the match as a record.
    pub fn encode(&self) -> Vec<u8> {
        let unfinished = (!self.is_over()).then_some(self.choices().len() as u64);
        let mut bytes =
            Header { game: G::NUMBER, setup: self.setup().clone(), unfinished }.encode();
        bytes.extend(self.encode_body());
        bytes
    }

    /// Encodes the body alone; it is less than eight bits larger than
    /// [`information`](Self::information).
    pub fn encode_body(&self) -> Vec<u8> {
        let mut encoder = ChoiceEncoder::new();
        let mut position = G::new(self.setup());
        for option in self.choices() {
            encoder.put(*option, position.options());
            position.choose(*option);
        }
        encoder.finish()
    }

    /// Decodes a record.
    pub fn decode(bytes: &[u8]) -> Result<Self, RecordError> {
        Self::decode_within(bytes, MAX_CHOICES)
    }

    /// Decodes a record of at most `most` choices, for callers that need a tighter bound than
    /// [`MAX_CHOICES`].
    pub fn decode_within(bytes: &[u8], most: u64) -> Result<Self, RecordError> {
        let found = Header::game_number(bytes)?;
        if found != G::NUMBER {
            return Err(RecordError::OtherGame { found, wanted: G::ID, number: G::NUMBER });
        }
        let (header, at) = Header::<G::Setup>::decode(bytes)?;
        let mut game = Match::new(header.setup);
        let body = |error| RecordError::Body(move_offset(error, at));
        let mut decoder = ChoiceDecoder::new(&bytes[at..]);
        match header.unfinished {
            None => read_to_the_end(&mut game, &mut decoder, most, body)?,
            Some(count) if count > most => return Err(RecordError::TooLong { most }),
            Some(count) => read_count(&mut game, &mut decoder, count, body)?,
        }
        decoder.finish().map_err(body)?;
        Ok(game)
    }

    /// The record as base64url text, for links.
    pub fn to_text(&self) -> String {
        BASE64URL_NOPAD.encode(&self.encode())
    }

    /// Decodes a record from base64url text.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        Self::decode(&BASE64URL_NOPAD.decode(text.as_bytes())?)
    }
}

fn read_to_the_end<G: Game>(
    game: &mut Match<G>,
    decoder: &mut ChoiceDecoder<'_>,
    most: u64,
    body: impl Fn(ChoiceError) -> RecordError,
) -> Result<(), RecordError> {
    while !game.is_over() {
        if game.choices().len() as u64 == most {
            return Err(RecordError::TooLong { most });
        }
        let option = decoder.take(game.position().options()).map_err(&body)?;
        game.push_unchecked(option);
    }
    Ok(())
}

fn read_count<G: Game>(
    game: &mut Match<G>,
    decoder: &mut ChoiceDecoder<'_>,
    count: u64,
    body: impl Fn(ChoiceError) -> RecordError,
) -> Result<(), RecordError> {
    for made in 0..count {
        if game.is_over() {
            return Err(RecordError::NotUnfinished { claimed: count, made });
        }
        let option = decoder.take(game.position().options()).map_err(&body)?;
        game.push_unchecked(option);
    }
    if game.is_over() {
        return Err(RecordError::NotUnfinished { claimed: count, made: count });
    }
    Ok(())
}

/// Makes the offset of an error relative to the start of the record instead of its body.
fn move_offset(error: ChoiceError, by: usize) -> ChoiceError {
    match error {
        ChoiceError::Truncated { at } => ChoiceError::Truncated { at: at + by },
        ChoiceError::Trailing { at, extra } => ChoiceError::Trailing { at: at + by, extra },
        ChoiceError::NotCanonical { at } => ChoiceError::NotCanonical { at: at + by },
    }
}
