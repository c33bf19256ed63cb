//! The codec of `nested.pack`.

use ennead_game::{
    Codec, Decoded, Field, FormatInfo, FormatSet, Game, GameError, Kind, Options, Outcome,
    Presentation, Setup, Value, reject,
};
use serde_json::json;

use super::grid::Grid;
use super::{grid_write, pack};
use crate::content::{Content, Formats};
use crate::draw::caption;
use crate::{Nested, NestedSetup};

pub(crate) struct PackCodec;

/// Maximum number of grids in the JSON; the rest are unseen.
const SHOWN_GRIDS: u64 = 4096;

/// Numbers of values of a grid, the turn and the target of a packed position at depth 2.
const PACKED_GRIDS: f64 = 11_096.0;
const TURNS: f64 = 2.0;
const TARGETS: f64 = 10.0;

static INFO: FormatInfo = FormatInfo {
    id: "nested.pack",
    summary: "a position to continue from: grids, turn, target, rules and depth",
    min_bits: 16,
    max_bits: None,
    kind: Kind::Bytes,
    options: NestedSetup::OPTIONS,
};

fn position(content: &Content) -> Result<&Nested, GameError> {
    content.position().ok_or_else(|| {
        reject("a grid does not contain the turn, target and rules that a pack needs")
    })
}

impl Codec<Content> for PackCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, options: &Options) -> Result<Content, GameError> {
        Ok(Formats::content_of(&Nested::parse_match(text, &NestedSetup::from_options(options)?)?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Position(pack::read(&value.to_bytes())?))
    }

    fn write(&self, content: &Content, _: &Options) -> Result<Value, GameError> {
        Ok(Value::Bytes(pack::write(position(content)?)?))
    }

    fn show(&self, content: &Content, options: &Options) -> Result<Decoded, GameError> {
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

    fn bound(&self, content: &Content) -> Option<f64> {
        let is_flat = content.position().is_some_and(|position| position.depth() == 2);
        is_flat.then(|| 9.0 * PACKED_GRIDS.log2() + (TURNS * TARGETS).log2())
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
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
            let meaning =
                format!("grids, turn and target as choices: {}", caption(&position).trim_end());
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
