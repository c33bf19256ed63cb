//! Default bots for games that provide none.

use std::marker::PhantomData;

use ennead_game::{Presentation, View};

use crate::roster::{BotEntry, Roster, by_name};
use crate::{
    AnyBot, FlatMonteCarlo, Level, Mcts, PlainUct, Playout, RandomBot, SampledMcts, Weakened,
};

/// Description of [`RandomBot`].
pub const ABOUT_RANDOM: &str = "any option, all equally likely";
/// Description of [`FlatMonteCarlo`].
pub const ABOUT_FLAT: &str = "random playouts of every option, no tree";
/// Description of [`PlainUct`].
pub const ABOUT_UCT: &str = "plain tree search, as in textbooks";
/// Description of [`Mcts`].
pub const ABOUT_MCTS: &str = "tree search that proves wins and keeps its tree";
const ABOUT_SAMPLED: &str = "tree search over sampled deals that fit its view";
const ABOUT_BEST: &str = "the strongest: the full search within its budget";

/// The bots of an open game without chance.
struct OpenBots<G>(PhantomData<G>);

impl<G: View + Playout> OpenBots<G> {
    const ALL: &'static [BotEntry] = &[
        BotEntry::new("random", ABOUT_RANDOM, |seed| by_name::<G>(RandomBot::new(seed))),
        BotEntry::new("flat", ABOUT_FLAT, |seed| by_name::<G>(FlatMonteCarlo::new(seed))),
        BotEntry::new("uct", ABOUT_UCT, |seed| by_name::<G>(PlainUct::new(seed))),
        BotEntry::new("mcts", ABOUT_MCTS, |seed| by_name::<G>(Mcts::<G>::new(seed))),
        BotEntry::level(Level::Beginner, |seed| Self::level(Level::Beginner, seed)),
        BotEntry::level(Level::Casual, |seed| Self::level(Level::Casual, seed)),
        BotEntry::level(Level::Skilled, |seed| Self::level(Level::Skilled, seed)),
        BotEntry::level(Level::Strong, |seed| Self::level(Level::Strong, seed)),
        BotEntry::level(Level::Best, |seed| by_name::<G>(Mcts::<G>::new(seed))),
        BotEntry::new("best", ABOUT_BEST, |seed| by_name::<G>(Mcts::<G>::new(seed))),
    ];

    fn level(level: Level, seed: u64) -> Box<dyn AnyBot> {
        by_name::<G>(Weakened::new(Mcts::<G>::new(seed), level.handicap(), seed))
    }
}

/// The bots of a game with chance or hidden information.
struct HiddenBots<G>(PhantomData<G>);

impl<G: View + Playout> HiddenBots<G> {
    const ALL: &'static [BotEntry] = &[
        BotEntry::new("random", ABOUT_RANDOM, |seed| by_name::<G>(RandomBot::new(seed))),
        BotEntry::new("search", ABOUT_SAMPLED, |seed| by_name::<G>(SampledMcts::new(seed))),
        BotEntry::level(Level::Beginner, |seed| Self::level(Level::Beginner, seed)),
        BotEntry::level(Level::Casual, |seed| Self::level(Level::Casual, seed)),
        BotEntry::level(Level::Skilled, |seed| Self::level(Level::Skilled, seed)),
        BotEntry::level(Level::Strong, |seed| Self::level(Level::Strong, seed)),
        BotEntry::level(Level::Best, |seed| by_name::<G>(SampledMcts::new(seed))),
        BotEntry::new("best", ABOUT_BEST, |seed| by_name::<G>(SampledMcts::new(seed))),
    ];

    fn level(level: Level, seed: u64) -> Box<dyn AnyBot> {
        by_name::<G>(Weakened::new(SampledMcts::new(seed), level.handicap(), seed))
    }
}

impl Roster {
    /// The default bots of an open game without chance: MCTS at five levels.
    pub const fn open<G: Presentation + View + Playout>() -> Roster {
        Roster::of::<G>(OpenBots::<G>::ALL, "best")
    }

    /// The default bots of a game with chance or hidden information: MCTS at five levels over
    /// sampled positions that are consistent with the view.
    pub const fn hidden<G: Presentation + View + Playout>() -> Roster {
        Roster::of::<G>(HiddenBots::<G>::ALL, "best")
    }
}
