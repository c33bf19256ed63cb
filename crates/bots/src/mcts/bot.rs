//! The search as a bot for any game that can be played out.

use std::time::Instant;

use ennead_game::{SplitMix64, Turn, View};

use super::{Growth, Playout, Searcher, State};
use crate::{Advice, Bot, Budget};

/// The most nodes that a bot keeps: 24 bytes each.
pub(crate) const NODE_LIMIT: usize = 1 << 21;
/// How much rarely seen options are favoured.
const EXPLORATION: f32 = 0.9;

/// Monte Carlo tree search (UCT) over the choices of a game, lone ones skipped. Wins, losses and draws that the tree proves are
/// backed up as such, and what it has found is kept for the next question.
///
/// It counts walks through the tree as nodes. For games of two seats, without chance and without secrets.
///
/// ```
/// use ennead_bots::{Bot, Budget, Mcts, Worth};
/// use ennead_game::{View, Viewer};
/// use ennead_ttt::Ttt;
/// let two_in_a_row: Ttt = "XX.OO....".parse()?;
/// let advice = Mcts::<Ttt>::new(1).advise(&two_in_a_row.view(Viewer::Spectator), Budget::nodes(200));
/// assert_eq!(advice.option, 0); // the third cell is the first free one
/// assert_eq!(advice.worth, Some(Worth::Exact { score: 1, moves: None }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mcts<G> {
    searcher: Searcher<Choices<G>>,
}

/// A game's choices as the search sees them.
#[derive(Clone, Debug, PartialEq)]
struct Choices<G>(G);

impl<G: Playout> State for Choices<G> {
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn options(&self) -> u32 {
        self.0.options()
    }

    fn choose(&mut self, option: u32) {
        self.0.choose(option);
    }

    fn guess(self, random: &mut SplitMix64) -> f32 {
        self.0.guess(random) as f32
    }
}

impl<G: Playout> Mcts<G> {
    /// A bot whose answers follow from the seed, as long as its budgets count nodes.
    pub fn new(seed: u64) -> Self {
        Self::with_node_limit(seed, NODE_LIMIT)
    }

    /// A bot that keeps at most so many nodes. When they are used up it goes on with playouts from the leaves that it has.
    pub fn with_node_limit(seed: u64, node_limit: usize) -> Self {
        Self::grown(Growth { exploration: EXPLORATION, opening_visits: 1, node_limit, proofs: true }, seed)
    }

    /// The best option of a position that is not over, for those who have the position itself.
    pub fn search(&mut self, position: &G, budget: Budget) -> Advice {
        let start = Instant::now();
        if position.options() <= 1 {
            return Advice::bare(0);
        }
        self.searcher.set_root(Choices(position.clone()));
        let nodes = self.searcher.think(budget, start);
        let opinions = self.searcher.opinions();
        Advice {
            option: opinions.first().map_or(0, |best| best.option),
            worth: Some(self.searcher.worth()),
            line: with_lone_choices(position.clone(), &self.searcher.line()),
            opinions,
            nodes,
        }
    }

    pub(crate) fn grown(growth: Growth, seed: u64) -> Self {
        Mcts { searcher: Searcher::new(growth, 1, seed) }
    }
}

impl<G: View + Playout> Bot<G> for Mcts<G> {
    fn advise(&mut self, seen: &G::Seen, budget: Budget) -> Advice {
        // Nothing is hidden, so any source of numbers gives the one position.
        self.search(&G::sample(seen, &mut SplitMix64::new(0)), budget)
    }
}

/// A line with the lone choices between its choices.
fn with_lone_choices<G: Playout>(mut position: G, line: &[u32]) -> Vec<u32> {
    let mut whole = Vec::with_capacity(line.len());
    for option in line {
        while position.options() == 1 {
            position.choose(0);
            whole.push(0);
        }
        position.choose(*option);
        whole.push(*option);
    }
    whole
}
