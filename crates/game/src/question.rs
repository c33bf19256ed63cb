//! Questions about positions, as puzzles ask them: which of a few items?

use crate::{AnyMatch, GameError, Random};

/// A question that a game asks about positions; its answer is a set of items.
///
/// The game computes the answer by its own rules. The game also defines how positions are packed,
/// since most of a match may be irrelevant to the question.
#[derive(Clone, Copy)]
pub struct Question {
    /// The question, as in "Which stones can you claim?".
    pub text: &'static str,
    /// Additional information, in a sentence or two.
    pub note: &'static str,
    /// The names of the items, at most 32.
    pub items: &'static [&'static str],
    /// Opens a packed position as a match in which a seat is to move.
    pub open: OpenPosition,
    /// The answer to the question, for a match returned by `open`.
    pub answer: fn(&dyn AnyMatch) -> QuestionAnswer,
    /// A drawing of the position for terminals that does not give the answer away; `None` in a
    /// browser.
    pub draw: Option<fn(&dyn AnyMatch) -> String>,
    /// Generates positions and proves answers; `None` in a browser.
    pub workshop: Option<Workshop>,
}

/// Opens a packed position.
pub type OpenPosition = fn(&[u8]) -> Result<Box<dyn AnyMatch>, GameError>;

/// The correct items, and the reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionAnswer {
    /// A bit for each item, the first one lowest.
    pub items: u32,
    /// A sentence about each item that deserves one, wrong ones included.
    pub reasons: Vec<String>,
}

/// The generator behind a question's puzzles; absent from the browser module.
#[derive(Clone, Copy)]
pub struct Workshop {
    /// Generates a packed position whose question is worth asking; `None` if this attempt failed.
    pub make: fn(&mut dyn Random) -> Option<Vec<u8>>,
    /// The answer by exhaustive search and the number of cases examined: a second opinion that
    /// shares no code with [`Question::answer`].
    pub prove: fn(&dyn AnyMatch) -> (u32, u64),
}

impl Question {
    /// The question without the parts that a browser does not need, which keeps the module small.
    #[must_use]
    pub const fn for_target(self) -> Question {
        if cfg!(target_family = "wasm") {
            return Question { draw: None, workshop: None, ..self };
        }
        self
    }
}
