//! Slots, occupied or empty: the elements of hands, boards, turns and views.

use ennead_game::{Field, GameError, OptionSpec, Options, Values, reject};

use super::{FormatError, Reason};
use crate::{Card, CardSet};

/// The default byte for an empty slot.
pub(crate) const EMPTY: u8 = 0xff;
/// The alternative byte for an empty slot.
const OTHER_EMPTY: u8 = 0x00;

const EMPTY_WORDS: [&str; 2] = ["ff", "00"];

/// The option that sets the byte for empty slots.
pub(crate) const EMPTY_OPTION: OptionSpec = OptionSpec {
    name: "empty",
    values: Values::Words(&EMPTY_WORDS),
    default: EMPTY_WORDS[0],
    help: "the byte that stands for an empty slot; both are read",
};

/// The byte to write for an empty slot.
pub(crate) fn empty_byte(options: &Options) -> Result<u8, GameError> {
    let word = options.get(EMPTY_OPTION.name).unwrap_or(EMPTY_OPTION.default);
    EMPTY_OPTION.check(word)?;
    Ok(if word == EMPTY_WORDS[0] { EMPTY } else { OTHER_EMPTY })
}

/// The byte of a slot.
#[inline]
pub(crate) fn slot_byte(slot: Option<Card>, empty: u8) -> u8 {
    slot.map_or(empty, Card::byte)
}

/// A decoder for the slots of one value. All empty slots must have the same byte, and no card may
/// occur twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotReader {
    empty: Option<u8>,
    seen: CardSet,
}

impl SlotReader {
    /// Decodes a slot at an offset.
    pub(crate) fn slot(&mut self, byte: u8, at: usize) -> Result<Option<Card>, FormatError> {
        if byte != EMPTY && byte != OTHER_EMPTY {
            let card =
                Card::from_byte(byte).map_err(|error| FormatError::new(at, Reason::Slot(error)))?;
            return self.note(card, at).map(Some);
        }
        let before = *self.empty.get_or_insert(byte);
        if byte != before {
            return Err(FormatError::new(at, Reason::MixedEmpties { found: byte, before }));
        }
        Ok(None)
    }

    /// Decodes a card at an offset.
    pub(crate) fn card(&mut self, byte: u8, at: usize) -> Result<Card, FormatError> {
        let card = Card::from_byte(byte).map_err(|error| FormatError::new(at, error.into()))?;
        self.note(card, at)
    }

    fn note(&mut self, card: Card, at: usize) -> Result<Card, FormatError> {
        if self.seen.insert(card) {
            Ok(card)
        } else {
            Err(FormatError::new(at, Reason::Twice(card)))
        }
    }

    /// The number of cards read so far.
    pub(crate) fn cards(&self) -> usize {
        self.seen.len() as usize
    }
}

/// The text of a slot.
fn slot_text(slot: Option<Card>) -> String {
    slot.map_or_else(|| "-".into(), |card| card.to_string())
}

/// The text of slots.
pub(crate) fn cards_text(slots: impl IntoIterator<Item = Option<Card>>) -> String {
    slots.into_iter().map(slot_text).collect::<Vec<_>>().join(" ")
}

/// Parses slots, `-` for an empty one, and adds their cards to `seen`.
pub(crate) fn parse_cards(text: &str, seen: &mut CardSet) -> Result<Vec<Option<Card>>, GameError> {
    text.split_whitespace()
        .map(|word| {
            if word == "-" {
                return Ok(None);
            }
            let card: Card = word.parse()?;
            if !seen.insert(card) {
                return Err(reject(format!("{card} occurs twice")));
            }
            Ok(Some(card))
        })
        .collect()
}

/// The field of a slot.
pub(crate) fn slot_field(name: impl Into<String>, at: usize, slot: Option<Card>) -> Field {
    Field::new(name, at * 8, 8, slot.map_or_else(|| "empty".into(), |card| card.to_string()))
}
