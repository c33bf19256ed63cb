//! Levels of strength.

use ennead_game::{Random, SplitMix64, View, ViewData};

use crate::{Advice, Bot, Budget};

/// The strength of an opponent, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Knows the rules, looks little ahead and often errs.
    Beginner = 1,
    /// Looks a little ahead and errs at times.
    Casual,
    /// Looks a few moves ahead and seldom errs.
    Skilled,
    /// Thinks for a short while and makes no random errors.
    Strong,
    /// The strongest bot, limited only by its budget.
    Best,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] =
        [Level::Beginner, Level::Casual, Level::Skilled, Level::Strong, Level::Best];

    /// The level with a number from 1 to 5.
    ///
    /// ```
    /// use ennead_search::Level;
    /// assert_eq!(Level::of(1), Some(Level::Beginner));
    /// assert_eq!(Level::of(6), None);
    /// ```
    pub fn of(number: u32) -> Option<Level> {
        Level::ALL.into_iter().find(|level| *level as u32 == number)
    }

    /// The name of the level's bot in a roster.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "level1",
            Level::Casual => "level2",
            Level::Skilled => "level3",
            Level::Strong => "level4",
            Level::Best => "level5",
        }
    }

    /// A one-line description.
    pub const fn about(self) -> &'static str {
        match self {
            Level::Beginner => "plays like a beginner",
            Level::Casual => "plays like a casual player",
            Level::Skilled => "plays like a skilled player",
            Level::Strong => "plays like a strong player",
            Level::Best => "plays as well as it can",
        }
    }

    /// The highest number of playouts, and the percentage of random choices.
    const fn limits(self) -> (u64, u64) {
        match self {
            Level::Beginner => (12, 30),
            Level::Casual => (60, 12),
            Level::Skilled => (1_000, 3),
            Level::Strong => (100, 0),
            Level::Best => (u64::MAX, 0),
        }
    }
}

/// A bot at less than full strength: it searches less and makes some choices at random.
pub struct Weakened<B> {
    bot: B,
    level: Level,
    random: SplitMix64,
}

impl<B> Weakened<B> {
    /// Weakens a bot to a level; its errors depend only on the seed.
    pub fn new(bot: B, level: Level, seed: u64) -> Self {
        Weakened { bot, level, random: SplitMix64::new(seed ^ 0x5eed) }
    }
}

impl<G: View, B: Bot<G>> Bot<G> for Weakened<B> {
    fn advise(&mut self, view: &G::Data, budget: Budget) -> Advice {
        let (nodes, errs) = self.level.limits();
        if self.random.below(100) < errs {
            return Advice::bare(self.random.below(u64::from(view.options())) as u32);
        }
        let nodes = budget.nodes.map_or(nodes, |most| most.min(nodes));
        self.bot.advise(view, Budget { nodes: Some(nodes), ..budget })
    }

    fn memory(&self) -> usize {
        self.bot.memory()
    }
}
