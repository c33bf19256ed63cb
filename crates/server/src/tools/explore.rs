//! `POST /api/explore`: a value of any format, looked at from all sides.

use std::collections::BTreeMap;
use std::fmt::Display;

use anstream::adapter::strip_str;
use axum::extract::State;
use axum::response::Response;
use ennead_game::{AnyGame, Field, Options, RECORD, Value};
use ennead_protocol::Code;
use ennead_registry::{Format, GAMES};
use serde::{Deserialize, Serialize};
use serde_json::Value as AnyJson;
use utoipa::ToSchema;

use super::bound::{bound, information};
use super::option_spec::{Plain, options};
use super::study::study;
use super::value::{Writings, bits, usual};
use super::{Tools, feed, record};
use crate::Failure;
use crate::body::Body;
use crate::openapi::Problem;

/// The longest value that is looked at.
const MOST_BYTES: usize = 32 << 10;
/// The longest value that is written beside the others.
const MOST_OTHER_BYTES: usize = 8 << 10;
/// How many fields are named one by one.
const MOST_FIELDS: usize = 2_000;

/// A value to look at, or the text of one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExploreRequest {
    #[schema(example = "ttt.3t")]
    format: String,
    /// The value: a number, bits or hexadecimal bytes, as the format has it; a record also as base64url.
    #[schema(example = "2351957744")]
    value: Option<Plain>,
    /// In its place, the text that encodes to it.
    text: Option<String>,
    /// The game that the text of a record is of.
    game: Option<String>,
    /// Options of the format and of drawings of its game; for the text of a record those of the set-up.
    #[serde(default)]
    options: BTreeMap<String, Plain>,
}

/// A value from all sides.
#[derive(Serialize, ToSchema)]
pub(crate) struct Exploration {
    format: &'static str,
    game: &'static str,
    bits: usize,
    value: Writings,
    /// What it cannot be smaller than, in bits, where that is known.
    bound: Option<f64>,
    /// A drawing for people, in plain text.
    drawing: String,
    /// What it says, for programs.
    json: AnyJson,
    /// Its parts, in order and without gaps.
    fields: Vec<Part>,
    /// The same in every other format of the game.
    others: Vec<Other>,
    /// What to draw, as base64url, where a page can draw it; the bytes are described in PROTOCOL.md.
    feed: Option<String>,
}

/// What a look at a value gives.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Explored {
    /// The value from all sides.
    Value(Box<Exploration>),
    /// No value of the format, which is worth an answer as well.
    Refused {
        /// The format.
        format: &'static str,
        /// What is wrong, where, and what would be right.
        refusal: String,
    },
}

/// A part of a value.
#[derive(Serialize, ToSchema)]
struct Part {
    name: String,
    /// Its first bit, counted from the first one written.
    start: usize,
    length: usize,
    meaning: String,
}

/// The same in another format, or why that cannot be.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Other {
    /// The value there.
    Held {
        /// The format.
        format: &'static str,
        /// The value.
        value: String,
        /// Its bits.
        bits: usize,
    },
    /// Why there is none.
    Refused {
        /// The format.
        format: &'static str,
        /// Why it cannot hold this.
        refusal: String,
    },
}

/// A value from all sides.
#[utoipa::path(post, path = "/api/explore", tag = "tools", request_body = ExploreRequest, responses(
    (status = 200, description = "the value from all sides, or why the format refuses it", body = Explored),
    (status = 400, description = "not the JSON of this call, or no such format or option", body = Problem),
    (status = 413, description = "the value is too long", body = Problem),
    (status = 429, description = "too much is being looked at", body = Problem),
))]
pub(crate) async fn explore(
    State(tools): State<Tools>,
    Body(request): Body<ExploreRequest>,
) -> Result<Response, Failure> {
    study(&tools.thinking, move || request.explore()).await
}

fn bad_value(error: &dyn Display) -> Failure {
    Failure::refused(Code::BadValue, error)
}

fn bad_request(error: &dyn Display) -> Failure {
    Failure::refused(Code::BadRequest, error)
}

impl ExploreRequest {
    fn explore(&self) -> Result<Explored, Failure> {
        let format = ennead_registry::format(&self.format).ok_or_else(|| {
            bad_request(&format!("there is no format {:?}: GET /api/formats lists them", self.format))
        })?;
        match self.value_of(&format) {
            Ok(exploration) => Ok(Explored::Value(Box::new(exploration))),
            Err(failure) if failure.code == Code::BadValue => {
                Ok(Explored::Refused { format: format.info.id, refusal: failure.message })
            }
            Err(failure) => Err(failure),
        }
    }

    fn value_of(&self, format: &Format) -> Result<Exploration, Failure> {
        let options = options(&self.options);
        let (game, value) = match (&self.value, &self.text) {
            (Some(value), None) => read(format, &value.text())?,
            (None, Some(text)) => self.encode(format, text, &options)?,
            _ => return Err(bad_request(&"either value or text is needed, and not both")),
        };
        self.check(&options, game, format)?;
        Subject { game, format: format.info.id, value }.explore(&options)
    }

