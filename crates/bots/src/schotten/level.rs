//! Opponents from a beginner to the best.

use ennead_schotten::{Schotten, Sight};

use super::greedy::Greedy;
use super::search::InfoSetSearch;
use crate::{Advice, Bot, Budget};

/// How strong an opponent is, from 1 to 5.
///
/// | level | what it does |
/// |---|---|
/// | 1 | sees what is good, and mostly does something else |
/// | 2 | looks one move ahead, and often misjudges |
/// | 3 | looks one move ahead: [`Greedy`] |
/// | 4 | thinks a little: a few playouts of [`InfoSetSearch`] |
/// | 5 | thinks as long as it is given |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How far a beginner misjudges: more than the best formation is worth.
const BEGINNER_NOISE: u32 = 200;
/// How far a casual player misjudges.
const CASUAL_NOISE: u32 = 50;
/// How many playouts a quick thinker makes.
const QUICK_PLAYOUTS: u64 = 100;

impl Level {
    /// Sees what is good, and mostly does something else.
    pub const BEGINNER: Level = Level(1);
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level(1), Level(2), Level(3), Level(4), Level(5)];

    /// The level with a number from 1 to 5.
    ///
    /// ```
    /// use ennead_bots::schotten::Level;
    /// assert_eq!(Level::new(1), Some(Level::BEGINNER));
    /// assert_eq!(Level::new(6), None);
    /// ```
    pub fn new(number: u8) -> Option<Level> {
        (1..=5).contains(&number).then_some(Level(number))
    }

    /// The level's number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// An opponent of this level.
    pub fn bot(self, seed: u64) -> Box<dyn Bot<Schotten>> {
        match self.0 {
            1 => Box::new(Greedy::with_noise(seed, BEGINNER_NOISE)),
            2 => Box::new(Greedy::with_noise(seed, CASUAL_NOISE)),
            3 => Box::new(Greedy::new(seed)),
            4 => Box::new(Quick(InfoSetSearch::new(seed))),
            _ => Box::new(InfoSetSearch::new(seed)),
        }
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
