//! `schotten.move`: the slot of a card in the high nibble, its column in the low nibble; 0xff is a
//! pass.

use ennead_game::{
    Codec, Decoded, Field, FormatInfo, GameError, Kind, Notation, Options, Value, reject,
};
use serde_json::json;

use super::{Content, FormatError, Reason};
use crate::{Action, HAND, Move, STONES, Schotten};

/// The byte for a pass, and for the move in the turn after the end of a match.
pub(crate) const NO_MOVE: u8 = 0xff;

/// The description of the format.
pub const INFO: FormatInfo = FormatInfo {
    id: "schotten.move",
    summary: "a move in a byte: slot, column; 0xff is a pass",
    min_bits: 8,
    max_bits: Some(8),
    kind: Kind::Bytes,
    options: &[],
};

/// Decodes a move.
///
/// ```
/// use ennead_schotten::formats::moves;
/// assert_eq!(moves::read(&[0x13])?.to_string(), "1>3");
/// assert_eq!(moves::read(&[0xff])?.to_string(), "pass");
/// assert_eq!(
///     moves::read(&[0x1a]).unwrap_err().to_string(),
///     "byte 0: column 10 does not exist: columns are 0 to 8, and a pass is 0xff"
/// );
/// # Ok::<(), ennead_schotten::formats::FormatError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Move, FormatError> {
    let &[byte] = bytes else {
        let reason = Reason::Length { what: "a move", right: 1, found: bytes.len() };
        return Err(FormatError::new(bytes.len().min(1), reason));
    };
    read_at(byte, 0)
}

/// Decodes a move at an offset of a longer value.
pub(crate) fn read_at(byte: u8, at: usize) -> Result<Move, FormatError> {
    let (slot, column) = (byte >> 4, byte & 0xf);
    match Move::place(slot, column) {
        Some(mv) => Ok(mv),
        None if byte == NO_MOVE => Ok(Move::PASS),
        None if usize::from(slot) >= HAND => Err(FormatError::new(at, Reason::NoSlot(slot))),
        None => {
            debug_assert!(usize::from(column) >= STONES);
            Err(FormatError::new(at, Reason::NoColumn(column)))
        }
    }
}

/// Parses a move that the format can encode.
pub(crate) fn parse(text: &str) -> Result<Move, GameError> {
    let mv = Schotten::parse_move(text.trim())?;
    if mv.claims().next().is_some() {
        return Err(reject(format!(
            "{mv} decides on claims, which are automatic in this format: leave them out"
        )));
    }
    Ok(mv)
}

/// The codec of `schotten.move`.
#[derive(Clone, Copy, Debug)]
pub struct MoveCodec;

impl Codec<Content> for MoveCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Move(parse(text)?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Move(read(&value.to_bytes())?))
    }

    fn write(&self, content: &Content, _: &Options) -> Result<Value, GameError> {
        let Content::Move(mv) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Value::Bytes(vec![mv.byte()]))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::Move(mv) = content else { return Err(content.unfit(INFO.id)) };
        let (drawing, json) = match mv.action() {
            Action::Place { slot, column } => (
                format!("the card in slot {slot} goes to column {column}\n"),
                json!({ "move": mv.to_string(), "slot": slot, "column": column }),
            ),
            _ => {
                ("a pass\n".into(), json!({ "move": mv.to_string(), "slot": null, "column": null }))
            }
        };
        Ok(Decoded { drawing, json })
    }

    fn bound(&self, _: &Content) -> Option<f64> {
        Some(55f64.log2())
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        Ok(match read(&value.to_bytes())?.action() {
            Action::Place { slot, column } => vec![
                Field::new("slot", 0, 4, slot.to_string()),
                Field::new("column", 4, 4, column.to_string()),
            ],
            _ => vec![Field::new("move", 0, 8, "pass")],
        })
    }
}
