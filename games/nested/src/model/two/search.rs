//! A search of a few positions that keeps its tree from move to move, guided by the network.
//! Integer arithmetic makes it identical on every platform.

use std::ops::Range;

use ennead_game::exponential;

use crate::Flat;
use crate::network::{Evaluation, VALUE_ONE};

use super::net;

/// The exploration constant, in units of 1 / [`VALUE_ONE`]: 1.4.
const EXPLORATION: u64 = 45_875;
/// The penalty of an unvisited move relative to its parent: 0.2.
const UNSEEN: i32 = 6_554;
/// Sentinel for "no position".
const NONE: u16 = u16::MAX;

/// A move of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) grid: u8,
    pub(super) cell: u8,
    /// In units of 2^-16.
    prior: u16,
    /// Number of simulations through this move.
    pub(super) visits: u16,
    /// The position after the move, once it has been visited.
    to: u16,
    /// The sum of the values for the player making the move, and their mean.
    sum: i32,
    mean: i32,
    /// In units of 1/1024.
    pub(super) logit: i32,
}

/// A position in the tree.
#[derive(Clone, Debug)]
struct Node {
    board: Flat,
    /// The value for the player to move, in units of 1 / [`VALUE_ONE`].
    value: i32,
    /// Its moves; empty once the game is over.
    edges: Range<usize>,
}

/// The search tree, rooted at the position before the next move.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    root: usize,
}

impl Edge {
    /// The mean value for the player making the move, or `None` if it is unvisited.
    pub(super) fn mean(&self) -> Option<i32> {
        (self.visits > 0).then_some(self.mean)
    }
}

impl Tree {
    /// Whether the root is this board.
    pub(super) fn is_at(&self, board: &Flat) -> bool {
        self.nodes.get(self.root).is_some_and(|root| root.board.between_moves() == *board)
    }

    /// Starts a new tree at a board whose game is not over.
    pub(super) fn begin(&mut self, board: &Flat) {
        self.nodes.clear();
        self.edges.clear();
        self.root = 0;
        self.add(*board);
    }

    /// Makes a move and keeps its subtree; the tree becomes empty if the search has not visited it.
    pub(super) fn follow(&mut self, grid: u8, cell: u8) {
        let Some(root) = self.nodes.get(self.root) else { return };
        let edges = &self.edges[root.edges.clone()];
        let edge = edges.iter().find(|edge| (edge.grid, edge.cell) == (grid, cell));
        match edge.filter(|edge| edge.to != NONE) {
            Some(edge) => self.root = usize::from(edge.to),
            None => self.nodes.clear(),
        }
    }

    /// The value of the root, and its moves.
    pub(super) fn root(&self) -> (i32, &[Edge]) {
        let root = &self.nodes[self.root];
        (root.value, &self.edges[root.edges.clone()])
    }

    /// Adds a position; returns its value for the player to move.
    fn add(&mut self, board: Flat) -> i32 {
        let evaluation = net::evaluate(&board);
        let start = self.edges.len();
        let Evaluation { value, logits } = &evaluation;
        let best = logits.iter().copied().max().unwrap_or(0);
        let total: u32 = logits.iter().map(|logit| exponential(best - logit)).sum();
        self.edges.extend(board.moves().zip(logits).map(|((grid, cell), logit)| Edge {
            grid,
            cell,
            prior: ((u64::from(exponential(best - logit)) * 0xffff) / u64::from(total)) as u16,
            visits: 0,
            to: NONE,
            sum: 0,
            mean: 0,
            logit: *logit,
        }));
        self.nodes.push(Node { board, value: *value, edges: start..self.edges.len() });
        *value
    }

    /// Runs this many simulations.
    pub(super) fn search(&mut self, simulations: u32) {
        let mut path = Vec::with_capacity(16);
        for _ in 0..simulations {
            self.simulate(&mut path);
        }
    }

    /// One simulation: selects moves down to a new position or the end of the game, and backs up
    /// its value.
    fn simulate(&mut self, path: &mut Vec<usize>) {
        let mut at = self.root;
        let mut value = loop {
            let node = &self.nodes[at];
            if node.edges.is_empty() {
                break node.value;
            }
            let chosen = self.most_promising(node);
            path.push(chosen);
            at = usize::from(self.edges[chosen].to);
            if at == usize::from(NONE) {
                break self.expand(chosen, self.parent_board(path));
            }
        };
        for at in path.drain(..).rev() {
            value = -value;
            let edge = &mut self.edges[at];
            edge.visits += 1;
            edge.sum += value;
            edge.mean = edge.sum / i32::from(edge.visits);
        }
    }

    /// The board before the last move of a path.
    fn parent_board(&self, path: &[usize]) -> Flat {
        let before = path.len().checked_sub(2).map(|at| usize::from(self.edges[path[at]].to));
        self.nodes[before.unwrap_or(self.root)].board
    }

    /// Expands a move; returns the value of the position after it.
    fn expand(&mut self, at: usize, mut board: Flat) -> i32 {
        let mover = board.mover().seat();
        board.put(self.edges[at].grid, self.edges[at].cell);
        self.edges[at].to = self.nodes.len() as u16;
        match board.outcome() {
            None => self.add(board),
            Some(outcome) => {
                let value = -outcome.score(mover) * VALUE_ONE;
                let end = self.edges.len();
                self.nodes.push(Node { board, value, edges: end..end });
                value
            }
        }
    }

    fn most_promising(&self, node: &Node) -> usize {
        let edges = &self.edges[node.edges.clone()];
        let visits: u32 = edges.iter().map(|edge| u32::from(edge.visits)).sum();
        let scale = (EXPLORATION * u64::from(((visits + 1) << 16).isqrt())) >> 8;
        let mut best = (i32::MIN, 0);
        for (at, edge) in edges.iter().enumerate() {
            let bonus = ((scale * u64::from(edge.prior)) >> 16) as u32;
            let bound = match edge.visits {
                0 => node.value - UNSEEN + bonus as i32,
                visits => edge.mean + (bonus / (u32::from(visits) + 1)) as i32,
            };
            // Ties go to the first move.
            if bound > best.0 {
                best = (bound, at);
            }
        }
        node.edges.start + best.1
    }
}
