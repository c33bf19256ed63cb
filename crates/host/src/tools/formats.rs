//! `GET /api/formats`: every format of every game, as `ennead formats --json` prints them.

use ennead_game::{Kind, OptionSpec, Values};
use ennead_kit::{Format, Games, Kit};
use serde::Serialize;
use serde_json::{Value as AnyJson, json};

/// A format.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FormatJson {
    #[cfg_attr(feature = "openapi", schema(example = "record"))]
    id: &'static str,
    /// The game that it belongs to; null for records, which every game has.
    game: Option<&'static str>,
    summary: &'static str,
    /// The fewest bits of any value.
    min_bits: u64,
    /// The most bits of any value; null if there is no limit.
    max_bits: Option<u64>,
    #[cfg_attr(feature = "openapi", schema(example = "integer"))]
    kind: &'static str,
    options: Vec<FormatOption>,
}

/// An option of a format's encoder.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FormatOption {
    name: &'static str,
    /// A list of words or truth values, an object with `min` and `max`, or a description of the
    /// text.
    values: AnyJson,
    default: &'static str,
    help: &'static str,
}

/// Lists every format of every game.
pub fn formats(games: Games) -> Vec<FormatJson> {
    games.formats().iter().map(describe).collect()
}

fn describe(format: &Format) -> FormatJson {
    let info = format.info;
    FormatJson {
        id: info.id,
        game: format.kit.map(Kit::id),
        summary: info.summary,
        min_bits: info.min_bits,
        max_bits: info.max_bits,
        kind: match info.kind {
            Kind::Integer => "integer",
            Kind::Bits => "bits",
            Kind::Bytes => "bytes",
        },
        options: info.options.iter().map(option).collect(),
    }
}

fn option(spec: &OptionSpec) -> FormatOption {
    let values = match spec.values {
        Values::Words(words) => json!(words),
        Values::Numbers(low, high) => json!({ "min": low, "max": high }),
        Values::Flag => json!([true, false]),
        Values::Text(form) => json!(form),
    };
    FormatOption { name: spec.name, values, default: spec.default, help: spec.help }
}
