//! Perfect play of a game that is solved.

use std::sync::Arc;

use ennead_game::{Seen, SplitMix64, Symmetric, View};
use ennead_solve::{GraphError, Solution, Value};

use crate::{Advice, Bot, Budget, Opinion, Worth};

/// Never does worse than the position allows, wins as soon and loses as late as can be forced; chance decides among equals.
///
/// It only knows positions that play from the solved set-up can reach; anywhere else it chooses the first option.
///
/// ```
/// use ennead_bots::{Bot, Budget, PerfectBot, Worth};
/// use ennead_game::{View, Viewer};
/// use ennead_ttt::Ttt;
/// let mut bot = PerfectBot::<Ttt>::solve(&(), 1)?;
/// let mistake: Ttt = "XO.......".parse()?;
/// let advice = bot.advise(&mistake.view(Viewer::Spectator), Budget::nodes(1));
/// assert_eq!(advice.worth, Some(Worth::Exact { score: 1, moves: Some(5) }));
/// assert_eq!(advice.line.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PerfectBot<G: Symmetric> {
    solution: Arc<Solution<G>>,
    random: SplitMix64,
}

impl<G: Symmetric> PerfectBot<G> {
    /// A bot that plays by a solution, which others may share.
    pub fn new(solution: Arc<Solution<G>>, seed: u64) -> Self {
        PerfectBot { solution, random: SplitMix64::new(seed) }
    }

    /// Solves a small game and plays it.
    pub fn solve(setup: &G::Setup, seed: u64) -> Result<Self, GraphError> {
        Ok(Self::new(Arc::new(Solution::solve(setup, ennead_solve::DEFAULT_LIMIT)?), seed))
    }

    /// The choices from a position to the end, each the best for its seat.
    fn line(&self, mut position: G, first: u32) -> Vec<u32> {
        let mut line = vec![first];
        position.choose(first);
        while let Some(option) = self.best(&position) {
            line.push(option);
            position.choose(option);
        }
        line
    }

    fn best(&self, position: &G) -> Option<u32> {
        let moves = self.solution.moves(position)?;
        moves.into_iter().rev().max_by_key(|(_, value)| *value).map(|(option, _)| option)
    }
}

impl<G: Symmetric<Key: Send + Sync> + View> Bot<G> for PerfectBot<G> {
    fn advise(&mut self, seen: &G::Seen, _: Budget) -> Advice {
        if seen.options() <= 1 {
            return Advice::bare(0);
        }
        let position = G::sample(seen, &mut self.random);
        let Some(option) = self.solution.choose(&position, &mut self.random) else { return Advice::bare(0) };
        let mut moves = self.solution.moves(&position).unwrap_or_default();
        moves.sort_by_key(|(other, value)| (std::cmp::Reverse(*value), *other != option));
        let opinion = |(option, value)| Opinion { option, visits: 1, worth: exact(value) };
        Advice {
            option,
            worth: self.solution.value(&position).map(exact),
            line: self.line(position, option),
            opinions: moves.into_iter().map(opinion).collect(),
            nodes: 1,
        }
    }
}

fn exact(value: Value) -> Worth {
    let score = match value {
        Value::Loss(_) => -1,
        Value::Draw => 0,
        Value::Win(_) => 1,
    };
    Worth::Exact { score, moves: value.moves() }
}
