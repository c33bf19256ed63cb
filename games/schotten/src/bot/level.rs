//! The five levels.

use crate::Schotten;

use super::search::InfoSetSearch;
use ennead_search::{Bot, Level};

/// Creates the bot for a level and any set-up; its choices depend only on the seed. The best level
/// searches with the whole budget. The others evaluate every placement once, as the search does,
/// and pick among those close enough to the best; stronger levels tolerate less.
pub fn level_bot(level: Level, seed: u64) -> Box<dyn Bot<Schotten>> {
    let slack = match level {
        Level::Beginner => 0.205,
        Level::Casual => 0.135,
        Level::Skilled => 0.085,
        Level::Strong => 0.035,
        Level::Best => return Box::new(InfoSetSearch::new(seed)),
    };
    Box::new(InfoSetSearch::without_search(seed, slack))
}
