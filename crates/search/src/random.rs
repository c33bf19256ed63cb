//! Random choices, a baseline.

use ennead_game::{Random, SplitMix64, View, ViewData};

use crate::{Advice, Bot, Budget};

/// Chooses uniformly at random.
#[derive(Clone, Debug)]
pub struct RandomBot {
    random: SplitMix64,
}

impl RandomBot {
    /// Creates a bot; its choices depend only on the seed.
    pub fn new(seed: u64) -> Self {
        RandomBot { random: SplitMix64::new(seed) }
    }
}

impl<G: View> Bot<G> for RandomBot {
    fn advise(&mut self, view: &G::Data, _: Budget) -> Advice {
        Advice::bare(self.random.below(u64::from(view.options())) as u32)
    }
}
