//! `POST /api/explore`: every detail of a value of any format.

use std::collections::BTreeMap;
use std::fmt::Display;

use anstream::adapter::strip_str;
use ennead_game::{Field, Options, RECORD_MODEL, RECORDS, Value};
use ennead_kit::{Format, Games, Kit};
use ennead_protocol::Code;
use ennead_search::Tables;
use serde::{Deserialize, Serialize};
use serde_json::Value as AnyJson;

use super::record::{self, base64url};
use super::scalar::to_options;
use super::value::{count_bits, usual_text};
use super::{Scalar, Writings};
use crate::Failure;

/// The longest value accepted.
const MAX_BYTES: usize = 32 << 10;
/// The longest value shown in another format.
const MAX_OTHER_BYTES: usize = 8 << 10;
/// The most fields listed individually.
const MAX_FIELDS: usize = 2_000;

/// A value to explore, or the text to encode first.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExploreRequest {
    #[cfg_attr(feature = "openapi", schema(example = "record"))]
    format: String,
    /// The value: a number, bits or hexadecimal bytes, depending on the format; a record also as
    /// base64url.
    #[cfg_attr(feature = "openapi", schema(example = "QZYg"))]
    value: Option<Scalar>,
    /// Instead of the value, the text that encodes to it.
    text: Option<String>,
    /// The game of a record's text.
    game: Option<String>,
    /// Options of the format and of its game's drawings; for the text of a record also those of the
    /// set-up.
    #[serde(default)]
    options: BTreeMap<String, Scalar>,
}

/// Every detail of a value.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Exploration {
    format: &'static str,
    game: &'static str,
    bits: usize,
    value: Writings,
    /// The information in the value in bits, where known: no encoding is smaller on average.
    bound: Option<f64>,
    /// A drawing as plain text.
    drawing: String,
    /// The decoded value, for programs.
    json: AnyJson,
    /// Its parts, in order and without gaps.
    fields: Vec<Part>,
    /// The same content in every other format of the game.
    others: Vec<OtherFormat>,
    /// The board payload, as base64url, where a client can draw it; PROTOCOL.md describes the
    /// bytes.
    #[serde(rename = "feed")]
    payload: Option<String>,
    /// The value of a match's position and of its options, where a table has it.
    #[cfg(not(target_family = "wasm"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<AnyJson>,
}

/// The response to [`ExploreRequest`].
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Explored {
    /// Every detail of the value.
    Value(Box<Exploration>),
    /// The format rejects the value.
    Rejected {
        /// The format.
        format: &'static str,
        /// What is wrong, where, and what would be accepted.
        #[serde(rename = "refusal")]
        reason: String,
    },
}

/// A part of a value.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Part {
    name: String,
    /// Its first bit, counted from the first bit written.
    start: usize,
    length: usize,
    meaning: String,
}

/// The same content in another format, or why that format cannot represent it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum OtherFormat {
    /// The format can represent it.
    Value {
        /// The format.
        format: &'static str,
        /// The value.
        value: String,
        /// Its size in bits.
        bits: usize,
    },
    /// The format cannot represent it.
    Rejected {
        /// The format.
        format: &'static str,
        /// Why not.
        #[serde(rename = "refusal")]
        reason: String,
    },
}

/// Explains a value of any format in every detail.
pub fn explore(
    games: Games,
    tables: &Tables,
    request: &ExploreRequest,
) -> Result<Explored, Failure> {
    let format = games.format(&request.format).ok_or_else(|| {
        bad_request(&format!(
            "there is no format {:?}: GET /api/formats lists them",
            request.format
        ))
    })?;
    match request.explore(games, tables, &format) {
        Ok(exploration) => Ok(Explored::Value(Box::new(exploration))),
        Err(failure) if failure.code == Code::BadValue => {
            Ok(Explored::Rejected { format: format.info.id, reason: failure.message })
        }
        Err(failure) => Err(failure),
    }
}

fn bad_value(error: &dyn Display) -> Failure {
    Failure::rejected(Code::BadValue, error)
}

fn bad_request(error: &dyn Display) -> Failure {
    Failure::rejected(Code::BadRequest, error)
}

impl ExploreRequest {
    fn explore(
        &self,
        games: Games,
        tables: &Tables,
        format: &Format,
    ) -> Result<Exploration, Failure> {
        let options = to_options(&self.options);
        let (kit, value) = match (&self.value, &self.text) {
            (Some(value), None) => read(games, format, &value.text())?,
            (None, Some(text)) => self.encode(games, format, text, &options)?,
            _ => return Err(bad_request(&"either value or text is needed, and not both")),
        };
        self.check(&options, kit, format)?;
        Subject { kit, format: format.info.id, value, tables }.explore(&options)
    }

