//! Any option, all equally likely.

use ennead_game::{Random, Seen, SplitMix64, View};

use crate::{Advice, Bot, Budget};

/// Chooses at random.
#[derive(Clone, Debug)]
pub struct RandomBot {
    random: SplitMix64,
}

impl RandomBot {
    /// A bot whose choices follow from the seed.
    pub fn new(seed: u64) -> Self {
        RandomBot { random: SplitMix64::new(seed) }
    }
}

impl<G: View> Bot<G> for RandomBot {
    fn advise(&mut self, seen: &G::Seen, _: Budget) -> Advice {
        Advice::bare(self.random.below(u64::from(seen.options())) as u32)
    }
}
