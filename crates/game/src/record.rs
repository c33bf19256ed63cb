//! The universal record: any match of any game in the bits that its choices need.
//!
//! A record is a [header](crate::Header) and a body that the choice coder writes, one choice after the other among as
//! many options as the rules give. A finished match has no end marker, since the rules say when it is over. One match
//! has one record, and a record that decodes is the record of what it decodes to.

use data_encoding::BASE64URL_NOPAD;
use ennead_bits::{ChoiceDecoder, ChoiceEncoder, ChoiceError};
use thiserror::Error;

use crate::{Game, Header, HeaderError, Match};

/// The most choices that a record may hold, so that a few hostile bytes cannot ask for unbounded work.
pub const MAX_CHOICES: u64 = 1 << 24;

/// Bytes that are no record of this game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The header is wrong.
    #[error("record header: {0}")]
    Header(#[from] HeaderError),
    /// Another game's record.
    #[error("this is a record of game number {found}, not of {wanted} (number {number})")]
    OtherGame {
        /// The number in the record.
        found: u8,
        /// The game that was to be read.
        wanted: &'static str,
        /// Its number.
        number: u8,
    },
    /// Too many choices.
    #[error("a record holds at most {most} choices")]
    TooLong {
        /// How many it may hold.
        most: u64,
    },
    /// The body does not hold these choices.
    #[error("record body: {0}")]
    Body(ChoiceError),
    /// The header says that the match goes on, but it ends.
    #[error(
        "the header says that the match is not over after {claimed} choices, but it is over after {made}"
    )]
    NotUnfinished {
        /// How many choices the header claims.
        claimed: u64,
        /// After how many the match is over.
        made: u64,
    },
    /// The text is not base64url.
    #[error("not base64url without padding: {0}")]
    Text(#[from] data_encoding::DecodeError),
}

impl<G: Game> Match<G> {
    /// The match as a record.
    pub fn encode(&self) -> Vec<u8> {
        let unfinished = (!self.is_over()).then_some(self.choices().len() as u64);
        let mut bytes = Header { game: G::NUMBER, setup: self.setup().clone(), unfinished }.encode();
        bytes.extend(self.encode_body());
        bytes
    }

    /// The record's body alone: less than eight bits above [`information`](Self::information).
    pub fn encode_body(&self) -> Vec<u8> {
        let mut encoder = ChoiceEncoder::new();
        let mut position = G::new(self.setup());
        for option in self.choices() {
            encoder.put(*option, position.options());
            position.choose(*option);
        }
        encoder.finish()
    }

    /// Reads a record.
    pub fn decode(bytes: &[u8]) -> Result<Self, RecordError> {
        Self::decode_within(bytes, MAX_CHOICES)
    }

    /// Reads a record of at most so many choices: for whoever has less time than [`MAX_CHOICES`] take.
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

    /// The record as base64url text, ready for a link.
    pub fn to_text(&self) -> String {
        BASE64URL_NOPAD.encode(&self.encode())
    }

    /// Reads a record from base64url text.
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

/// Counts the offset from the start of the record, not of its body.
fn move_offset(error: ChoiceError, by: usize) -> ChoiceError {
    match error {
        ChoiceError::Truncated { at } => ChoiceError::Truncated { at: at + by },
        ChoiceError::Trailing { at, extra } => ChoiceError::Trailing { at: at + by, extra },
        ChoiceError::NotCanonical { at } => ChoiceError::NotCanonical { at: at + by },
    }
}
