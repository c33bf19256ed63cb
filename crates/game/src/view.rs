//! What a seat may know.

use std::fmt::Debug;

use thiserror::Error;

use crate::{Explanation, Game, Look, Match, Random, Refusal, Turn, Viewer};

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

    /// The labels on offer, as bits: what each option stands for on the board. Options are in ascending order of their labels. 0 where
    /// the viewer may not know them.
    fn labels(&self) -> u64 {
        u64::MAX.checked_shr(u64::BITS.saturating_sub(self.options())).unwrap_or(0)
    }

    /// A label on offer in a few words.
    fn label_text(&self, label: u8) -> String {
        (u32::from(label) + 1).to_string()
    }

    /// What a client draws, as `PROTOCOL.md` lays it out.
    fn feed(&self, look: &Look) -> Result<Vec<u8>, Refusal> {
        look.whole()?;
        Ok(self.encode())
    }

    /// The view drawn with letters for people; may have colours. Nothing where nobody has drawn it yet.
    fn draw(&self) -> String {
        String::new()
    }

    /// What there is to explain, as far as everyone may know it; nothing in most games.
    fn explain(&self) -> Vec<Explanation> {
        Vec::new()
    }
}

/// A game that says what each viewer may know.
///
/// Two positions that a viewer cannot tell apart give equal views, and so equal bytes. Positions themselves have no bytes:
/// what a server can send is a view, by type.
pub trait View: Game {
    /// What a viewer knows.
    type Seen: Seen;

    /// Whether everyone may see every choice of a move. If not, only what views tell of it may be known.
    const SHOWS_MOVES: bool = true;

    /// What `viewer` knows of this position.
    fn view(&self, viewer: Viewer) -> Self::Seen;

    /// The labels on offer as a viewer may know them. It says what the view says; a game whose views are long may say it without making one.
    fn labels(&self, viewer: Viewer) -> u64 {
        self.view(viewer).labels()
    }

    /// What there is to explain to a viewer of a match, from public knowledge only: what the view says, unless the way there says more.
    fn explain_match(game: &Match<Self>, viewer: Viewer) -> Vec<Explanation> {
        game.position().view(viewer).explain()
    }

    /// A position that looks like this, each consistent deal of what is hidden equally likely.
    fn sample(seen: &Self::Seen, random: &mut dyn Random) -> Self;
}
