//! Type-erased games, as used by command lines, servers and clients.

use std::marker::PhantomData;

use crate::any_codec::ErasedCodec;
use crate::model::HAS_MODELS;
use crate::tally::{SEED, try_perft, try_play_tally};
use crate::{
    AnyCodec, AnyMatch, Codec, Converter, Decoded, Field, FormatInfo, FormatSet, Game, GameError,
    MAX_CHOICES, Match, Meaning, Modulo, OptionSpec, Options, Presentation, RECORD, RECORD_MODEL,
    RecordCodec, RecordModelCodec, RecordOnly, Scene, Seat, Setup, SplitMix64, Tally, Turn, Value,
    View, Viewer, reject, setup_of,
};

/// A type-erased game.
pub trait AnyGame: Sync {
    /// Its identifier, as in `ttt`.
    fn id(&self) -> &'static str;
    /// Its title.
    fn title(&self) -> &'static str;
    /// The names of its seats.
    fn seat_names(&self) -> [String; 2];
    /// Whether a match can end in a draw.
    fn draws(&self) -> bool;
    /// Its number in records.
    fn number(&self) -> u8;
    /// The options of its set-up.
    fn setup_options(&self) -> &'static [OptionSpec];
    /// The meanings of an option's words, in the same order; empty where the words explain
    /// themselves.
    fn setup_meanings(&self, option: &str) -> &'static [Meaning];
    /// The options that its drawings accept.
    fn draw_options(&self) -> &'static [OptionSpec];
    /// Its formats, except those that every game has ([`RECORDS`](crate::RECORDS)).
    fn formats(&self) -> Vec<&'static FormatInfo>;
    /// A codec for one of its formats or the shared ones, for callers with many values.
    fn codec(&self, format: &str) -> Result<Box<dyn AnyCodec>, GameError>;
    /// A converter between two formats, for callers with many values.
    fn converter(&self, from: &str, to: &str) -> Result<Converter, GameError>;
    /// Encodes a text form in one of the game's formats or the shared ones.
    fn encode(&self, format: &str, text: &str, options: &Options) -> Result<Value, GameError>;
    /// Decodes a value.
    fn decode(&self, format: &str, value: &Value, options: &Options) -> Result<Decoded, GameError>;
    /// Converts a value from one format to another.
    fn convert(
        &self,
        from: &str,
        to: &str,
        value: &Value,
        options: &Options,
    ) -> Result<Value, GameError>;
    /// The named parts of a value.
    fn fields(&self, format: &str, value: &Value) -> Result<Vec<Field>, GameError>;
    /// The information content of a value in bits, where known.
    fn bound(&self, format: &str, value: &Value) -> Option<f64>;
    /// The board payload of a value, if a client can draw its content.
    fn payload(&self, format: &str, value: &Value) -> Option<Vec<u8>>;
    /// Counts move sequences from the start. In games that begin with chance, `seed` determines the
    /// deal; without a seed the deal is that of the first digest game.
    fn perft(&self, plies: u32, seed: Option<u64>, options: &Options) -> Result<u64, GameError>;
    /// Plays random games and returns their digest; see [`play_tally`](crate::play_tally).
    fn tally(&self, games: u64, options: &Options) -> Result<Tally, GameError>;
    /// Starts a match with this set-up.
    fn start(&self, options: &Options) -> Result<Box<dyn AnyMatch>, GameError>;
    /// Decodes a `record` or a `record.model`.
    fn open(&self, record: &[u8]) -> Result<Box<dyn AnyMatch>, GameError> {
        self.open_within(record, MAX_CHOICES)
    }
    /// Decodes a `record` or a `record.model`; rejects more than `most` choices.
    fn open_within(&self, record: &[u8], most: u64) -> Result<Box<dyn AnyMatch>, GameError>;
}

/// Implements [`AnyGame`] for a game `G` with the formats `F`.
pub struct Erased<G, F = RecordOnly>(PhantomData<fn() -> (G, F)>);

impl<G, F> Erased<G, F> {
    /// Creates the type-erased game.
    pub const fn new() -> Self {
        Erased(PhantomData)
    }
}

