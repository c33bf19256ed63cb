//! A game by name: everything that command lines, servers and pages ask of it, without its type.

use std::marker::PhantomData;

use serde_json::{Map, Value as Json, json};

use crate::tally::SEED;
use crate::{
    AnyMatch, Catalog, Codec, Decoded, Field, FormatInfo, Header, Kind, MAX_CHOICES, Match, Meaning, Modulo,
    OptionSpec, Options, Outcome, Refusal, Seat, Setup, SplitMix64, Tally, Value, View, moves_of, perft,
    play_tally, refuse,
};

/// The format that every game has: its matches as records.
pub const RECORD: FormatInfo = FormatInfo {
    id: "record",
    summary: "any match of any game: a header and the sum of log2 n bits",
    min_bits: 8,
    max_bits: None,
    kind: Kind::Bytes,
    options: &[],
};

/// A game by name.
pub trait AnyGame: Sync {
    /// Its name, as in `ttt`.
    fn id(&self) -> &'static str;
    /// Its name for people.
    fn title(&self) -> &'static str;
    /// How its seats are called.
    fn seat_names(&self) -> [String; 2];
    /// Whether a match can end without a winner.
    fn draws(&self) -> bool;
    /// Its number in records.
    fn number(&self) -> u8;
    /// The options of its set-up.
    fn setup_options(&self) -> &'static [OptionSpec];
    /// What the words of an option of its set-up stand for, in their order; none where they speak for themselves.
    fn setup_meanings(&self, option: &str) -> &'static [Meaning];
    /// The options of its drawings.
    fn draw_options(&self) -> &'static [OptionSpec];
    /// Its formats, records not among them.
    fn formats(&self) -> Vec<&'static FormatInfo>;
    /// Encodes the text form of something in one of its formats, or in `record`.
    fn encode(&self, format: &str, text: &str, options: &Options) -> Result<Value, Refusal>;
    /// Decodes a value.
    fn decode(&self, format: &str, value: &Value, options: &Options) -> Result<Decoded, Refusal>;
    /// Turns a value of one format into another.
    fn convert(&self, from: &str, to: &str, value: &Value, options: &Options) -> Result<Value, Refusal>;
    /// The parts of a value.
    fn fields(&self, format: &str, value: &Value) -> Result<Vec<Field>, Refusal>;
    /// Counts move sequences from the start. Where chance comes first, `seed` deals; without one the deal is that of the
    /// first digest game.
    fn perft(&self, plies: u32, seed: Option<u64>, options: &Options) -> Result<u64, Refusal>;
    /// Plays the digest games.
    fn tally(&self, games: u64, options: &Options) -> Result<Tally, Refusal>;
    /// A match with this set-up, before its first choice.
    fn start(&self, options: &Options) -> Result<Box<dyn AnyMatch>, Refusal>;
    /// The match that a record holds.
    fn open(&self, record: &[u8]) -> Result<Box<dyn AnyMatch>, Refusal> {
        self.open_within(record, MAX_CHOICES)
    }
    /// The match that a record of at most so many choices holds.
    fn open_within(&self, record: &[u8], most: u64) -> Result<Box<dyn AnyMatch>, Refusal>;
}

/// Makes a [`Catalog`] usable as an [`AnyGame`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry<G>(PhantomData<fn() -> G>);

impl<G> Entry<G> {
    /// The entry.
    pub const fn new() -> Self {
        Entry(PhantomData)
    }
}

impl<G: Catalog> Entry<G> {
    fn codec(format: &str) -> Result<&'static dyn Codec<G::Content>, Refusal> {
        if format == RECORD.id {
            return Ok(const { &RecordCodec::<G>(PhantomData) });
        }
        G::codecs()
            .iter()
            .find(|codec| codec.info().id == format)
            .copied()
            .ok_or_else(|| refuse(format!("{} has no format {format:?}", G::ID)))
    }

    fn setup(options: &Options) -> Result<G::Setup, Refusal> {
        Ok(G::Setup::from_options(options)?)
    }
}

