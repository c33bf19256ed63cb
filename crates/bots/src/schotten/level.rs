//! Opponents of five strengths.

use ennead_schotten::{Schotten, Sight};

use super::greedy::Greedy;
use super::search::InfoSetSearch;
use crate::{Advice, Bot, Budget, Level};

/// How far a beginner misjudges: more than the best formation is worth.
const BEGINNER_NOISE: u32 = 200;
/// How far a casual player misjudges.
const CASUAL_NOISE: u32 = 50;
/// How many playouts a quick thinker makes.
const QUICK_PLAYOUTS: u64 = 100;

/// An opponent at Schotten Totten, by any set-up. Its choices follow from the seed.
///
/// | level | what it does |
/// |---|---|
/// | 1 | sees what is good, and mostly does something else |
/// | 2 | looks one move ahead, and often misjudges |
/// | 3 | looks one move ahead: [`Greedy`] |
/// | 4 | thinks a little: a few playouts of [`InfoSetSearch`] |
/// | 5 | thinks as long as it is given |
pub fn schotten_bot(level: Level, seed: u64) -> Box<dyn Bot<Schotten>> {
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
    fn advise(&mut self, seen: &Sight, budget: Budget) -> Advice {
        let nodes = budget.nodes.map_or(QUICK_PLAYOUTS, |nodes| nodes.min(QUICK_PLAYOUTS));
        self.0.advise(seen, Budget { nodes: Some(nodes), ..budget })
    }
}
