//! A search of a few positions, guided by the network, in integers: the same everywhere.

use std::ops::Range;

use ennead_game::exponential;

use crate::Flat;
use crate::network::{Evaluation, VALUE_ONE};

use super::net;

/// Number of positions after the first one.
pub(super) const WALKS: u32 = 24;
/// How far the search follows the network, in units of 1 / [`VALUE_ONE`]: 1.4.
const EXPLORATION: i64 = 45_875;
/// How much worse than its position an unvisited move counts: 0.2.
const UNSEEN: i64 = 6_554;

/// What the search found out about a move of the first position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) visits: u32,
    /// The mean value for the player who makes the move, in units of 1 / [`VALUE_ONE`], less that
    /// of the position; 0 for a move that was not visited.
    pub(super) gain: i32,
}

/// A move, and the position after it once it was visited.
#[derive(Clone, Debug)]
struct Node {
    grid: u8,
    cell: u8,
    /// In units of 2^-16.
    prior: i64,
    visits: u32,
    /// The sum of the values for the player who makes the move.
    sum: i64,
    reached: Option<Reached>,
}

#[derive(Clone, Debug)]
struct Reached {
    board: Flat,
    /// For the player to move.
    value: i64,
    /// Its moves; none once the game is over.
    moves: Range<usize>,
}

/// Searches a board whose game is not over; returns what it found out about each move.
pub(super) fn search(board: &Flat, first: &Evaluation) -> Vec<Finding> {
    let mut tree = Tree { nodes: Vec::with_capacity(16 * WALKS as usize) };
    let moves = tree.add_moves(board, first);
    let root = Reached { board: *board, value: first.value.into(), moves: moves.clone() };
    for walk in 0..WALKS {
        tree.walk(&root, walk);
    }
    tree.nodes[moves].iter().map(|node| node.finding(root.value)).collect()
}

impl Node {
    fn finding(&self, value: i64) -> Finding {
        let gain = match self.visits {
            0 => 0,
            visits => self.sum / i64::from(visits) - value,
        };
        Finding { visits: self.visits, gain: gain as i32 }
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
            reached: None,
        }));
        start..self.nodes.len()
    }

    /// Follows the most promising moves to a new position or the end of the game, and backs its
    /// value up.
    fn walk(&mut self, root: &Reached, visits: u32) {
        let (mut moves, mut value, mut board) = (root.moves.clone(), root.value, root.board);
        let mut visits = visits;
        let mut path = Vec::with_capacity(8);
        loop {
            let at = self.most_promising(moves, value, visits);
            path.push(at);
            let node = &self.nodes[at];
            visits = node.visits.saturating_sub(1);
            match &node.reached {
                Some(reached) if reached.moves.is_empty() => {
                    value = reached.value;
                    break;
                }
                Some(reached) => {
                    (moves, value, board) = (reached.moves.clone(), reached.value, reached.board);
                }
                None => {
                    value = self.reach(at, board);
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

    /// Makes a move for the first time; returns the value of the position after it.
    fn reach(&mut self, at: usize, mut board: Flat) -> i64 {
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
        self.nodes[at].reached = Some(Reached { board, value, moves });
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
            let curiosity = (EXPLORATION * node.prior * root / i64::from(node.visits + 1)) >> 24;
            // Of equal moves, the first one.
            (mean + curiosity, std::cmp::Reverse(*at))
        };
        moves.max_by_key(bound).expect("a position that is not over has moves")
    }
}
