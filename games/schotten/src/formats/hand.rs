//! `schotten.hand`: six slots in six bytes.

use ennead_game::{Codec, Decoded, Field, FormatInfo, GameError, Kind, Options, Value, reject};
use serde_json::json;

use super::{
    Content, EMPTY_OPTION, FormatError, Reason, SlotReader, cards_text, empty_byte, parse_cards,
    slot_byte, slot_field,
};
use crate::draw::draw_cards;
use crate::{CardSet, HAND, Hand};

/// The size of a hand in bytes: one per slot.
pub const BYTES: usize = HAND;

/// The description of the format.
pub const INFO: FormatInfo = FormatInfo {
    id: "schotten.hand",
    summary: "a hand: six slots, a byte each",
    min_bits: BYTES as u64 * 8,
    max_bits: Some(BYTES as u64 * 8),
    kind: Kind::Bytes,
    options: &[EMPTY_OPTION],
};

/// Decodes a hand.
///
/// ```
/// use ennead_schotten::formats::hand;
/// let hand = hand::read(&[0x12, 0x11, 0x17, 0x29, 0x41, 0x57])?;
/// assert_eq!(hand[3].unwrap().to_string(), "yellow9");
/// # Ok::<(), ennead_schotten::formats::FormatError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Hand, FormatError> {
    if bytes.len() != BYTES {
        let reason = Reason::Length { what: "a hand", right: BYTES, found: bytes.len() };
        return Err(FormatError::new(bytes.len().min(BYTES), reason));
    }
    read_at(bytes, 0, &mut SlotReader::default())
}

/// Decodes a hand at an offset of a longer value.
pub(crate) fn read_at(
    bytes: &[u8],
    at: usize,
    reader: &mut SlotReader,
) -> Result<Hand, FormatError> {
    let mut hand: Hand = [None; HAND];
    for (slot, byte) in hand.iter_mut().zip(at..) {
        *slot = reader.slot(bytes[byte], byte)?;
    }
    Ok(hand)
}

/// Encodes a hand, with this byte for an empty slot.
pub fn write(hand: &Hand, empty: u8) -> [u8; BYTES] {
    hand.map(|slot| slot_byte(slot, empty))
}

/// Parses a hand and adds its cards to `seen`.
pub(crate) fn parse(text: &str, seen: &mut CardSet) -> Result<Hand, GameError> {
    let slots = parse_cards(text, seen)?;
    let found = slots.len();
    slots.try_into().map_err(|_| {
        reject(format!(
            "a hand has six slots, cards or - with spaces between them; this has {found}"
        ))
    })
}

/// The fields of a hand at an offset.
pub(crate) fn fields_at(name: &str, at: usize, hand: &Hand) -> Vec<Field> {
    let slot =
        |(slot, card): (usize, &_)| slot_field(format!("{name}slot {slot}"), at + slot, *card);
    hand.iter().enumerate().map(slot).collect()
}

/// The codec of `schotten.hand`.
#[derive(Clone, Copy, Debug)]
pub struct HandCodec;

impl Codec<Content> for HandCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Hand(parse(text, &mut CardSet::default())?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Hand(read(&value.to_bytes())?))
    }

    fn write(&self, content: &Content, options: &Options) -> Result<Value, GameError> {
        let Content::Hand(hand) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Value::Bytes(write(hand, empty_byte(options)?).to_vec()))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::Hand(hand) = content else { return Err(content.unfit(INFO.id)) };
        let json = json!({ "hand": cards_text(*hand), "cards": hand.iter().flatten().count() });
        Ok(Decoded { drawing: draw_cards(*hand), json })
    }

    fn bound(&self, _: &Content) -> Option<f64> {
        Some(crate::bound::bits(&[1; 6]))
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        Ok(fields_at("", 0, &read(&value.to_bytes())?))
    }
}
