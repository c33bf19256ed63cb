//! `GET /api/formats`: every format of every game, as `ennead formats --json` prints them.

use axum::Json;
use ennead_game::{AnyGame, Kind, OptionSpec, Values};
use ennead_registry::Format;
use serde::Serialize;
use serde_json::{Value as AnyJson, json};
use utoipa::ToSchema;

/// A format.
#[derive(Serialize, ToSchema)]
pub(crate) struct FormatAnswer {
    #[schema(example = "ttt.3t")]
    id: &'static str,
    /// The game that it belongs to; records belong to all of them.
    game: Option<&'static str>,
    summary: &'static str,
    /// The fewest bits of any value.
    min_bits: u64,
    /// The most bits of any value; null if there is no limit.
    max_bits: Option<u64>,
    #[schema(example = "integer")]
    kind: &'static str,
    options: Vec<FormatOption>,
}

/// An option of a format's encoder.
#[derive(Serialize, ToSchema)]
struct FormatOption {
    name: &'static str,
    /// A list of words or truth values, an object with `min` and `max`, or what the text is to look like.
    values: AnyJson,
    default: &'static str,
    help: &'static str,
}

/// Every format of every game.
#[utoipa::path(get, path = "/api/formats", tag = "tools", responses((status = 200, body = [FormatAnswer])))]
pub(crate) async fn formats() -> Json<Vec<FormatAnswer>> {
    Json(ennead_registry::formats().iter().map(describe).collect())
}

fn describe(format: &Format) -> FormatAnswer {
    let info = format.info;
    FormatAnswer {
        id: info.id,
        game: format.game.map(AnyGame::id),
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
