//! `schotten.card`: a card in a byte, with the colour in the high nibble and the number in the low
//! one.

use ennead_game::{Codec, Decoded, Field, FormatInfo, GameError, Kind, Options, Value};
use serde_json::json;

use super::{Content, FormatError, Reason};
use crate::Card;
use crate::draw::draw_cards;

/// The description of the format.
pub const INFO: FormatInfo = FormatInfo {
    id: "schotten.card",
    summary: "a card in a byte: colour, number",
    min_bits: 8,
    max_bits: Some(8),
    kind: Kind::Bytes,
    options: &[],
};

/// Decodes a card.
///
/// ```
/// use ennead_schotten::formats::card;
/// assert_eq!(card::read(&[0x52])?.to_string(), "cyan2");
/// assert_eq!(
///     card::read(&[0x70]).unwrap_err().to_string(),
///     "byte 0: 0x70 is not a card: its colour is 7, but colours are 1 (red) to 6 (grey)"
/// );
/// # Ok::<(), ennead_schotten::formats::FormatError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Card, FormatError> {
    let &[byte] = bytes else {
        let reason = Reason::Length { what: "a card", right: 1, found: bytes.len() };
        return Err(FormatError::new(bytes.len().min(1), reason));
    };
    Card::from_byte(byte).map_err(|error| FormatError::new(0, error.into()))
}

/// The codec of `schotten.card`.
#[derive(Clone, Copy, Debug)]
pub struct CardCodec;

impl Codec<Content> for CardCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Card(text.trim().parse()?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Card(read(&value.to_bytes())?))
    }

    fn write(&self, content: &Content, _: &Options) -> Result<Value, GameError> {
        let Content::Card(card) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Value::Bytes(vec![card.byte()]))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::Card(card) = content else { return Err(content.unfit(INFO.id)) };
        let json = json!({
            "card": card.to_string(),
            "colour": card.colour().name(),
            "number": card.number(),
        });
        Ok(Decoded { drawing: draw_cards([Some(*card)]), json })
    }

    fn bound(&self, _: &Content) -> Option<f64> {
        Some(54f64.log2())
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let card = read(&value.to_bytes())?;
        Ok(vec![
            Field::new("colour", 0, 4, card.colour().name()),
            Field::new("number", 4, 4, card.number().to_string()),
        ])
    }
}
