//! The bots of nested tic-tac-toe, by name.

use ennead_search::{
    ABOUT_FLAT, ABOUT_MCTS, ABOUT_RANDOM, ABOUT_UCT, AnyBot, Bot, BotEntry, FlatMonteCarlo,
    Handicap, Level, LineProtocol, Mcts, PlainUct, RandomBot, Roster, Weakened, by_name,
};

use super::anchor::Anchor;
use super::{NestedBot, codingame, codingame_serve};
use crate::Nested;

static BOTS: &[BotEntry] = &[
    BotEntry::new("random", ABOUT_RANDOM, |seed| by_name::<Nested>(RandomBot::new(seed))),
    BotEntry::new("flat", ABOUT_FLAT, |seed| by_name::<Nested>(FlatMonteCarlo::new(seed))),
    BotEntry::new("uct", ABOUT_UCT, |seed| by_name::<Nested>(PlainUct::new(seed))),
    BotEntry::new("mcts", ABOUT_MCTS, |seed| by_name::<Nested>(Mcts::<Nested>::new(seed))),
    BotEntry::new("anchor", "textbook UCT, 100,000 playouts per move (depth 2)", |seed| {
        by_name::<Nested>(Anchor::new(seed))
    }),
    BotEntry::level(Level::Beginner, |seed| level(Level::Beginner, seed)),
    BotEntry::level(Level::Casual, |seed| level(Level::Casual, seed)),
    BotEntry::level(Level::Skilled, |seed| level(Level::Skilled, seed)),
    BotEntry::level(Level::Strong, |seed| level(Level::Strong, seed)),
    BotEntry::level(Level::Best, |seed| level(Level::Best, seed)),
    BotEntry::new("best", "the strongest: a search with a trained network", |seed| {
        by_name::<Nested>(NestedBot::new(seed))
    }),
];

/// Line protocols that only this game has.
static PROTOCOLS: &[LineProtocol] = &[LineProtocol {
    name: "cg",
    title: "CodinGame's protocol",
    about: "a program that speaks CodinGame's protocol (--rules count)",
    start: codingame::start,
    serve: codingame_serve::serve,
}];

/// The bots of nested tic-tac-toe.
pub(crate) const ROSTER: Roster = Roster::of::<Nested>(BOTS, "best")
    .with_protocols(PROTOCOLS)
    .with_ratings("textbook UCT with 100,000 playouts per move", [-432, -191, 39, 311, 536]);

fn level(level: Level, seed: u64) -> Box<dyn AnyBot> {
    by_name::<Nested>(level_bot(level, seed))
}

/// Creates the bot for a level, for any depth and rules. Its choices depend only on the seed.
pub fn level_bot(level: Level, seed: u64) -> Box<dyn Bot<Nested>> {
    let handicap = match level {
        Level::Beginner => Handicap { nodes: 8, slack: 0.12 },
        Level::Casual => Handicap { nodes: 20, slack: 0.0 },
        Level::Skilled => Handicap { nodes: 120, slack: 0.0 },
        Level::Strong => Handicap { nodes: 1_200, slack: 0.0 },
        // Superhuman already, and the same on a phone and on a server; `best` takes all the time.
        Level::Best => Handicap { nodes: 10_000, slack: 0.0 },
    };
    Box::new(Weakened::new(NestedBot::new(seed), handicap, seed))
}
