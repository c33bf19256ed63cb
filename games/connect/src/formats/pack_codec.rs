//! The codec of `connect.pack`.

use ennead_game::{
    Codec, Decoded, Field, FormatInfo, FormatSet, Game, GameError, Kind, Options, Presentation,
    Setup, Turn, Value, reject,
};
use serde_json::json;

use super::pack;
use crate::board_text::{looks_like_board, parse_board};
use crate::content::{Content, Formats, outcome_name};
use crate::setup::SETUP_BITS;
use crate::{Connect, ConnectSetup, Mark, draw_position};

/// The codec of `connect.pack`.
pub(crate) struct PackCodec;

/// The number of reachable positions of Connect Four.
const CONNECT_FOUR_POSITIONS: f64 = 4_531_985_219_092.0;

static INFO: FormatInfo = FormatInfo {
    id: "connect.pack",
    summary: "a position: 49 bits for Connect Four, with its set-up for every other board",
    min_bits: pack::MIN_BITS as u64,
    max_bits: Some(pack::MAX_BITS as u64),
    kind: Kind::Bits,
    options: ConnectSetup::OPTIONS,
};

fn read(value: &Value) -> Result<Connect, GameError> {
    match value {
        Value::Bits(bits) => Ok(pack::read(bits)?),
        Value::Bytes(bytes) => Ok(pack::read_bytes(bytes)?),
        Value::Integer(_) => Err(reject("a pack is a string of bits, not a number")),
    }
}

impl Codec<Content> for PackCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, options: &Options) -> Result<Content, GameError> {
        if looks_like_board(text) {
            return Ok(Content::Position(parse_board(text, options)?));
        }
        let setup = ConnectSetup::from_options(options)?;
        Ok(Formats::content_of(&Connect::parse_match(text, &setup)?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Position(read(value)?))
    }

    fn write(&self, content: &Content, _: &Options) -> Result<Value, GameError> {
        Ok(Value::Bits(pack::write(content.position())))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let position = content.position();
        let setup = position.setup();
        let to_move = match position.turn() {
            Turn::Seat(seat) => Some(Mark::of(seat).to_string()),
            _ => None,
        };
        let json = json!({
            "board": position.to_string(),
            "width": setup.width(),
            "height": setup.height(),
            "line": setup.line(),
            "gravity": setup.gravity_word(),
            "to_move": to_move,
            "outcome": position.outcome().map(outcome_name),
        });
        Ok(Decoded { drawing: draw_position(position), json })
    }

    fn bound(&self, content: &Content) -> Option<f64> {
        let is_default = *content.position().setup() == ConnectSetup::default();
        is_default.then(|| CONNECT_FOUR_POSITIONS.log2())
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let position = read(value)?;
        let setup = *position.setup();
        let mut fields = header_fields(&setup);
        let width = pack::lane_bits(&setup) as usize;
        for lane in 0..setup.lanes() {
            let at = pack::header_bits(&setup) as usize + lane as usize * width;
            fields.push(lane_field(&position, lane, at, width));
        }
        if let Value::Bytes(bytes) = value {
            let used = pack::bits(&setup) as usize;
            let padding = bytes.len() * 8 - used;
            if padding > 0 {
                fields.push(Field::new("padding", used, padding, "zeros up to the next byte"));
            }
        }
        Ok(fields)
    }
}

/// The fields of the escape bits and the set-up, if present.
fn header_fields(setup: &ConnectSetup) -> Vec<Field> {
    if *setup == ConnectSetup::default() {
        return Vec::new();
    }
    let escape = pack::ESCAPE_BITS as usize;
    debug_assert_eq!(SETUP_BITS, 12, "the four fields below");
    vec![
        Field::new("escape", 0, escape, "a set-up follows"),
        Field::new("width", escape, 4, format!("{} columns", setup.width())),
        Field::new("height", escape + 4, 4, format!("{} rows", setup.height())),
        Field::new("gravity", escape + 8, 1, setup.gravity_word()),
        Field::new("line", escape + 9, 3, format!("{} in a row win", setup.line())),
    ]
}

/// The field of a column or row.
fn lane_field(position: &Connect, lane: u32, at: usize, width: usize) -> Field {
    let setup = position.setup();
    let letter = |bit: u32| match position.mark_at(setup.index_of(bit)) {
        Some(Mark::X) => 'X',
        Some(Mark::O) => 'O',
        None => '.',
    };
    let cells: String =
        (0..setup.length()).map(|place| letter(lane * setup.stride() + place)).collect();
    if !setup.gravity() {
        return Field::new(format!("row {}", u32::from(setup.height()) - lane), at, width, cells);
    }
    let stones = cells.trim_end_matches('.');
    let meaning =
        if stones.is_empty() { "empty".into() } else { format!("{stones} from the bottom") };
    Field::new(format!("column {}", lane + 1), at, width, meaning)
}
