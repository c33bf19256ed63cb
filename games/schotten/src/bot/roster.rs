//! The bots of Schotten Totten, by name.

use ennead_search::{ABOUT_RANDOM, AnyBot, BotEntry, Level, RandomBot, Roster, by_name};

use super::{Greedy, InfoSetSearch, level_bot};
use crate::Schotten;

static BOTS: &[BotEntry] = &[
    BotEntry::new("random", ABOUT_RANDOM, |seed| by_name::<Schotten>(RandomBot::new(seed))),
    BotEntry::new("greedy", "looks one move ahead", |seed| by_name::<Schotten>(Greedy::new(seed))),
    BotEntry::new("search", "plays out deals that fit what it sees", search),
    BotEntry::level(Level::Beginner, |seed| level(Level::Beginner, seed)),
    BotEntry::level(Level::Casual, |seed| level(Level::Casual, seed)),
    BotEntry::level(Level::Skilled, |seed| level(Level::Skilled, seed)),
    BotEntry::level(Level::Strong, |seed| level(Level::Strong, seed)),
    BotEntry::level(Level::Best, |seed| level(Level::Best, seed)),
    BotEntry::new("best", "the same as search", search),
];

/// The bots of Schotten Totten.
pub(crate) const ROSTER: Roster = Roster::of::<Schotten>(BOTS, "best")
    .with_ratings("a greedy bot that looks one move ahead", [-553, -262, -33, 150, 368]);

fn search(seed: u64) -> Box<dyn AnyBot> {
    by_name::<Schotten>(InfoSetSearch::new(seed))
}

fn level(level: Level, seed: u64) -> Box<dyn AnyBot> {
    by_name::<Schotten>(level_bot(level, seed))
}
