//! Bots of five levels.

use crate::{Schotten, SchottenView};

use super::greedy::Greedy;
use super::search::InfoSetSearch;
use ennead_search::{Advice, Bot, Budget, Level};

/// The scoring error of a beginner, which exceeds the score of the best formation.
const BEGINNER_NOISE: u32 = 400;
/// The scoring error of a casual player.
const CASUAL_NOISE: u32 = 160;
/// The number of nodes of a strong player, which leaves the choice to the values of placements.
const QUICK_NODES: u64 = 1;

/// Creates an opponent for any set-up; its choices depend only on the seed.
///
/// | level | bot |
/// |---|---|
/// | 1 | looks one move ahead, with errors that mostly decide |
/// | 2 | looks one move ahead, with frequent errors |
/// | 3 | looks one move ahead: [`Greedy`] |
/// | 4 | values placements as [`InfoSetSearch`] does, but hardly looks ahead |
/// | 5 | [`InfoSetSearch`] with the whole budget |
pub fn level_bot(level: Level, seed: u64) -> Box<dyn Bot<Schotten>> {
    match level {
        Level::Beginner => Box::new(Greedy::with_noise(seed, BEGINNER_NOISE)),
        Level::Casual => Box::new(Greedy::with_noise(seed, CASUAL_NOISE)),
        Level::Skilled => Box::new(Greedy::new(seed)),
        Level::Strong => Box::new(Quick(InfoSetSearch::new(seed))),
        Level::Best => Box::new(InfoSetSearch::new(seed)),
    }
}

/// A search that stops early.
struct Quick(InfoSetSearch);

impl Bot<Schotten> for Quick {
    fn advise(&mut self, seen: &SchottenView, budget: Budget) -> Advice {
        let nodes = budget.nodes.map_or(QUICK_NODES, |nodes| nodes.min(QUICK_NODES));
        self.0.advise(seen, Budget { nodes: Some(nodes), ..budget })
    }
}