impl<G, F> Default for Erased<G, F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Presentation, F: FormatSet<G>> Erased<G, F> {
    fn codec(format: &str) -> Result<&'static dyn Codec<F::Content>, GameError> {
        if format == RECORD.id {
            return Ok(const { &RecordCodec::<G, F>::new() });
        }
        if HAS_MODELS && format == RECORD_MODEL.id {
            return Ok(const { &RecordModelCodec::<G, F>::new() });
        }
        F::codecs()
            .iter()
            .find(|codec| codec.info().id == format)
            .copied()
            .ok_or_else(|| reject(format!("{} has no format {format:?}", G::ID)))
    }

    fn setup(options: &Options) -> Result<G::Setup, GameError> {
        Ok(setup_of::<G>(options)?)
    }
}

impl<G: Presentation + View, F: FormatSet<G>> AnyGame for Erased<G, F> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn seat_names(&self) -> [String; 2] {
        Seat::BOTH.map(G::seat_name)
    }

    fn draws(&self) -> bool {
        G::DRAWS
    }

    fn number(&self) -> u8 {
        G::NUMBER
    }

    fn setup_options(&self) -> &'static [OptionSpec] {
        G::Setup::OPTIONS
    }

    fn setup_meanings(&self, option: &str) -> &'static [Meaning] {
        G::Setup::meanings(option)
    }

    fn draw_options(&self) -> &'static [OptionSpec] {
        G::DRAW_OPTIONS
    }

    fn formats(&self) -> Vec<&'static FormatInfo> {
        F::codecs().iter().map(|codec| codec.info()).collect()
    }

    fn codec(&self, format: &str) -> Result<Box<dyn AnyCodec>, GameError> {
        Ok(Box::new(ErasedCodec(Self::codec(format)?)))
    }

    fn converter(&self, from: &str, to: &str) -> Result<Converter, GameError> {
        let (from, to) = (Self::codec(from)?, Self::codec(to)?);
        Ok(Box::new(move |value, options| to.write(&from.read(value)?, options)))
    }

    fn encode(&self, format: &str, text: &str, options: &Options) -> Result<Value, GameError> {
        ErasedCodec(Self::codec(format)?).encode(text, options)
    }

    fn decode(&self, format: &str, value: &Value, options: &Options) -> Result<Decoded, GameError> {
        ErasedCodec(Self::codec(format)?).decode(value, options)
    }

    fn convert(
        &self,
        from: &str,
        to: &str,
        value: &Value,
        options: &Options,
    ) -> Result<Value, GameError> {
        Self::codec(to)?.write(&Self::codec(from)?.read(value)?, options)
    }

    fn fields(&self, format: &str, value: &Value) -> Result<Vec<Field>, GameError> {
        Self::codec(format)?.fields(value)
    }

    fn bound(&self, format: &str, value: &Value) -> Option<f64> {
        let codec = Self::codec(format).ok()?;
        codec.bound(&codec.read(value).ok()?)
    }

    fn payload(&self, format: &str, value: &Value) -> Option<Vec<u8>> {
        let content = Self::codec(format).ok()?.read(value).ok()?;
        let Ok(game) = F::match_of(&content) else { return F::payload(&content) };
        let viewer = match game.position().turn() {
            Turn::Seat(seat) => Viewer::Seat(seat),
            _ => Viewer::Seat(Seat::FIRST),
        };
        Some(Scene::of(game.position(), viewer, &crate::Focus::default()).ok()?.into_payload())
    }

    fn perft(&self, plies: u32, seed: Option<u64>, options: &Options) -> Result<u64, GameError> {
        let mut position = G::new(&Self::setup(options)?);
        position.deal(&mut Modulo(SplitMix64::new(seed.unwrap_or(SEED))));
        try_perft(&position, plies)
    }

    fn tally(&self, games: u64, options: &Options) -> Result<Tally, GameError> {
        try_play_tally::<G>(&Self::setup(options)?, games)
    }

    fn start(&self, options: &Options) -> Result<Box<dyn AnyMatch>, GameError> {
        Ok(Box::new(with_known_seats(Match::<G>::new(Self::setup(options)?))?))
    }

    fn open_within(&self, record: &[u8], most: u64) -> Result<Box<dyn AnyMatch>, GameError> {
        Ok(Box::new(with_known_seats(Match::<G>::decode_any_within(record, most)?.0)?))
    }
}

/// Rejects a match in which a seat is to move, or has won, that matches do not have.
fn with_known_seats<G: Game>(game: Match<G>) -> Result<Match<G>, GameError> {
    game.position().turn().check_seat()?;
    Ok(game)
}
