//! `schotten.deck`: cards from top to bottom, one byte each.

use ennead_game::{Codec, Decoded, Field, FormatInfo, GameError, Kind, Options, Value, reject};
use serde_json::json;

use super::{Content, FormatError, Reason, SlotReader, cards_text, parse_cards, slot_field};
use crate::draw::draw_cards;
use crate::{CARDS, Card, CardSet};

/// The description of the format.
pub const INFO: FormatInfo = FormatInfo {
    id: "schotten.deck",
    summary: "cards from top to bottom, a byte each, up to all 54",
    min_bits: 0,
    max_bits: Some(CARDS as u64 * 8),
    kind: Kind::Bytes,
    options: &[],
};

/// Decodes a deck of any length.
pub fn read(bytes: &[u8]) -> Result<Vec<Card>, FormatError> {
    if bytes.len() > CARDS {
        return Err(FormatError::new(CARDS, Reason::LongDeck { most: CARDS, found: bytes.len() }));
    }
    read_at(bytes, 0..bytes.len(), &mut SlotReader::default())
}

/// Decodes the cards in a range of a longer value.
pub(crate) fn read_at(
    bytes: &[u8],
    range: std::ops::Range<usize>,
    reader: &mut SlotReader,
) -> Result<Vec<Card>, FormatError> {
    range.map(|at| reader.card(bytes[at], at)).collect()
}

/// Encodes a deck.
pub fn write(deck: &[Card]) -> Vec<u8> {
    deck.iter().map(|card| card.byte()).collect()
}

/// Parses a deck and adds its cards to `seen`.
pub(crate) fn parse(text: &str, seen: &mut CardSet) -> Result<Vec<Card>, GameError> {
    let cards: Option<Vec<Card>> = parse_cards(text, seen)?.into_iter().collect();
    cards.ok_or_else(|| reject("a deck has no empty slots: write cards only"))
}

/// The text of a deck.
pub(crate) fn text(deck: &[Card]) -> String {
    cards_text(deck.iter().copied().map(Some))
}

/// The fields of a deck at an offset.
pub(crate) fn fields_at(name: &str, at: usize, deck: &[Card]) -> Vec<Field> {
    let card = |(place, card): (usize, &Card)| {
        slot_field(format!("{name}card {place}"), at + place, Some(*card))
    };
    deck.iter().enumerate().map(card).collect()
}

/// The codec of `schotten.deck`.
#[derive(Clone, Copy, Debug)]
pub struct DeckCodec;

impl Codec<Content> for DeckCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Deck(parse(text, &mut CardSet::default())?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Deck(read(&value.to_bytes())?))
    }

    fn write(&self, content: &Content, _: &Options) -> Result<Value, GameError> {
        let Content::Deck(deck) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Value::Bytes(write(deck)))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::Deck(deck) = content else { return Err(content.unfit(INFO.id)) };
        let json = json!({ "deck": text(deck), "cards": deck.len() });
        Ok(Decoded { drawing: draw_cards(deck.iter().copied().map(Some)), json })
    }

    fn bound(&self, _: &Content) -> Option<f64> {
        Some(crate::bound::bits(&[crate::CARDS]))
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        Ok(fields_at("", 0, &read(&value.to_bytes())?))
    }
}
