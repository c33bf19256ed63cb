//! Questions about positions, as puzzles ask them: which of a few items?

use crate::{AnyMatch, GameError, Random};

/// A question that a game asks about positions; its answer is a set of items.
///
/// The game computes the answer by its own rules. Positions are packed by the game, since most of a
/// match may not matter to the question.
#[derive(Clone, Copy)]
pub struct Question {
    /// The question, as in "Which stones can you claim?".
    pub text: &'static str,
    /// What else is to be known, in a sentence or two.
    pub note: &'static str,
    /// The items by their names, at most 32.
    pub items: &'static [&'static str],
    /// The match of a packed position, in which a seat is on the move.
    pub open: OpenPosition,
    /// The answer to the question in a match that `open` gave.
    pub answer: fn(&dyn AnyMatch) -> QuestionAnswer,
    /// A drawing of the position for terminals that does not give the answer away; none in a
    /// browser.
    pub draw: Option<fn(&dyn AnyMatch) -> String>,
    /// What makes new positions and proves answers; none in a browser.
    pub workshop: Option<Workshop>,
}

/// Opens a packed position.
pub type OpenPosition = fn(&[u8]) -> Result<Box<dyn AnyMatch>, GameError>;

/// The right items, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionAnswer {
    /// A bit for each item, the first one lowest.
    pub items: u32,
    /// A sentence about each item that is worth one, the wrong ones included.
    pub reasons: Vec<String>,
}

/// What makes puzzles of a question; a module in a browser has none.
#[derive(Clone, Copy)]
pub struct Workshop {
    /// A packed position whose question is worth asking, or none in this attempt.
    pub make: fn(&mut dyn Random) -> Option<Vec<u8>>,
    /// The answer by exhaustion, and how many cases that took: a second opinion that shares
    /// nothing with [`Question::answer`].
    pub prove: fn(&dyn AnyMatch) -> (u32, u64),
}

impl Question {
    /// The question without what a browser does not need, which would make the module larger.
    #[must_use]
    pub const fn for_target(self) -> Question {
        if cfg!(target_family = "wasm") {
            return Question { draw: None, workshop: None, ..self };
        }
        self
    }
}
