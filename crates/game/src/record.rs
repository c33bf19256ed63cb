//! Records: the universal encoding of a match.
//!
//! A record is a [header](crate::Header) and a body written by the choice coder, in which each
//! choice is one of as many options as the rules allow. A finished match has no end marker, since
//! the rules determine when it is over. A match has exactly one record: encoding a decoded record
//! always reproduces its bytes.
//!
//! The format `record.model` codes the choices with a model of the game where that is shorter. A
//! match has exactly one such record per model.

use data_encoding::BASE64URL_NOPAD;
use ennead_bits::{ChoiceDecoder, ChoiceEncoder, ChoiceError};
use thiserror::Error;

use crate::model::{HAS_MODELS, Prediction};
use crate::{Coding, Game, Header, HeaderError, Match};

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
    /// The record is coded with a model, and this build has none.
    #[error("this is a record.model, and this build has no models: convert it to record first")]
    NoModels,
    /// The record needs a model that this version does not have.
    #[error("this record needs model {number} of {game}; the newest known one is {newest}")]
    UnknownModel {
        /// The number of the model.
        number: u8,
        /// The number of the newest model known.
        newest: u8,
        /// The game.
        game: &'static str,
    },
    /// The other coding of the body is shorter, so it is the one to use.
    #[error("this match is shorter {} the model", if *predicted { "without" } else { "with" })]
    NotShortest {
        /// Whether the body is predicted.
        predicted: bool,
    },
    /// The text is not base64url.
    #[error("not base64url without padding: {0}")]
    Text(#[from] data_encoding::DecodeError),
}

impl<G: Game> Match<G> {
    /// Encodes the match as a record.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.header(Coding::Uniform);
        bytes.extend(self.encode_body());
        bytes
    }

    /// Encodes the match as a `record.model` with the game's newest model.
    pub fn encode_model(&self) -> Vec<u8> {
        self.encode_model_as(G::MODEL)
    }

    /// Encodes the match as a `record.model` with an older model, counted from 1; an unknown number
    /// stands for the newest one.
    pub fn encode_model_as(&self, number: u8) -> Vec<u8> {
        let [predicted, uniform] = codings(number.clamp(1, G::MODEL)).map(|coding| {
            let mut bytes = self.header(coding);
            bytes.extend(self.body_as(coding));
            bytes
        });
        if predicted.len() <= uniform.len() { predicted } else { uniform }
    }

    /// Encodes the body of a record alone; it is less than eight bits larger than
    /// [`information`](Self::information).
    pub fn encode_body(&self) -> Vec<u8> {
        self.body_as(Coding::Uniform)
    }

    fn body_as(&self, coding: Coding) -> Vec<u8> {
        let mut prediction = Prediction::new(self.setup(), coding.predictor());
        let mut encoder = ChoiceEncoder::new();
        let mut position = G::new(self.setup());
        for option in self.choices() {
            prediction.put(&mut encoder, &position, *option);
            position.choose(*option);
        }
        encoder.finish()
    }

    fn header(&self, coding: Coding) -> Vec<u8> {
        let unfinished = (!self.is_over()).then_some(self.choices().len() as u64);
        let header = Header { game: G::NUMBER, setup: self.setup().clone(), unfinished };
        header.encode_as(coding)
    }

    /// Decodes a record.
    pub fn decode(bytes: &[u8]) -> Result<Self, RecordError> {
        Self::decode_within(bytes, MAX_CHOICES)
    }

    /// Decodes a record of at most `most` choices, for callers that need a tighter bound than
    /// [`MAX_CHOICES`].
    pub fn decode_within(bytes: &[u8], most: u64) -> Result<Self, RecordError> {
        match Coding::of(bytes)? {
            Coding::Uniform => Ok(Self::decode_any_within(bytes, most)?.0),
            found => Err(other_coding(found, "record")),
        }
    }

    /// Decodes a `record.model`.
    pub fn decode_model(bytes: &[u8]) -> Result<Self, RecordError> {
        match Coding::of(bytes)? {
            Coding::Model { .. } => Ok(Self::decode_any_within(bytes, MAX_CHOICES)?.0),
            found => Err(other_coding(found, "record.model")),
        }
    }

    /// Decodes a `record` or a `record.model` of at most `most` choices; also returns which of the
    /// two it was.
    pub fn decode_any_within(bytes: &[u8], most: u64) -> Result<(Self, Coding), RecordError> {
        let found = Header::game_number(bytes)?;
        if found != G::NUMBER {
            return Err(RecordError::OtherGame { found, wanted: G::ID, number: G::NUMBER });
        }
        let (header, coding, at) = Header::<G::Setup>::decode_any(bytes)?;
        check_model::<G>(coding)?;
        let prediction = Prediction::new(&header.setup, coding.predictor());
        let mut reader = BodyReader {
            game: Match::new(header.setup),
            decoder: ChoiceDecoder::new(&bytes[at..]),
            prediction,
            at,
        };
        match header.unfinished {
            None => reader.read_to_the_end(most)?,
            Some(count) if count > most => return Err(RecordError::TooLong { most }),
            Some(count) => reader.read_count(count)?,
        }
        let game = reader.finish()?;
        game.check_shortest(coding, bytes.len() - at)?;
        Ok((game, coding))
    }

    /// Checks that the other coding of a `record.model` is not the shorter one.
    fn check_shortest(&self, coding: Coding, length: usize) -> Result<(), RecordError> {
        let Coding::Model { number, predicted } = coding else { return Ok(()) };
        let other_coding = Coding::Model { number, predicted: !predicted };
        let length = coding.length() + length;
        let other = other_coding.length() + self.body_as(other_coding).len();
        let is_shortest = if predicted { length <= other } else { length < other };
        if is_shortest { Ok(()) } else { Err(RecordError::NotShortest { predicted }) }
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

/// The two codings of a `record.model`; the first one is used unless the second one is shorter.
fn codings(number: u8) -> [Coding; 2] {
    [true, false].map(|predicted| Coding::Model { number, predicted })
}

fn check_model<G: Game>(coding: Coding) -> Result<(), RecordError> {
    match coding {
        Coding::Model { .. } if !HAS_MODELS => Err(RecordError::NoModels),
        Coding::Model { number, .. } if number > G::MODEL => {
            Err(RecordError::UnknownModel { number, newest: G::MODEL, game: G::ID })
        }
        _ => Ok(()),
    }
}

fn other_coding(found: Coding, wanted: &'static str) -> RecordError {
    HeaderError::OtherCoding { found: found.format(), wanted }.into()
}

/// Reads the choices of a body.
struct BodyReader<'a, G: Game> {
    game: Match<G>,
    decoder: ChoiceDecoder<'a>,
    prediction: Prediction<G>,
    /// The offset of the body in its record.
    at: usize,
}

