//! `ennead formats`: lists the formats.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use clap::{ArgMatches, Command};
use ennead_game::{FormatInfo, Kind, OptionSpec, Values};
use ennead_kit::{Format, Games, Kit};
use ennead_tui::wrap;
use serde_json::{Value as Json, json};

use crate::arguments::json_argument;
use crate::failure::{Failure, Status};
use crate::output;

/// Summaries get at least this many columns.
const MIN_SUMMARY: usize = 24;

pub(crate) fn command(_: Games) -> Command {
    Command::new("formats")
        .about("List the formats of all games")
        .arg(json_argument("Print a JSON array on one line"))
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let formats = games.formats();
    if matches.get_flag("json") {
        let array: Json = formats.iter().map(format_json).collect();
        return output::print(&array.to_string());
    }
    output::draw(&table(&formats))
}

fn format_json(format: &Format) -> Json {
    let info = format.info;
    let options: Json = info.options.iter().map(option_json).collect();
    json!({
        "id": info.id,
        "game": format.kit.map(Kit::id),
        "summary": info.summary,
        "min_bits": info.min_bits,
        "max_bits": info.max_bits,
        "kind": kind_name(info.kind),
        "options": options,
    })
}

fn option_json(spec: &OptionSpec) -> Json {
    let values = match spec.values {
        Values::Words(words) => json!(words),
        Values::Numbers(low, high) => json!({ "min": low, "max": high }),
        Values::Flag => json!([true, false]),
        Values::Text(form) => json!(form),
    };
    json!({ "name": spec.name, "values": values, "default": spec.default, "help": spec.help })
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Integer => "integer",
        Kind::Bits => "bits",
        Kind::Bytes => "bytes",
    }
}

/// One line per format, under the titles of the games.
fn table(formats: &[Format]) -> String {
    let bold = Style::new().bold();
    let widest = |of: fn(&Format) -> usize| formats.iter().map(of).max().unwrap_or(0);
    let columns = (widest(|format| format.info.id.len()), widest(|format| bits(format.info).len()));
    let mut text = String::new();
    let mut title = "";
    for Format { info, kit } in formats {
        let own_title = kit.map_or("All games", |kit| kit.game().title());
        if own_title != title {
            let gap = if title.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{bold}{own_title}{bold:#}");
            title = own_title;
        }
        text += &row(info, columns);
    }
    text
}

fn row(info: &FormatInfo, (id_width, bits_width): (usize, usize)) -> String {
    let cyan = AnsiColor::Cyan.on_default();
    let (id, bits, kind) = (info.id, bits(info), kind_name(info.kind));
    let indent = id_width + bits_width + "  ".len() * 4 + "integer".len();
    let room = output::width().saturating_sub(indent).max(MIN_SUMMARY);
    let summary = wrap(info.summary, room).join(&format!("\n{:indent$}", ""));
    format!("  {cyan}{id:id_width$}{cyan:#}  {bits:>bits_width$}  {kind:7}  {summary}\n")
}

fn bits(info: &FormatInfo) -> String {
    match info.max_bits {
        Some(max) if max == info.min_bits => format!("{max} bits"),
        Some(max) => format!("{} to {max} bits", info.min_bits),
        None => format!("{} bits and up", info.min_bits),
    }
}
