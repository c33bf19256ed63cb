//! Views: what a viewer may know.

use std::fmt::Debug;

use serde_json::{Value as Json, json};
use thiserror::Error;

use crate::drawn_payload::drawn_payload;
use crate::{Focus, Game, GameError, LabelSet, Match, Random, SeenMove, Turn, Viewer};

/// Bytes that are not a view of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a view: {reason} (byte {at})")]
pub struct ViewError {
    /// Offset of the first invalid byte.
    pub at: usize,
    /// What is wrong, and what would be accepted.
    pub reason: String,
}

/// What one viewer knows of a position: the only data that can be encoded for clients.
pub trait ViewData: Clone + Eq + Debug + Send + Sync + 'static {
    /// Encodes the view; every view has exactly one encoding.
    fn encode(&self) -> Vec<u8>;

    /// Decodes the output of [`encode`](Self::encode) and rejects everything else.
    fn decode(bytes: &[u8]) -> Result<Self, ViewError>;

    /// Who chooses next.
    fn turn(&self) -> Turn;

    /// The number of options of the next choice, as far as it is public; 0 when the game is over.
    fn options(&self) -> u32;

    /// The labels on offer, which identify each option on the board; empty if the viewer may not
    /// know them.
    fn labels(&self) -> LabelSet {
        LabelSet::first(self.options())
    }

    /// A short text for a label on offer.
    fn label_text(&self, label: u8) -> String {
        (u32::from(label) + 1).to_string()
    }

    /// The board payload for clients, laid out as described in `PROTOCOL.md`.
    fn payload(&self, focus: &Focus) -> Result<Vec<u8>, GameError> {
        drawn_payload(self, focus)
    }

    /// A text drawing of the view, empty by default; may contain ANSI colours.
    fn draw(&self) -> String {
        String::new()
    }

    /// Explanations for people as the game's own JSON object; empty in most games. `earlier` makes
    /// the viewer's views before each choice so far, oldest first, for a game whose explanations
    /// depend on the past.
    fn explain(&self, _earlier: &mut dyn Iterator<Item = Self>) -> Json {
        json!({})
    }

    /// What the viewer can tell of the whole move between two of its views; `None` if the move is
    /// hidden, as it is by default. Chance after the move is not included in `after`.
    ///
    /// There is no other source of the moves that viewers of a game with secrets are shown, in
    /// logs, frames and histories. Moves that lead to equal views are therefore described alike.
    fn describe(_before: &Self, _after: &Self) -> Option<SeenMove> {
        None
    }
}

/// A game that defines what each viewer may know.
///
/// Positions that a viewer cannot distinguish give equal views, and therefore equal bytes.
/// Positions have no encoding for clients, so a server can only send views.
pub trait View: Game {
    /// What a viewer knows of a position.
    type Data: ViewData;

    /// Whether the game has no secrets: every viewer sees the whole position, and every choice as
    /// it is made. Otherwise viewers see of the choices only what [`ViewData::describe`] says.
    const OPEN: bool = false;

    /// What `viewer` knows of this position.
    fn view(&self, viewer: Viewer) -> Self::Data;

    /// The labels on offer, as far as a viewer may know them. They must equal those of the view; a
    /// game with large views may compute them without building one.
    fn labels(&self, viewer: Viewer) -> LabelSet {
        self.view(viewer).labels()
    }

    /// A random position that gives this view, with all consistent deals equally likely.
    fn sample(view: &Self::Data, random: &mut dyn Random) -> Self;

    /// Deals anew what none of the viewers may know. Returns the choices of a match in which the
    /// seats choose the same and each viewer sees the same, with all consistent deals equally
    /// likely.
    ///
    /// By default the engine redraws chance choices one at a time. That is enough where they are
    /// independent, like dice. The cards of a deck are not, and need an implementation.
    fn redeal(
        _game: &Match<Self>,
        _viewers: &[Viewer],
        _random: &mut dyn Random,
    ) -> Option<Vec<u32>> {
        None
    }
}