impl<G: Catalog + View> AnyGame for Entry<G> {
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
        G::codecs().iter().map(|codec| codec.info()).collect()
    }

    fn encode(&self, format: &str, text: &str, options: &Options) -> Result<Value, Refusal> {
        let codec = Self::codec(format)?;
        codec.write(&codec.parse(text, options)?, options)
    }

    fn decode(&self, format: &str, value: &Value, options: &Options) -> Result<Decoded, Refusal> {
        let codec = Self::codec(format)?;
        codec.show(&codec.read(value)?, options)
    }

    fn convert(&self, from: &str, to: &str, value: &Value, options: &Options) -> Result<Value, Refusal> {
        Self::codec(to)?.write(&Self::codec(from)?.read(value)?, options)
    }

    fn fields(&self, format: &str, value: &Value) -> Result<Vec<Field>, Refusal> {
        Self::codec(format)?.fields(value)
    }

    fn perft(&self, plies: u32, seed: Option<u64>, options: &Options) -> Result<u64, Refusal> {
        let mut position = G::new(&Self::setup(options)?);
        position.deal(&mut Modulo(SplitMix64::new(seed.unwrap_or(SEED))));
        // Moves are counted up to this number, so that many may be more, and to go through them all would take for ever.
        let uncounted = plies > 0 && position.count_moves() == u64::MAX;
        match if uncounted { u64::MAX } else { perft(&position, plies) } {
            u64::MAX => Err(refuse("there are more than 2^64 - 2 sequences: too many to count")),
            count => Ok(count),
        }
    }

    fn tally(&self, games: u64, options: &Options) -> Result<Tally, Refusal> {
        Ok(play_tally::<G>(&Self::setup(options)?, games))
    }

    fn start(&self, options: &Options) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::new(Self::setup(options)?)))
    }

    fn open_within(&self, record: &[u8], most: u64) -> Result<Box<dyn AnyMatch>, Refusal> {
        Ok(Box::new(Match::<G>::decode_within(record, most)?))
    }
}

/// Records as one more codec of the game.
struct RecordCodec<G>(PhantomData<fn() -> G>);

impl<G: Catalog> Codec<G::Content> for RecordCodec<G> {
    fn info(&self) -> &FormatInfo {
        &RECORD
    }

    fn parse(&self, text: &str, options: &Options) -> Result<G::Content, Refusal> {
        Ok(G::content_of(&G::parse_match(text, &Entry::<G>::setup(options)?)?))
    }

    fn read(&self, value: &Value) -> Result<G::Content, Refusal> {
        Ok(G::content_of(&read_match::<G>(value)?))
    }

    fn write(&self, content: &G::Content, _: &Options) -> Result<Value, Refusal> {
        Ok(Value::Bytes(G::match_of(content)?.encode()))
    }

    fn show(&self, content: &G::Content, options: &Options) -> Result<Decoded, Refusal> {
        let game = G::match_of(content)?;
        let moves: Vec<String> = moves_of(&game).iter().map(ToString::to_string).collect();
        let outcome = outcome_name::<G>(game.position().outcome());
        let mut json = json!({
            "game": G::ID,
            "setup": setup_json(game.setup()),
            "moves": moves,
            "outcome": outcome,
            "choices": game.choices().len(),
            "information_bits": game.information(),
            "text": game.to_text(),
        });
        if let Json::Object(map) = &mut json {
            map.extend(G::match_json(&game).into_iter().map(|(key, value)| (key.to_string(), value)));
        }
        let drawing = format!(
            "{}\n{} in {} move(s): {}\noutcome: {}",
            game.position().draw(options)?,
            G::TITLE,
            moves.len(),
            if moves.is_empty() { "none yet".to_string() } else { moves.join(" ") },
            outcome.unwrap_or_else(|| "going on".into()),
        );
        Ok(Decoded { drawing, json })
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, Refusal> {
        let game = read_match::<G>(value)?;
        let bytes = value.to_bytes();
        let (header, body) = Header::<G::Setup>::decode(&bytes)?;
        let flag = |bit: u8| if bytes[0] >> bit & 1 == 1 { "yes" } else { "no" };
        let mut fields = vec![
            Field::new("version", 0, 2, (bytes[0] >> 6).to_string()),
            Field::new("own set-up", 2, 1, flag(5)),
            Field::new("unfinished", 3, 1, flag(4)),
            Field::new("game", 4, 4, format!("{} ({})", header.game, G::ID)),
        ];
        if body > 1 {
            let meaning = format!("{}, {} choices", setup_json(game.setup()), game.choices().len());
            fields.push(Field::new("set-up and count", 8, (body - 1) * 8, meaning));
        }
        if bytes.len() > body {
            let meaning = format!("{} choices, {:.2} bits", game.choices().len(), game.information());
            fields.push(Field::new("choices", body * 8, (bytes.len() - body) * 8, meaning));
        }
        Ok(fields)
    }
}

fn read_match<G: Catalog>(value: &Value) -> Result<Match<G>, Refusal> {
    Ok(Match::decode(&value.to_bytes())?)
}

fn outcome_name<G: Catalog>(outcome: Option<Outcome>) -> Option<String> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(seat) => G::seat_name(seat),
        Outcome::Draw => "draw".to_string(),
    })
}

fn setup_json<S: Setup>(setup: &S) -> Json {
    let pairs = S::OPTIONS.iter().map(|spec| (spec.name.to_string(), json!(setup.get(spec.name))));
    Json::Object(pairs.collect::<Map<_, _>>())
}
