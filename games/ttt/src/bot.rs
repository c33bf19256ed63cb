//! The bots of tic-tac-toe.

use std::sync::{Arc, LazyLock};

use ennead_search::{
    ABOUT_FLAT, ABOUT_MCTS, ABOUT_RANDOM, ABOUT_UCT, AnyBot, Bot, BotEntry, FlatMonteCarlo, Level,
    Mcts, PerfectBot, PlainUct, Playout, RandomBot, Roster, Weakened, by_name,
};
use ennead_solve::{DEFAULT_LIMIT, Solution};

use crate::Ttt;

impl Playout for Ttt {}

/// The solved game, shared by all perfect bots in the process.
static SOLUTION: LazyLock<Arc<Solution<Ttt>>> = LazyLock::new(|| {
    Arc::new(Solution::solve(&(), DEFAULT_LIMIT).expect("tic-tac-toe has 765 positions"))
});

static BOTS: &[BotEntry] = &[
    BotEntry::new("random", ABOUT_RANDOM, |seed| by_name::<Ttt>(RandomBot::new(seed))),
    BotEntry::new("perfect", "never loses, wins as soon as it can", |seed| {
        by_name::<Ttt>(perfect(seed))
    }),
    BotEntry::new("flat", ABOUT_FLAT, |seed| by_name::<Ttt>(FlatMonteCarlo::new(seed))),
    BotEntry::new("uct", ABOUT_UCT, |seed| by_name::<Ttt>(PlainUct::new(seed))),
    BotEntry::new("mcts", ABOUT_MCTS, |seed| by_name::<Ttt>(Mcts::<Ttt>::new(seed))),
    BotEntry::level(Level::Beginner, |seed| level(Level::Beginner, seed)),
    BotEntry::level(Level::Casual, |seed| level(Level::Casual, seed)),
    BotEntry::level(Level::Skilled, |seed| level(Level::Skilled, seed)),
    BotEntry::level(Level::Strong, |seed| level(Level::Strong, seed)),
    BotEntry::level(Level::Best, |seed| level(Level::Best, seed)),
    BotEntry::new("best", "the same as perfect", |seed| by_name::<Ttt>(perfect(seed))),
];

/// The bots of tic-tac-toe, with ratings relative to perfect play.
pub(crate) const ROSTER: Roster =
    Roster::of::<Ttt>(BOTS, "perfect").with_ratings("perfect play", [-271, -101, -31, 0, 0]);

fn perfect(seed: u64) -> PerfectBot<Ttt> {
    PerfectBot::new(Arc::clone(&SOLUTION), seed)
}

fn level(level: Level, seed: u64) -> Box<dyn AnyBot> {
    by_name::<Ttt>(level_bot(level, seed))
}

/// Creates the bot for a level. Its choices depend only on the seed; the best level never loses.
pub fn level_bot(level: Level, seed: u64) -> Box<dyn Bot<Ttt>> {
    match level {
        Level::Strong | Level::Best => Box::new(perfect(seed)),
        _ => Box::new(Weakened::new(Mcts::<Ttt>::new(seed), level.handicap(), seed)),
    }
}
