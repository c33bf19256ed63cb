//! What a client needs to draw a position for one viewer.

use crate::{Look, Refusal, Seen, Turn, View, Viewer};

/// All that goes to a client about a position: whose turn it is, what may be chosen, what to draw.
///
/// Like [`ViewBytes`](crate::ViewBytes) it comes from what a viewer knows and from nothing else:
///
/// ```compile_fail
/// use ennead_game::{Scene, Seat, Turn};
/// let record = vec![0x41];
/// let scene = Scene { turn: Turn::Seat(Seat::FIRST), options: 1, labels: 1, feed: record }; // the fields are private
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    turn: Turn,
    options: u32,
    labels: u64,
    feed: Vec<u8>,
}

impl Scene {
    /// What `viewer` may see of a position, or why that part of it cannot be shown.
    pub fn of<G: View>(position: &G, viewer: Viewer, look: &Look) -> Result<Self, Refusal> {
        let seen = position.view(viewer);
        let turn = seen.turn();
        Ok(Scene {
            turn,
            options: seen.options(),
            labels: if is_turn_of(turn, viewer) { seen.labels() } else { 0 },
            feed: seen.feed(look)?,
        })
    }

    /// Who chooses next, or how the game ended.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// Among how many options, whoever chooses.
    pub fn options(&self) -> u32 {
        self.options
    }

    /// The labels on offer to the viewer, as bits; none unless it is the viewer's turn.
    pub fn labels(&self) -> u64 {
        self.labels
    }

    /// What to draw.
    pub fn feed(&self) -> &[u8] {
        &self.feed
    }

    /// The same, to keep.
    pub fn into_feed(self) -> Vec<u8> {
        self.feed
    }
}

/// Whether it is the viewer who chooses.
pub(crate) fn is_turn_of(turn: Turn, viewer: Viewer) -> bool {
    matches!((turn, viewer), (Turn::Seat(mover), Viewer::Seat(seat)) if mover == seat)
}