impl<G: Game> BodyReader<'_, G> {
    fn error(at: usize, error: ChoiceError) -> RecordError {
        RecordError::Body(move_offset(error, at))
    }

    fn read_choice(&mut self) -> Result<(), RecordError> {
        let option = self
            .prediction
            .take(&mut self.decoder, self.game.position())
            .map_err(|error| Self::error(self.at, error))?;
        self.game.push_unchecked(option);
        Ok(())
    }

    fn read_to_the_end(&mut self, most: u64) -> Result<(), RecordError> {
        while !self.game.is_over() {
            if self.game.choices().len() as u64 == most {
                return Err(RecordError::TooLong { most });
            }
            self.read_choice()?;
        }
        Ok(())
    }

    fn read_count(&mut self, count: u64) -> Result<(), RecordError> {
        for made in 0..count {
            if self.game.is_over() {
                return Err(RecordError::NotUnfinished { claimed: count, made });
            }
            self.read_choice()?;
        }
        if self.game.is_over() {
            return Err(RecordError::NotUnfinished { claimed: count, made: count });
        }
        Ok(())
    }

    fn finish(self) -> Result<Match<G>, RecordError> {
        self.decoder.finish().map_err(|error| Self::error(self.at, error))?;
        Ok(self.game)
    }
}

/// Makes the offset of an error relative to the start of the record instead of its body.
fn move_offset(error: ChoiceError, by: usize) -> ChoiceError {
    match error {
        ChoiceError::Truncated { at } => ChoiceError::Truncated { at: at + by },
        ChoiceError::Trailing { at, extra } => ChoiceError::Trailing { at: at + by, extra },
        ChoiceError::NotCanonical { at } => ChoiceError::NotCanonical { at: at + by },
    }
}