    /// The value that a text encodes to.
    fn encode(
        &self,
        format: &Format,
        text: &str,
        options: &Options,
    ) -> Result<(&'static dyn AnyGame, Value), Failure> {
        let game = match (format.game, &self.game) {
            (Some(game), _) => game,
            (None, Some(id)) => ennead_registry::game(id).ok_or_else(unknown_game)?,
            (None, None) => return Err(unknown_game()),
        };
        self.check(options, game, format)?;
        Ok((game, game.encode(format.info.id, text, options).map_err(|error| bad_value(&error))?))
    }

    /// Refuses options that would do nothing.
    fn check(&self, options: &Options, game: &dyn AnyGame, format: &Format) -> Result<(), Failure> {
        let of_setup = format.game.is_none() && self.text.is_some();
        let mut known = [format.info.options, game.draw_options()].concat();
        known.extend(if of_setup { game.setup_options() } else { &[] });
        options.check(format.info.id, &known).map_err(|error| bad_request(&error))
    }
}

fn unknown_game() -> Failure {
    let games: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
    bad_request(&format!("the text of a record needs a game: one of {}", games.join(", ")))
}

/// The value that was written, and its game.
fn read(format: &Format, text: &str) -> Result<(&'static dyn AnyGame, Value), Failure> {
    let text = text.trim();
    let value = if format.game.is_none() {
        let bytes = record::bytes(text)?;
        record::open(&bytes)?;
        Value::Bytes(bytes)
    } else {
        format.info.parse_value(text, None).map_err(|error| bad_value(&error))?
    };
    Ok((format.game_of(&value).map_err(|error| bad_value(&error))?, value))
}

/// What is looked at.
struct Subject {
    game: &'static dyn AnyGame,
    format: &'static str,
    value: Value,
}

impl Subject {
    fn explore(&self, options: &Options) -> Result<Exploration, Failure> {
        let Subject { game, format, value } = self;
        let bytes = value.to_bytes();
        if bytes.len() > MOST_BYTES {
            let message =
                format!("the value has {} bytes, and at most {MOST_BYTES} are looked at", bytes.len());
            return Err(Failure::new(Code::TooLarge, message));
        }
        let decoded = game.decode(format, value, options).map_err(|error| bad_value(&error))?;
        let fields = game.fields(format, value).map_err(|error| bad_value(&error))?;
        let bits = bits(*game, format, value).map_err(|error| bad_value(&error))?;
        Ok(Exploration {
            format,
            game: game.id(),
            bits,
            value: Writings::of(value, bits),
            bound: bound(format, &decoded.json).or_else(|| self.information()),
            drawing: strip_str(&decoded.drawing).to_string(),
            fields: parts(fields, bits),
            others: self.others(),
            feed: self.feed(&bytes, &decoded.json),
            json: decoded.json,
        })
    }

    /// The information in a whole match, which its record knows.
    fn information(&self) -> Option<f64> {
        let record = self.convert(RECORD.id).ok().filter(|_| self.format == "schotten.match")?.0;
        information(&self.game.decode(RECORD.id, &record, &Options::new()).ok()?.json)
    }

    /// The same in every other format of the game.
    fn others(&self) -> Vec<Other> {
        let formats = self.game.formats().into_iter().chain([&RECORD]).map(|format| format.id);
        formats.filter(|id| *id != self.format).map(|id| self.other(id)).collect()
    }

    fn other(&self, format: &'static str) -> Other {
        match self.convert(format) {
            Ok((value, bits)) => Other::Held { format, value: usual(&value), bits },
            Err(refusal) => Other::Refused { format, refusal },
        }
    }

    fn convert(&self, format: &str) -> Result<(Value, usize), String> {
        let told = |error: &dyn Display| Failure::refused(Code::BadValue, error).message;
        let converted = self.game.convert(self.format, format, &self.value, &Options::new());
        let value = converted.map_err(|error| told(&error))?;
        let bits = bits(self.game, format, &value).map_err(|error| told(&error))?;
        if bits > MOST_OTHER_BYTES * 8 {
            return Err(format!("{bits} bits, which are too many to be written here"));
        }
        Ok((value, bits))
    }

    fn feed(&self, bytes: &[u8], json: &AnyJson) -> Option<String> {
        let record = self.game.convert(self.format, RECORD.id, &self.value, &Options::new());
        let game = record.ok().and_then(|record| record::open(&record.to_bytes()).ok());
        match game {
            Some(game) => feed::of_match(&*game),
            None => feed::of_position(self.game.id(), self.format, bytes, json),
        }
    }
}

/// The fields with what fills up the last byte, and the last of very many in one.
fn parts(mut fields: Vec<Field>, bits: usize) -> Vec<Part> {
    if fields.len() > MOST_FIELDS {
        let more = fields.split_off(MOST_FIELDS - 1);
        let (start, end) = (more[0].bits.start, more[more.len() - 1].bits.end);
        fields.push(Field::new("…", start, end - start, format!("{} more fields", more.len())));
    }
    let named = fields.last().map_or(0, |field| field.bits.end);
    if named < bits {
        fields.push(Field::new("padding", named, bits - named, "fills up the last byte"));
    }
    let part = |field: Field| Part {
        start: field.bits.start,
        length: field.bits.len(),
        name: field.name,
        meaning: field.meaning,
    };
    fields.into_iter().map(part).collect()
}
