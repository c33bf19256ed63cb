//! The bots of line games, by name.

use ennead_search::{
    ABOUT_FLAT, ABOUT_MCTS, ABOUT_RANDOM, ABOUT_UCT, Advice, Anchor, AnyBot, Bot, BotEntry, Budget,
    FlatMonteCarlo, Handicap, Instant, Level, Mcts, Opinion, PlainUct, Playout, PositionValue,
    RandomBot, Roster, Weakened, by_name,
};

use super::{ConnectBot, Score};
use crate::{Connect, ConnectView};

/// The number of nodes if the budget sets no limit.
const DEFAULT_NODES: u64 = 100_000;
/// The two lowest levels evaluate positions by random play and hardly search.
const BEGINNER: Handicap = Handicap { nodes: 100, slack: 0.1 };
const CASUAL: Handicap = Handicap { nodes: 400, slack: 0.0 };
/// The two levels below the best search fewer positions.
const SKILLED: Handicap = Handicap { nodes: 2_000, slack: 0.0 };
const STRONG: Handicap = Handicap { nodes: 15_000, slack: 0.0 };
/// The budget that the level is rated with, so that it is the same on a phone and on a server; the
/// bot `best` takes all the time.
const BEST: Handicap = Handicap { nodes: 100_000, slack: 0.0 };

impl Playout for Connect {}

impl Bot<Connect> for ConnectBot {
    fn advise(&mut self, view: &ConnectView, budget: Budget) -> Advice {
        let start = Instant::now();
        let position = view.position();
        let unlimited = if budget.time.is_none() { DEFAULT_NODES } else { u64::MAX };
        let nodes = budget.nodes.unwrap_or(unlimited);
        let mut is_late = || budget.time.is_some_and(|time| start.elapsed() >= time);
        let answer = self.best(position, nodes, &mut is_late);
        let value = match answer.score {
            Score::Exact { end, plies } => PositionValue::Exact { score: end.into(), moves: plies },
            Score::Estimate(estimate) => PositionValue::Estimate(f64::from(estimate) / 1000.0),
        };
        let (option, nodes) = (answer.option, answer.nodes);
        let opinions = vec![Opinion { option, visits: nodes, value }];
        Advice { option, value: Some(value), line: answer.line, opinions, nodes }
    }

    fn memory(&self) -> usize {
        ConnectBot::memory(self)
    }
}

/// The bots by name.
static BOTS: &[BotEntry] = &[
    BotEntry::new("random", ABOUT_RANDOM, |seed| by_name::<Connect>(RandomBot::new(seed))),
    BotEntry::new("flat", ABOUT_FLAT, |seed| by_name::<Connect>(FlatMonteCarlo::new(seed))),
    BotEntry::new("uct", ABOUT_UCT, |seed| by_name::<Connect>(PlainUct::new(seed))),
    BotEntry::new("mcts", ABOUT_MCTS, |seed| by_name::<Connect>(Mcts::<Connect>::new(seed))),
    BotEntry::new("anchor", "textbook UCT, 100,000 playouts per move", |seed| {
        by_name::<Connect>(Anchor::new(seed))
    }),
    BotEntry::level(Level::Beginner, |seed| level(Level::Beginner, seed)),
    BotEntry::level(Level::Casual, |seed| level(Level::Casual, seed)),
    BotEntry::level(Level::Skilled, |seed| level(Level::Skilled, seed)),
    BotEntry::level(Level::Strong, |seed| level(Level::Strong, seed)),
    BotEntry::level(Level::Best, |seed| level(Level::Best, seed)),
    BotEntry::new(
        "best",
        "alpha-beta on bitboards, or tree search with threats on large boards",
        |seed| by_name::<Connect>(ConnectBot::new(seed)),
    ),
];

/// The bots of line games.
pub(crate) const ROSTER: Roster = Roster::of::<Connect>(BOTS, "best")
    .with_ratings("textbook UCT with 100,000 playouts per move", [-668, -410, -131, 60, 265]);

fn level(level: Level, seed: u64) -> Box<dyn AnyBot> {
    by_name::<Connect>(level_bot(level, seed))
}

/// Creates the bot for a level and any set-up. Its choices depend only on the seed.
pub fn level_bot(level: Level, seed: u64) -> Box<dyn Bot<Connect>> {
    let playing_at_random = |handicap| Weakened::new(Mcts::<Connect>::new(seed), handicap, seed);
    let looking_ahead = |handicap| Weakened::new(ConnectBot::new(seed), handicap, seed);
    match level {
        Level::Beginner => Box::new(playing_at_random(BEGINNER)),
        Level::Casual => Box::new(playing_at_random(CASUAL)),
        Level::Skilled => Box::new(looking_ahead(SKILLED)),
        Level::Strong => Box::new(looking_ahead(STRONG)),
        Level::Best => Box::new(looking_ahead(BEST)),
    }
}
