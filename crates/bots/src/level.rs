//! Opponents of five strengths.

use ennead_game::{Random, Seen, SplitMix64, View};
use ennead_nested::Nested;
use ennead_ttt::Ttt;

use crate::{Advice, Bot, Budget, Mcts, NestedBot, PerfectBot};

/// How strong an opponent is, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Knows the rules, sees little ahead and often errs.
    Beginner = 1,
    /// Sees a little ahead and errs at times.
    Casual,
    /// Sees a few moves ahead and seldom errs.
    Skilled,
    /// Thinks for a short while and does not err by chance.
    Strong,
    /// All that we have, for as long as the budget lasts.
    Best,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level::Beginner, Level::Casual, Level::Skilled, Level::Strong, Level::Best];

    /// The level with a number from 1 to 5.
    ///
    /// ```
    /// use ennead_bots::Level;
    /// assert_eq!(Level::of(1), Some(Level::Beginner));
    /// assert_eq!(Level::of(6), None);
    /// ```
    pub fn of(number: u32) -> Option<Level> {
        Level::ALL.into_iter().find(|level| *level as u32 == number)
    }

    /// How many walks it makes at most, and in how many of a hundred choices it errs.
    const fn habits(self) -> (u64, u64) {
        match self {
            Level::Beginner => (12, 30),
            Level::Casual => (60, 12),
            Level::Skilled => (1_000, 3),
            Level::Strong => (100, 0),
            Level::Best => (u64::MAX, 0),
        }
    }
}

/// A bot held back: it looks at less than it could, and at times chooses anything.
struct HeldBack<B> {
    bot: B,
    level: Level,
    random: SplitMix64,
}

impl<G: View, B: Bot<G>> Bot<G> for HeldBack<B> {
    fn advise(&mut self, seen: &G::Seen, budget: Budget) -> Advice {
        let (nodes, errs) = self.level.habits();
        if self.random.below(100) < errs {
            return Advice::bare(self.random.below(u64::from(seen.options())) as u32);
        }
        let nodes = budget.nodes.map_or(nodes, |most| most.min(nodes));
        self.bot.advise(seen, Budget { nodes: Some(nodes), ..budget })
    }
}

/// An opponent at nested tic-tac-toe, of any depth and rules. Its choices follow from the seed.
pub fn nested_bot(level: Level, seed: u64) -> Box<dyn Bot<Nested>> {
    match level {
        Level::Best => Box::new(NestedBot::new(seed)),
        Level::Strong => held_back(NestedBot::new(seed), level, seed),
        _ => held_back(Mcts::<Nested>::new(seed), level, seed),
    }
}

/// An opponent at tic-tac-toe. Its choices follow from the seed; the best one never loses.
pub fn ttt_bot(level: Level, seed: u64) -> Box<dyn Bot<Ttt>> {
    match level {
        Level::Strong | Level::Best => {
            Box::new(PerfectBot::<Ttt>::solve(&(), seed).expect("tic-tac-toe is small"))
        }
        _ => held_back(Mcts::<Ttt>::new(seed), level, seed),
    }
}

fn held_back<G: View, B: Bot<G> + 'static>(bot: B, level: Level, seed: u64) -> Box<dyn Bot<G>> {
    Box::new(HeldBack { bot, level, random: SplitMix64::new(seed ^ 0x5eed) })
}
