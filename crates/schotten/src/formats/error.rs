//! What is wrong with a value, and where.

use std::fmt;

use thiserror::Error;

use crate::{Card, CardError};

/// A value that is refused: the first byte that is wrong, in which turn of a match, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct FormatError {
    /// Offset of the first byte that is wrong, or of the first that is missing.
    pub at: usize,
    /// The turn of a match, from 1.
    pub turn: Option<usize>,
    /// What is wrong and what would be right.
    #[source]
    pub reason: Reason,
}

impl FormatError {
    pub(crate) fn new(at: usize, reason: Reason) -> Self {
        FormatError { at, turn: None, reason }
    }

    /// The same error `offset` bytes further on in a value, in one of its turns.
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
        /// The format's thing.
        what: &'static str,
        /// How many bytes are right.
        right: usize,
        /// How many there are.
        found: usize,
    },
    /// Not a card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// Neither a card nor an empty slot.
    #[error("{0}; an empty slot is 0xff or 0x00")]
    Slot(CardError),
    /// Both empty bytes in one value.
    #[error(
        "{found:#04x} stands for an empty slot here, but {before:#04x} did before: a value has one or the other"
    )]
    MixedEmpties {
        /// The byte.
        found: u8,
        /// The one before.
        before: u8,
    },
    /// A card for the second time.
    #[error("{0} is here for the second time")]
    Twice(Card),
    /// A card away from the stones.
    #[error("{card} lies farther from the stones than an empty place: a column fills from the stones on")]
    Gap {
        /// The card.
        card: Card,
    },
    /// A move's slot.
    #[error("slot {0} does not exist: slots are 0 to 5, and a pass is 0xff")]
    NoSlot(u8),
    /// A move's column.
    #[error("column {0} does not exist: columns are 0 to 8, and a pass is 0xff")]
    NoColumn(u8),
    /// The move is against the rules.
    #[error("{0}")]
    Illegal(String),
    /// The deck is too long.
    #[error("a deck has at most {most} cards, not {found}")]
    LongDeck {
        /// How many cards there may be.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// Cards are missing.
    #[error("a deck of {deck} makes {found} cards with the hands and the board, but there are 54")]
    Missing {
        /// How many cards the deck has.
        deck: usize,
        /// How many there are in all.
        found: usize,
    },
    /// A hole in a hand.
    #[error("slot {0} is empty, but the deck is not")]
    Hole(usize),
    /// A byte that does not follow from the turn before.
    #[error("{place} should be {right}, not {found}")]
    Differs {
        /// Where it is in the turn.
        place: String,
        /// What follows from the turn before.
        right: String,
        /// What is there.
        found: String,
    },
    /// The value ends inside a turn.
    #[error("the value ends inside a turn, {missing} byte(s) before its end")]
    Cut {
        /// How many bytes are missing.
        missing: usize,
    },
    /// A match without a turn.
    #[error("a match has at least one turn")]
    NoTurn,
    /// The game is over, but the last turn is not there.
    #[error("the match is over, but the turn that shows its end, with the move 0xff, is missing")]
    NoLastTurn,
    /// The move of the last turn.
    #[error("the match is over, so the move is 0xff, not {0:#04x}")]
    MoveAfterEnd(u8),
    /// 0xff where a card can be placed.
    #[error("0xff is a pass or the end of a match, but the match is not over and a card can be placed")]
    EarlyEnd,
    /// Something after the end.
    #[error("{0} byte(s) follow the last turn of a match that is over")]
    AfterEnd(usize),
}
