//! Perfect play of solved games.

use std::sync::Arc;

use ennead_game::{SplitMix64, Symmetric, View, ViewData};
use ennead_solve::{GraphError, Solution, SolvedValue};

use crate::{Advice, Bot, Budget, Opinion, PositionValue};

/// Plays a solved game perfectly: it wins as early and loses as late as possible, and chooses at
/// random among equally good options.
///
/// It knows only positions that are reachable from the solved set-up; in others it chooses the
/// first option.
///
/// ```
/// use ennead_search::{Bot, Budget, PerfectBot, PositionValue};
/// use ennead_game::{View, Viewer};
/// use ennead_ttt::Ttt;
/// let mut bot = PerfectBot::<Ttt>::solve(&(), 1)?;
/// let mistake: Ttt = "XO.......".parse()?;
/// let advice = bot.advise(&mistake.view(Viewer::Spectator), Budget::nodes(1));
/// assert_eq!(advice.value, Some(PositionValue::Exact { score: 1, moves: Some(5) }));
/// assert_eq!(advice.line.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PerfectBot<G: Symmetric> {
    solution: Arc<Solution<G>>,
    random: SplitMix64,
}

impl<G: Symmetric> PerfectBot<G> {
    /// Creates a bot from a solution, which may be shared.
    pub fn new(solution: Arc<Solution<G>>, seed: u64) -> Self {
        PerfectBot { solution, random: SplitMix64::new(seed) }
    }

    /// Solves a small game and creates a bot for it.
    pub fn solve(setup: &G::Setup, seed: u64) -> Result<Self, GraphError> {
        Ok(Self::new(Arc::new(Solution::solve(setup, ennead_solve::DEFAULT_LIMIT)?), seed))
    }

    /// The choices from a position to the end of the game, each the best for its seat.
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
    fn advise(&mut self, view: &G::Data, _: Budget) -> Advice {
        if view.options() <= 1 {
            return Advice::bare(0);
        }
        let position = G::sample(view, &mut self.random);
        let Some(option) = self.solution.choose(&position, &mut self.random) else {
            return Advice::bare(0);
        };
        let mut moves = self.solution.moves(&position).unwrap_or_default();
        moves.sort_by_key(|(other, value)| (std::cmp::Reverse(*value), *other != option));
        let opinion = |(option, value)| Opinion { option, visits: 1, value: exact(value) };
        Advice {
            option,
            value: self.solution.value(&position).map(exact),
            line: self.line(position, option),
            opinions: moves.into_iter().map(opinion).collect(),
            nodes: 1,
        }
    }
}

/// A solved value as a bot's value.
pub(crate) fn exact(value: SolvedValue) -> PositionValue {
    let score = match value {
        SolvedValue::Loss(_) => -1,
        SolvedValue::Draw => 0,
        SolvedValue::Win(_) => 1,
    };
    PositionValue::Exact { score, moves: value.moves() }
}
