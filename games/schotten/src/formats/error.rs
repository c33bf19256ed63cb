//! Decoding errors.

use std::fmt;

use thiserror::Error;

use crate::{Card, CardError};

/// A rejected value: the offset of the first wrong byte, its turn in a match, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct FormatError {
    /// The offset of the first wrong or missing byte.
    pub at: usize,
    /// The turn of a match, from 1.
    pub turn: Option<usize>,
    /// What is wrong, and what would be accepted.
    #[source]
    pub reason: Reason,
}

impl FormatError {
    pub(crate) fn new(at: usize, reason: Reason) -> Self {
        FormatError { at, turn: None, reason }
    }

    /// Shifts the error by `offset` bytes and assigns it to a turn.
    pub(crate) fn moved(self, offset: usize, turn: usize) -> Self {
        FormatError { at: self.at + offset, turn: Some(turn), ..self }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turn) = self.turn {
            write!(f, "turn {turn}, ")?;
        }
        write!(f, "byte {}: {}", self.at, self.reason)
    }
}

/// Why a byte is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// Too few or too many bytes.
    #[error("{what} takes {right} byte(s), not {found}")]
    Length {
        /// A description of the value.
        what: &'static str,
        /// The expected number of bytes.
        right: usize,
        /// The number found.
        found: usize,
    },
    /// Not a card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// A byte that is neither a card nor an empty slot.
    #[error("{0}; an empty slot is 0xff or 0x00")]
    Slot(CardError),
    /// Both empty bytes occur in one value.
    #[error(
        "{found:#04x} stands for an empty slot here, but {before:#04x} did before: a value has \
         one or the other"
    )]
    MixedEmpties {
        /// The byte.
        found: u8,
        /// The empty byte that occurred before.
        before: u8,
    },
    /// A card occurs twice.
    #[error("{0} occurs twice")]
    Twice(Card),
    /// A card is placed beyond an empty slot of its column.
    #[error(
        "{card} is farther from the stones than an empty slot: a column fills from the stones \
         outwards"
    )]
    Gap {
        /// The card.
        card: Card,
    },
    /// An invalid slot of a move.
    #[error("slot {0} does not exist: slots are 0 to 5, and a pass is 0xff")]
    NoSlot(u8),
    /// An invalid column of a move.
    #[error("column {0} does not exist: columns are 0 to 8, and a pass is 0xff")]
    NoColumn(u8),
    /// The move is illegal.
    #[error("{0}")]
    Illegal(String),
    /// The deck is too long.
    #[error("a deck has at most {most} cards, not {found}")]
    LongDeck {
        /// The maximum number of cards.
        most: usize,
        /// The number found.
        found: usize,
    },
    /// Cards are missing.
    #[error("a deck of {deck} makes {found} cards with the hands and the board, but there are 54")]
    Missing {
        /// The number of cards in the deck.
        deck: usize,
        /// The total number of cards.
        found: usize,
    },
    /// A slot is empty while there is a deck.
    #[error("slot {0} is empty, but the deck is not")]
    Hole(usize),
    /// A byte does not follow from the preceding turn.
    #[error("{place} should be {right}, not {found}")]
    Differs {
        /// Its position in the turn.
        place: String,
        /// The content implied by the preceding turn.
        right: String,
        /// The content found.
        found: String,
    },
    /// The value ends within a turn.
    #[error("the value ends inside a turn, {missing} byte(s) before its end")]
    Cut {
        /// The number of missing bytes.
        missing: usize,
    },
    /// The match has no turn.
    #[error("a match has at least one turn")]
    NoTurn,
    /// The match is over, but the last turn is missing.
    #[error("the match is over, but the turn that shows its end, with the move 0xff, is missing")]
    NoLastTurn,
    /// There is a move in the turn after the end.
    #[error("the match is over, so the move is 0xff, not {0:#04x}")]
    MoveAfterEnd(u8),
    /// The move is 0xff although a card can be placed.
    #[error(
        "0xff is a pass or the end of a match, but the match is not over and a card can be placed"
    )]
    EarlyEnd,
    /// There are bytes after the last turn.
    #[error("{0} byte(s) follow the last turn of a match that is over")]
    AfterEnd(usize),
}
