//! `nested.pack` by name.

use ennead_game::{
    Catalog, Codec, Decoded, Field, FormatInfo, Game, Kind, Options, Outcome, Refusal, Setup, Value, refuse,
};
use serde_json::json;

use super::grid::Grid;
use super::{grid_write, pack};
use crate::catalog::Content;
use crate::draw::caption;
use crate::{Nested, NestedSetup};

/// The codec.
pub(crate) struct PackCodec;

/// JSON writes this many grids at most; the rest is unseen.
const SHOWN_GRIDS: u64 = 4096;

static INFO: FormatInfo = FormatInfo {
    id: "nested.pack",
    summary: "a position to go on from: grids, turn, target, rules and depth",
    min_bits: 16,
    max_bits: None,
    kind: Kind::Bytes,
    options: NestedSetup::OPTIONS,
};

fn position(content: &Content) -> Result<&Nested, Refusal> {
    content.position().ok_or_else(|| {
        refuse("a grid does not say whose turn it is, where the player is sent and by which rules, and a pack needs them")
    })
}

impl Codec<Content> for PackCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, options: &Options) -> Result<Content, Refusal> {
        Ok(Nested::content_of(&Nested::parse_match(text, &NestedSetup::from_options(options)?)?))
    }

    fn read(&self, value: &Value) -> Result<Content, Refusal> {
        Ok(Content::Position(pack::read(&value.to_bytes())?))
    }

    fn write(&self, content: &Content, _: &Options) -> Result<Value, Refusal> {
        Ok(Value::Bytes(pack::write(position(content)?)?))
    }

    fn show(&self, content: &Content, options: &Options) -> Result<Decoded, Refusal> {
        let position = position(content)?;
        let grid = Grid::read_tolerant(&grid_write::write(position.top(), Some(SHOWN_GRIDS))?)?;
        let json = json!({
            "grid": grid.to_string(),
            "depth": position.depth(),
            "rules": position.rules().name(),
            "to_move": position.mover().map(|mark| mark.to_string()),
            "target": position.target().map(|target| target.to_string()),
            "outcome": position.outcome().map(outcome_name),
            "unseen": grid.missing(),
        });
        Ok(Decoded { drawing: position.draw(options)?, json })
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, Refusal> {
        let bytes = value.to_bytes();
        let position = pack::read(&bytes)?;
        let (depth, rules, body) = pack::read_header(&bytes)?;
        let short = if body > 1 { "in the next bytes".to_string() } else { depth.to_string() };
        let mut fields = vec![
            Field::new("version", 0, 2, pack::VERSION.to_string()),
            Field::new("rules", 2, 2, rules.name()),
            Field::new("depth", 4, 4, short),
        ];
        if body > 1 {
            fields.push(Field::new("long depth", 8, (body - 1) * 8, depth.to_string()));
        }
        if bytes.len() > body {
            let meaning = format!("grids, turn and target as choices: {}", caption(&position).trim_end());
            fields.push(Field::new("position", body * 8, (bytes.len() - body) * 8, meaning));
        }
        Ok(fields)
    }
}

fn outcome_name(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(seat) => Nested::seat_name(seat),
        Outcome::Draw => "draw".to_string(),
    }
}
