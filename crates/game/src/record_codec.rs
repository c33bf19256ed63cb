//! Records as formats: `record` and `record.model`.

use std::marker::PhantomData;

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Map, Value as Json, json};

use crate::{
    Codec, Decoded, Field, FormatInfo, FormatSet, GameError, Header, Kind, Match, Options, Outcome,
    Presentation, Setup, Value, moves_of,
};

/// The format that every game has: a match as a record.
pub const RECORD: FormatInfo = FormatInfo {
    id: "record",
    summary: "any match of any game: a header and the sum of log2 n bits",
    min_bits: 8,
    max_bits: None,
    kind: Kind::Bytes,
    options: &[],
};

/// The same with choices coded by the game's model; every game has it.
pub const RECORD_MODEL: FormatInfo = FormatInfo {
    id: "record.model",
    summary: "any match of any game, in as few bits as a model of its choices needs",
    ..RECORD
};

/// The formats that every game has.
#[cfg(any(feature = "models", not(target_family = "wasm")))]
pub const RECORDS: [&FormatInfo; 2] = [&RECORD, &RECORD_MODEL];
/// The formats that every game has. Models are too large for a web page.
#[cfg(not(any(feature = "models", not(target_family = "wasm"))))]
pub const RECORDS: [&FormatInfo; 1] = [&RECORD];

/// The codec of records of one game.
pub(crate) struct RecordCodec<G, F>(PhantomData<fn() -> (G, F)>);

impl<G, F> RecordCodec<G, F> {
    pub(crate) const fn new() -> Self {
        RecordCodec(PhantomData)
    }
}

impl<G: Presentation, F: FormatSet<G>> Codec<F::Content> for RecordCodec<G, F> {
    fn info(&self) -> &FormatInfo {
        &RECORD
    }

    fn parse(&self, text: &str, options: &Options) -> Result<F::Content, GameError> {
        parse_content::<G, F>(text, options)
    }

    fn read(&self, value: &Value) -> Result<F::Content, GameError> {
        Ok(F::content_of(&Match::decode(&value.to_bytes())?))
    }

    fn write(&self, content: &F::Content, _: &Options) -> Result<Value, GameError> {
        Ok(Value::Bytes(F::match_of(content)?.encode()))
    }

    fn show(&self, content: &F::Content, options: &Options) -> Result<Decoded, GameError> {
        let game = F::match_of(content)?;
        show_match(&game, &game.encode(), game.information(), options)
    }

    fn bound(&self, content: &F::Content) -> Option<f64> {
        Some(F::match_of(content).ok()?.information())
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let game = Match::<G>::decode(&value.to_bytes())?;
        record_fields(&game, &value.to_bytes(), game.information())
    }
}

/// The codec of `record.model` of one game.
pub(crate) struct RecordModelCodec<G, F>(PhantomData<fn() -> (G, F)>);

impl<G, F> RecordModelCodec<G, F> {
    pub(crate) const fn new() -> Self {
        RecordModelCodec(PhantomData)
    }
}

impl<G: Presentation, F: FormatSet<G>> Codec<F::Content> for RecordModelCodec<G, F> {
    fn info(&self) -> &FormatInfo {
        &RECORD_MODEL
    }

    fn parse(&self, text: &str, options: &Options) -> Result<F::Content, GameError> {
        parse_content::<G, F>(text, options)
    }

    fn read(&self, value: &Value) -> Result<F::Content, GameError> {
        Ok(F::content_of(&Match::decode_model(&value.to_bytes())?))
    }

    fn write(&self, content: &F::Content, _: &Options) -> Result<Value, GameError> {
        Ok(Value::Bytes(F::match_of(content)?.encode_model()))
    }

    fn show(&self, content: &F::Content, options: &Options) -> Result<Decoded, GameError> {
        let game = F::match_of(content)?;
        show_match(&game, &game.encode_model(), game.surprise().min(game.information()), options)
    }

    fn bound(&self, content: &F::Content) -> Option<f64> {
        let game = F::match_of(content).ok()?;
        Some(game.surprise().min(game.information()))
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let bytes = value.to_bytes();
        let game = Match::<G>::decode_model(&bytes)?;
        let (_, coding, _) = Header::<G::Setup>::decode_any(&bytes)?;
        let bits = match coding.predictor() {
            None => game.information(),
            Some(model) => game.surprises_as(model).iter().sum(),
        };
        record_fields(&game, &bytes, bits)
    }
}

fn parse_content<G: Presentation, F: FormatSet<G>>(
    text: &str,
    options: &Options,
) -> Result<F::Content, GameError> {
    Ok(F::content_of(&G::parse_match(text, &G::Setup::from_options(options)?)?))
}

/// A match as a drawing and JSON, with the size of its record in bits.
fn show_match<G: Presentation>(
    game: &Match<G>,
    record: &[u8],
    bits: f64,
    options: &Options,
) -> Result<Decoded, GameError> {
    let moves: Vec<String> = moves_of(game).iter().map(ToString::to_string).collect();
    let outcome = outcome_name::<G>(game.position().outcome());
    let mut json = json!({
        "game": G::ID,
        "setup": setup_json(game.setup()),
        "moves": moves,
        "outcome": outcome,
        "choices": game.choices().len(),
        "information_bits": bits,
        "text": BASE64URL_NOPAD.encode(record),
    });
    if let Json::Object(map) = &mut json {
        map.extend(G::match_json(game).into_iter().map(|(key, value)| (key.to_string(), value)));
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

/// The named parts of a record, given the number of bits in its body.
fn record_fields<G: Presentation>(
    game: &Match<G>,
    bytes: &[u8],
    bits: f64,
) -> Result<Vec<Field>, GameError> {
    let (header, coding, body) = Header::<G::Setup>::decode_any(bytes)?;
    let flag = |bit: u8| if bytes[0] >> bit & 1 == 1 { "yes" } else { "no" };
    let mut fields = vec![
        Field::new("version", 0, 2, (bytes[0] >> 6).to_string()),
        Field::new("own set-up", 2, 1, flag(5)),
        Field::new("unfinished", 3, 1, flag(4)),
        Field::new("game", 4, 4, format!("{} ({})", header.game, G::ID)),
    ];
    let mut at = 1;
    if coding.length() > 1 {
        let meaning = if coding.predictor().is_some() { "predicts" } else { "does not predict" };
        fields.push(Field::new("model", 8, 8, format!("model {} {meaning}", bytes[1] & 0x7f)));
        at = 2;
    }
    if body > at {
        let meaning = format!("{}, {} choices", setup_json(game.setup()), game.choices().len());
        fields.push(Field::new("set-up and count", at * 8, (body - at) * 8, meaning));
    }
    if bytes.len() > body {
        let meaning = format!("{} choices, {bits:.2} bits", game.choices().len());
        fields.push(Field::new("choices", body * 8, (bytes.len() - body) * 8, meaning));
    }
    Ok(fields)
}

fn outcome_name<G: Presentation>(outcome: Option<Outcome>) -> Option<String> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(seat) => G::seat_name(seat),
        Outcome::Draw => "draw".to_string(),
    })
}

fn setup_json<S: Setup>(setup: &S) -> Json {
    let pairs = S::OPTIONS.iter().map(|spec| (spec.name.to_string(), json!(setup.get(spec.name))));
    Json::Object(pairs.collect::<Map<_, _>>())
}
