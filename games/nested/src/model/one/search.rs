//! A search of a few positions, guided by the network. Integer arithmetic makes it identical on
//! every platform.

use std::ops::Range;

use ennead_game::exponential;

use crate::Flat;
use crate::network::{Evaluation, VALUE_ONE};

use super::net;

/// Number of simulations.
pub(super) const SIMULATIONS: u32 = 24;
/// The exploration constant, in units of 1 / [`VALUE_ONE`]: 1.4.
const EXPLORATION: i64 = 45_875;
/// The penalty of an unvisited move relative to its parent: 0.2.
const UNSEEN: i64 = 6_554;

/// Search statistics of a root move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveStats {
    pub(super) visits: u32,
    /// The mean value for the player making the move, less the value of the root, in units of 1 /
    /// [`VALUE_ONE`]; 0 for an unvisited move.
    pub(super) gain: i32,
}

/// A move and, once it has been visited, the position after it.
#[derive(Clone, Debug)]
struct Node {
    grid: u8,
    cell: u8,
    /// In units of 2^-16.
    prior: i64,
    visits: u32,
    /// Sum of values for the player making the move.
    sum: i64,
    position: Option<Position>,
}

#[derive(Clone, Debug)]
struct Position {
    board: Flat,
    /// The value for the player to move.
    value: i64,
    /// Its moves; empty once the game is over.
    moves: Range<usize>,
}

/// Searches a board whose game is not over, and returns the statistics of each move.
pub(super) fn search(board: &Flat, first: &Evaluation) -> Vec<MoveStats> {
    let mut tree = Tree { nodes: Vec::with_capacity(16 * SIMULATIONS as usize) };
    let moves = tree.add_moves(board, first);
    let root = Position { board: *board, value: first.value.into(), moves: moves.clone() };
    for visits in 0..SIMULATIONS {
        tree.simulate(&root, visits);
    }
    tree.nodes[moves].iter().map(|node| node.stats(root.value)).collect()
}

impl Node {
    fn stats(&self, value: i64) -> MoveStats {
        let gain = match self.visits {
            0 => 0,
            visits => self.sum / i64::from(visits) - value,
        };
        MoveStats { visits: self.visits, gain: gain as i32 }
    }
}

struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    fn add_moves(&mut self, board: &Flat, evaluation: &Evaluation) -> Range<usize> {
        let start = self.nodes.len();
        let best = evaluation.logits.iter().copied().max().unwrap_or(0);
        let weights = evaluation.logits.iter().map(|logit| i64::from(exponential(best - logit)));
        let total: i64 = weights.clone().sum();
        self.nodes.extend(board.moves().zip(weights).map(|((grid, cell), weight)| Node {
            grid,
            cell,
            prior: (weight << 16) / total,
            visits: 0,
            sum: 0,
            position: None,
        }));
        start..self.nodes.len()
    }

    /// One simulation: selects moves down to a new position or the end of the game, and backs up
    /// its value.
    fn simulate(&mut self, root: &Position, visits: u32) {
        let (mut moves, mut value, mut board) = (root.moves.clone(), root.value, root.board);
        let mut visits = visits;
        let mut path = Vec::with_capacity(8);
        loop {
            let at = self.most_promising(moves, value, visits);
            path.push(at);
            let node = &self.nodes[at];
            visits = node.visits.saturating_sub(1);
            match &node.position {
                Some(position) if position.moves.is_empty() => {
                    value = position.value;
                    break;
                }
                Some(position) => {
                    (moves, value, board) =
                        (position.moves.clone(), position.value, position.board);
                }
                None => {
                    value = self.expand(at, board);
                    break;
                }
            }
        }
        for at in path.into_iter().rev() {
            value = -value;
            self.nodes[at].visits += 1;
            self.nodes[at].sum += value;
        }
    }

    /// Expands a move; returns the value of the position after it.
    fn expand(&mut self, at: usize, mut board: Flat) -> i64 {
        let mover = board.mover().seat();
        board.put(self.nodes[at].grid, self.nodes[at].cell);
        let end = self.nodes.len();
        let (value, moves) = match board.outcome() {
            Some(outcome) => (i64::from(outcome.score(mover)) * -i64::from(VALUE_ONE), end..end),
            None => {
                let evaluation = net::evaluate(&board);
                (evaluation.value.into(), self.add_moves(&board, &evaluation))
            }
        };
        self.nodes[at].position = Some(Position { board, value, moves });
        value
    }

    fn most_promising(&self, moves: Range<usize>, value: i64, visits: u32) -> usize {
        let root = i64::from(((visits + 1) << 16).isqrt());
        let bound = |at: &usize| {
            let node = &self.nodes[*at];
            let mean = match node.visits {
                0 => value - UNSEEN,
                visits => node.sum / i64::from(visits),
            };
            let bonus = (EXPLORATION * node.prior * root / i64::from(node.visits + 1)) >> 24;
            // Ties go to the first move.
            (mean + bonus, std::cmp::Reverse(*at))
        };
        moves.max_by_key(bound).expect("a position that is not over has moves")
    }
}
