//! The record as a format.

use std::marker::PhantomData;

use serde_json::{Map, Value as Json, json};

use crate::{
    Codec, Decoded, Field, FormatInfo, FormatSet, GameError, Header, Kind, Match, Options, Outcome,
    Presentation, Setup, Value, moves_of,
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
        Ok(F::content_of(&G::parse_match(text, &G::Setup::from_options(options)?)?))
    }

    fn read(&self, value: &Value) -> Result<F::Content, GameError> {
        Ok(F::content_of(&read_match::<G>(value)?))
    }

    fn write(&self, content: &F::Content, _: &Options) -> Result<Value, GameError> {
        Ok(Value::Bytes(F::match_of(content)?.encode()))
    }

    fn show(&self, content: &F::Content, options: &Options) -> Result<Decoded, GameError> {
        let game = F::match_of(content)?;
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
            map.extend(
                G::match_json(&game).into_iter().map(|(key, value)| (key.to_string(), value)),
            );
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

    fn bound(&self, content: &F::Content) -> Option<f64> {
        Some(F::match_of(content).ok()?.information())
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
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
            let meaning =
                format!("{} choices, {:.2} bits", game.choices().len(), game.information());
            fields.push(Field::new("choices", body * 8, (bytes.len() - body) * 8, meaning));
        }
        Ok(fields)
    }
}

fn read_match<G: Presentation>(value: &Value) -> Result<Match<G>, GameError> {
    Ok(Match::decode(&value.to_bytes())?)
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
