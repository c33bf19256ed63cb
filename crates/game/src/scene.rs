//! What a client needs in order to draw a position for one viewer.

use crate::{Focus, GameError, LabelSet, Turn, View, ViewData, Viewer};

/// Everything that a client receives about a position: whose turn it is, the options and what to
/// draw.
///
/// Like [`ViewBytes`](crate::ViewBytes), it can only be built from a view:
///
/// ```compile_fail
/// use ennead_game::{LabelSet, Scene, Seat, Turn};
/// let record = vec![0x41];
/// let scene = Scene { // the fields are private
///     turn: Turn::Seat(Seat::FIRST),
///     options: 1,
///     labels: LabelSet::EMPTY,
///     payload: record,
/// };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    turn: Turn,
    options: u32,
    labels: LabelSet,
    payload: Vec<u8>,
}

impl Scene {
    /// The scene of a position for `viewer`, or why the focus cannot be shown.
    pub fn of<G: View>(position: &G, viewer: Viewer, focus: &Focus) -> Result<Self, GameError> {
        let view = position.view(viewer);
        let turn = view.turn();
        Ok(Scene {
            turn,
            options: view.options(),
            labels: if is_turn_of(turn, viewer) { view.labels() } else { LabelSet::EMPTY },
            payload: view.payload(focus)?,
        })
    }

    /// Who chooses next, or how the game ended.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The number of options of the next choice, whichever seat makes it.
    pub fn options(&self) -> u32 {
        self.options
    }

    /// The labels on offer to the viewer; empty unless it is the viewer's turn.
    pub fn labels(&self) -> LabelSet {
        self.labels
    }

    /// The board payload.
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// Takes the board payload out of the scene.
    pub fn into_payload(self) -> Vec<u8> {
        self.payload
    }
}

/// Whether the viewer chooses next.
pub(crate) fn is_turn_of(turn: Turn, viewer: Viewer) -> bool {
    matches!((turn, viewer), (Turn::Seat(mover), Viewer::Seat(seat)) if mover == seat)
}
