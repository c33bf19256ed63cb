//! The bots of line games by name.

use ennead_search::{
    ABOUT_FLAT, ABOUT_MCTS, ABOUT_RANDOM, ABOUT_UCT, Advice, AnyBot, Bot, BotEntry, Budget,
    FlatMonteCarlo, Instant, Level, Mcts, Opinion, PlainUct, Playout, PositionValue, RandomBot,
    Roster, Weakened, by_name,
};

use super::{ConnectBot, Score};
use crate::{Connect, ConnectView};

/// What a budget without any limit is good for.
const DEFAULT_NODES: u64 = 100_000;
/// How many positions the two levels below the best look at.
const SKILLED_NODES: u64 = 300;
const STRONG_NODES: u64 = 10_000;

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
}

/// A bot that looks at no more than so many positions.
struct Limited(ConnectBot, u64);

impl Bot<Connect> for Limited {
    fn advise(&mut self, view: &ConnectView, budget: Budget) -> Advice {
        let Limited(bot, nodes) = self;
        bot.advise(view, budget.and(Budget::nodes(*nodes)))
    }
}

/// The bots, one line each.
static BOTS: &[BotEntry] = &[
    BotEntry {
        name: "random",
        about: ABOUT_RANDOM,
        make: |seed| by_name::<Connect>(RandomBot::new(seed)),
    },
    BotEntry {
        name: "flat",
        about: ABOUT_FLAT,
        make: |seed| by_name::<Connect>(FlatMonteCarlo::new(seed)),
    },
    BotEntry {
        name: "uct",
        about: ABOUT_UCT,
        make: |seed| by_name::<Connect>(PlainUct::new(seed)),
    },
    BotEntry {
        name: "mcts",
        about: ABOUT_MCTS,
        make: |seed| by_name::<Connect>(Mcts::<Connect>::new(seed)),
    },
    BotEntry::level(Level::Beginner, |seed| level(Level::Beginner, seed)),
    BotEntry::level(Level::Casual, |seed| level(Level::Casual, seed)),
    BotEntry::level(Level::Skilled, |seed| level(Level::Skilled, seed)),
    BotEntry::level(Level::Strong, |seed| level(Level::Strong, seed)),
    BotEntry::level(Level::Best, |seed| level(Level::Best, seed)),
    BotEntry {
        name: "best",
        about: "alpha-beta on bitboards, or tree search with threats on large boards",
        make: |seed| by_name::<Connect>(ConnectBot::new(seed)),
    },
];

/// The bots of line games.
pub(crate) const ROSTER: Roster = Roster::of::<Connect>(BOTS, "best");

fn level(level: Level, seed: u64) -> Box<dyn AnyBot> {
    by_name::<Connect>(level_bot(level, seed))
}

/// An opponent at any set-up. Its choices follow from the seed.
pub fn level_bot(level: Level, seed: u64) -> Box<dyn Bot<Connect>> {
    match level {
        Level::Beginner | Level::Casual => {
            Box::new(Weakened::new(Mcts::<Connect>::new(seed), level.handicap(), seed))
        }
        Level::Skilled => Box::new(Limited(ConnectBot::new(seed), SKILLED_NODES)),
        Level::Strong => Box::new(Limited(ConnectBot::new(seed), STRONG_NODES)),
        Level::Best => Box::new(ConnectBot::new(seed)),
    }
}
