//! The anchor: a bot that never changes, against which others are measured.

use ennead_game::View;

use crate::{Advice, Bot, Budget, PlainUct, Playout};

/// Playouts per choice, whatever the budget.
const PLAYOUTS: u64 = 100_000;

/// [`PlainUct`] with exactly 100,000 playouts per choice.
#[derive(Clone, Debug)]
pub struct Anchor(PlainUct);

impl Anchor {
    /// Creates a bot; its results depend only on the seed.
    pub fn new(seed: u64) -> Self {
        Anchor(PlainUct::new(seed))
    }
}

impl<G: View + Playout> Bot<G> for Anchor {
    fn advise(&mut self, view: &G::Data, _: Budget) -> Advice {
        Bot::<G>::advise(&mut self.0, view, Budget::nodes(PLAYOUTS))
    }
}
