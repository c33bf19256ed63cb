//! Bots of five levels.

use crate::Schotten;

use super::search::InfoSetSearch;
use ennead_search::{Bot, Level};

/// Creates an opponent for any set-up; its choices depend only on the seed. The strongest searches
/// with the whole budget. The others value every placement once, as the search does, and choose
/// among those whose chances to win are nearly the best: the stronger, the nearer.
pub fn level_bot(level: Level, seed: u64) -> Box<dyn Bot<Schotten>> {
    let slack = match level {
        Level::Beginner => 0.205,
        Level::Casual => 0.135,
        Level::Skilled => 0.085,
        Level::Strong => 0.035,
        Level::Best => return Box::new(InfoSetSearch::new(seed)),
    };
    Box::new(InfoSetSearch::content(seed, slack))
}
