//! Levels of strength.

use ennead_game::{Random, SplitMix64, View};

use crate::{Advice, Bot, Budget, Opinion, PositionValue};

/// The strength of an opponent, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Hardly looks ahead, and settles for moves that do not look bad.
    Beginner = 1,
    /// Looks a little ahead, and settles for moves that look fair.
    Casual,
    /// Looks a few moves ahead, and chooses among good moves.
    Skilled,
    /// Thinks for a short while.
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

    /// The handicap of the default bots at this level.
    pub const fn handicap(self) -> Handicap {
        match self {
            Level::Beginner => Handicap { nodes: 10, slack: 0.6 },
            Level::Casual => Handicap { nodes: 40, slack: 0.3 },
            Level::Skilled => Handicap { nodes: 160, slack: 0.1 },
            Level::Strong => Handicap { nodes: 1_000, slack: 0.0 },
            Level::Best => Handicap { nodes: u64::MAX, slack: 0.0 },
        }
    }
}

/// A handicap: a bot looks less far ahead, and treats nearly equal moves as equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    /// The most nodes spent on a choice.
    pub nodes: u64,
    /// How much worse than the best option the chosen one may be, in units of values, which lie
    /// between -1 and 1.
    pub slack: f64,
}

/// A bot at less than full strength. It makes no random errors: it chooses among the best options,
/// as far as it has searched, and never passes over a win that it has proven.
pub struct Weakened<B> {
    bot: B,
    handicap: Handicap,
    random: SplitMix64,
}

impl<B> Weakened<B> {
    /// Handicaps a bot; its choice among equal options depends only on the seed.
    pub fn new(bot: B, handicap: Handicap, seed: u64) -> Self {
        Weakened { bot, handicap, random: SplitMix64::new(seed ^ 0x5eed) }
    }

    /// The index of a random opinion that is hardly worse than the best.
    fn near_best(&mut self, opinions: &[Opinion]) -> Option<usize> {
        let visited = || (0..opinions.len()).filter(|at| opinions[*at].visits > 0);
        let value = |at: usize| opinions[at].value.number();
        let best = visited().map(value).reduce(f64::max)?;
        let near: Vec<usize> =
            visited().filter(|at| value(*at) >= best - self.handicap.slack).collect();
        near.get(self.random.below(near.len() as u64) as usize).copied()
    }
}

impl<G: View, B: Bot<G>> Bot<G> for Weakened<B> {
    fn advise(&mut self, view: &G::Data, budget: Budget) -> Advice {
        let mut advice = self.bot.advise(view, budget.and(Budget::nodes(self.handicap.nodes)));
        // One lucky playout has the value of a win as well, so values alone do not tell them apart.
        if self.handicap.slack <= 0.0 || advice.opinions.first().is_some_and(is_proven_win) {
            return advice;
        }
        // Nearly equal options count as equal, so the chosen one may come first.
        if let Some(at @ 1..) = self.near_best(&advice.opinions) {
            advice.opinions[..=at].rotate_right(1);
            let Opinion { option, value, .. } = advice.opinions[0];
            advice = Advice { option, value: Some(value), line: vec![option], ..advice };
        }
        advice
    }

    fn memory(&self) -> usize {
        self.bot.memory()
    }
}

/// Bots that prove wins list them first.
fn is_proven_win(opinion: &Opinion) -> bool {
    matches!(opinion.value, PositionValue::Exact { score: 1.., .. })
}
