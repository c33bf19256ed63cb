//! Slots, empty or not: what hands, boards, turns and views are made of.

use ennead_game::{Field, OptionSpec, Options, Refusal, Values, refuse};

use super::{FormatError, Reason};
use crate::{Card, CardSet};

/// The byte that is written for an empty slot unless another is asked for.
pub(crate) const EMPTY: u8 = 0xff;
/// The other byte that is read as an empty slot.
const OTHER_EMPTY: u8 = 0x00;

const EMPTY_WORDS: [&str; 2] = ["ff", "00"];

/// The option that says how empty slots are written.
pub(crate) const EMPTY_OPTION: OptionSpec = OptionSpec {
    name: "empty",
    values: Values::Words(&EMPTY_WORDS),
    default: EMPTY_WORDS[0],
    help: "the byte that stands for an empty slot; both are read",
};

/// The byte to write for an empty slot.
pub(crate) fn empty_byte(options: &Options) -> Result<u8, Refusal> {
    let word = options.get(EMPTY_OPTION.name).unwrap_or(EMPTY_OPTION.default);
    EMPTY_OPTION.check(word)?;
    Ok(if word == EMPTY_WORDS[0] { EMPTY } else { OTHER_EMPTY })
}

/// The byte of a slot.
#[inline]
pub(crate) fn slot_byte(slot: Option<Card>, empty: u8) -> u8 {
    slot.map_or(empty, Card::byte)
}

/// Reads slots of one value: empty ones must all be the same byte, and no card comes twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Empties {
    empty: Option<u8>,
    seen: CardSet,
}

impl Empties {
    /// The slot that a byte at an offset stands for.
    pub(crate) fn slot(&mut self, byte: u8, at: usize) -> Result<Option<Card>, FormatError> {
        if byte != EMPTY && byte != OTHER_EMPTY {
            let card = Card::from_byte(byte).map_err(|error| FormatError::new(at, Reason::Slot(error)))?;
            return self.note(card, at).map(Some);
        }
        let before = *self.empty.get_or_insert(byte);
        if byte != before {
            return Err(FormatError::new(at, Reason::MixedEmpties { found: byte, before }));
        }
        Ok(None)
    }

    /// The card that a byte at an offset stands for.
    pub(crate) fn card(&mut self, byte: u8, at: usize) -> Result<Card, FormatError> {
        let card = Card::from_byte(byte).map_err(|error| FormatError::new(at, error.into()))?;
        self.note(card, at)
    }

    fn note(&mut self, card: Card, at: usize) -> Result<Card, FormatError> {
        if self.seen.insert(card) { Ok(card) } else { Err(FormatError::new(at, Reason::Twice(card))) }
    }

    /// How many cards there were.
    pub(crate) fn cards(&self) -> usize {
        self.seen.len() as usize
    }
}

/// A slot's text.
fn slot_text(slot: Option<Card>) -> String {
    slot.map_or_else(|| "-".into(), |card| card.to_string())
}

/// The text of slots.
pub(crate) fn cards_text(slots: impl IntoIterator<Item = Option<Card>>) -> String {
    slots.into_iter().map(slot_text).collect::<Vec<_>>().join(" ")
}

/// Reads slots, `-` for an empty one, and notes their cards in `seen`.
pub(crate) fn parse_cards(text: &str, seen: &mut CardSet) -> Result<Vec<Option<Card>>, Refusal> {
    text.split_whitespace()
        .map(|word| {
            if word == "-" {
                return Ok(None);
            }
            let card: Card = word.parse()?;
            if !seen.insert(card) {
                return Err(refuse(format!("{card} is there for the second time")));
            }
            Ok(Some(card))
        })
        .collect()
}

/// A byte of a slot as a field.
pub(crate) fn slot_field(name: impl Into<String>, at: usize, slot: Option<Card>) -> Field {
    Field::new(name, at * 8, 8, slot.map_or_else(|| "empty".into(), |card| card.to_string()))
}
