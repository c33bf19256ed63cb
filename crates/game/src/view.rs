//! What a seat may know.

use std::fmt::Debug;

use thiserror::Error;

use crate::{Game, Random, Turn, Viewer};

/// Bytes that are no view of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a view: {reason} (byte {at})")]
pub struct SeenError {
    /// Offset of the first byte that is wrong.
    pub at: usize,
    /// What is wrong and what would be right.
    pub reason: String,
}

/// What one viewer knows of a position: the only thing that has bytes to send.
pub trait Seen: Clone + Eq + Debug + Send + Sync + 'static {
    /// The view as bytes: one view, one encoding.
    fn encode(&self) -> Vec<u8>;

    /// Reads what [`encode`](Self::encode) has written, and refuses everything else.
    fn decode(bytes: &[u8]) -> Result<Self, SeenError>;

    /// Who chooses next.
    fn turn(&self) -> Turn;

    /// Among how many options, as far as everyone may know; 0 when the game is over.
    fn options(&self) -> u32;
}

/// A game that says what each viewer may know.
///
/// Two positions that a viewer cannot tell apart give equal views, and so equal bytes. Positions themselves have no bytes:
/// what a server can send is a view, by type.
pub trait View: Game {
    /// What a viewer knows.
    type Seen: Seen;

    /// What `viewer` knows of this position.
    fn view(&self, viewer: Viewer) -> Self::Seen;

    /// A position that looks like this, each consistent deal of what is hidden equally likely.
    fn sample(seen: &Self::Seen, random: &mut dyn Random) -> Self;
}