    /// The value that a text encodes to.
    fn encode(
        &self,
        games: Games,
        format: &Format,
        text: &str,
        options: &Options,
    ) -> Result<(&'static Kit, Value), Failure> {
        let named = || self.game.as_ref().and_then(|id| games.game(id));
        let kit = format.kit.or_else(named).ok_or_else(|| unknown_game(games))?;
        self.check(options, kit, format)?;
        let encoded = kit.game().encode(format.info.id, text, options);
        Ok((kit, encoded.map_err(|error| bad_value(&error))?))
    }

    /// Rejects options that would have no effect.
    fn check(&self, options: &Options, kit: &Kit, format: &Format) -> Result<(), Failure> {
        let game = kit.game();
        let of_setup = format.kit.is_none() && self.text.is_some();
        let mut known = [format.info.options, game.draw_options()].concat();
        known.extend(if of_setup { game.setup_options() } else { &[] });
        options.check(format.info.id, &known).map_err(|error| bad_request(&error))
    }
}

fn unknown_game(games: Games) -> Failure {
    bad_request(&format!("the text of a record needs a game: one of {}", games.names()))
}

/// Reads a value and finds its game.
fn read(games: Games, format: &Format, text: &str) -> Result<(&'static Kit, Value), Failure> {
    let text = text.trim();
    let value = if format.kit.is_none() {
        let parse =
            if format.info.id == RECORD_MODEL.id { record::parse_model } else { record::parse };
        Value::Bytes(record::find(games, text, parse)?.0)
    } else {
        format.info.parse_value(text, None).map_err(|error| bad_value(&error))?
    };
    Ok((format.game_of(&value, games).map_err(|error| bad_value(&error))?, value))
}

/// The value being explored.
struct Subject<'a> {
    kit: &'static Kit,
    format: &'static str,
    value: Value,
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there are no tables"))]
    tables: &'a Tables,
}

impl Subject<'_> {
    fn explore(&self, options: &Options) -> Result<Exploration, Failure> {
        let Subject { kit, format, value, .. } = self;
        let (game, length) = (kit.game(), value.to_bytes().len());
        if length > MAX_BYTES {
            let message =
                format!("the value has {length} bytes, and at most {MAX_BYTES} are looked at");
            return Err(Failure::new(Code::TooLarge, message));
        }
        let decoded = game.decode(format, value, options).map_err(|error| bad_value(&error))?;
        let fields = game.fields(format, value).map_err(|error| bad_value(&error))?;
        let bits = count_bits(game, format, value).map_err(|error| bad_value(&error))?;
        Ok(Exploration {
            format,
            game: game.id(),
            bits,
            value: Writings::of(value, bits),
            bound: game.bound(format, value),
            drawing: strip_str(&decoded.drawing).to_string(),
            fields: parts(fields, bits),
            others: self.others(),
            payload: game.payload(format, value).map(|payload| base64url(&payload)),
            json: decoded.json,
            #[cfg(not(target_family = "wasm"))]
            solution: self.solution()?,
        })
    }

    /// The solution of a record's position. The browser module has no tables.
    #[cfg(not(target_family = "wasm"))]
    fn solution(&self) -> Result<Option<AnyJson>, Failure> {
        if !RECORDS.iter().any(|format| format.id == self.format) {
            return Ok(None);
        }
        let game = self.kit.game().open(&self.value.to_bytes());
        let game = game.map_err(|error| bad_value(&error))?;
        let Some(table) = self.tables.of_match(&*game) else { return Ok(None) };
        let solution = table
            .solution(game.choices())
            .map_err(|error| Failure::rejected(Code::Internal, &error.without_directory()))?;
        let names = game.legal_moves();
        let name = |option: u32| names.get(option as usize).cloned().unwrap_or(option.to_string());
        Ok(Some(solution.to_json(name)))
    }

    /// The same content in every other format of the game.
    fn others(&self) -> Vec<OtherFormat> {
        let formats = self.kit.game().formats().into_iter().chain(RECORDS).map(|format| format.id);
        formats.filter(|id| *id != self.format).map(|id| self.other(id)).collect()
    }

    fn other(&self, format: &'static str) -> OtherFormat {
        match self.convert(format) {
            Ok((value, bits)) => OtherFormat::Value { format, value: usual_text(&value), bits },
            Err(reason) => OtherFormat::Rejected { format, reason },
        }
    }

    fn convert(&self, format: &str) -> Result<(Value, usize), String> {
        let game = self.kit.game();
        let converted = game.convert(self.format, format, &self.value, &Options::new());
        let value = converted.map_err(|error| bad_value(&error).message)?;
        let bits = count_bits(game, format, &value).map_err(|error| bad_value(&error).message)?;
        if bits > MAX_OTHER_BYTES * 8 {
            return Err(format!("{bits} bits, which are too many to be written here"));
        }
        Ok((value, bits))
    }
}

/// The fields, including the padding of the last byte. Beyond the limit, the rest is summarised as
/// one part.
fn parts(mut fields: Vec<Field>, bits: usize) -> Vec<Part> {
    if fields.len() > MAX_FIELDS {
        let more = fields.split_off(MAX_FIELDS - 1);
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
