//! A search of a few positions that goes on from move to move, guided by the network, in integers:
//! the same everywhere.

use std::ops::Range;

use ennead_game::exponential;

use crate::Flat;
use crate::network::{Evaluation, VALUE_ONE};

use super::net;

/// How far the search follows the network, in units of 1 / [`VALUE_ONE`]: 1.4.
const EXPLORATION: u64 = 45_875;
/// How much worse than its position an unvisited move counts: 0.2.
const UNSEEN: i32 = 6_554;
/// No position.
const NONE: u16 = u16::MAX;

/// A move of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) grid: u8,
    pub(super) cell: u8,
    /// In units of 2^-16.
    prior: u16,
    /// How often the search went this way.
    pub(super) visits: u16,
    /// The position after the move, once it was visited.
    to: u16,
    /// The sum of the values for the player who makes the move, and their mean.
    sum: i32,
    mean: i32,
    /// In units of 1/1024.
    pub(super) logit: i32,
}

/// A position of the search.
#[derive(Clone, Debug)]
struct Place {
    board: Flat,
    /// For the player to move, in units of 1 / [`VALUE_ONE`].
    value: i32,
    /// Its moves; none once the game is over.
    edges: Range<usize>,
}

/// The positions that the search has seen, from the one before the next move on.
#[derive(Debug, Default)]
pub(super) struct Tree {
    places: Vec<Place>,
    edges: Vec<Edge>,
    root: usize,
}

impl Edge {
    /// The mean value for the player who makes the move; `None` for a move that was not visited.
    pub(super) fn mean(&self) -> Option<i32> {
        (self.visits > 0).then_some(self.mean)
    }
}

impl Tree {
    /// Whether the next move is made on this board.
    pub(super) fn is_at(&self, board: &Flat) -> bool {
        self.places.get(self.root).is_some_and(|root| root.board.between_moves() == *board)
    }

    /// Begins at a board whose game is not over.
    pub(super) fn begin(&mut self, board: &Flat) {
        self.places.clear();
        self.edges.clear();
        self.root = 0;
        self.add(*board);
    }

    /// Follows a move; the tree is empty if the search has not seen what comes after it.
    pub(super) fn follow(&mut self, grid: u8, cell: u8) {
        let Some(root) = self.places.get(self.root) else { return };
        let edges = &self.edges[root.edges.clone()];
        let edge = edges.iter().find(|edge| (edge.grid, edge.cell) == (grid, cell));
        match edge.filter(|edge| edge.to != NONE) {
            Some(edge) => self.root = usize::from(edge.to),
            None => self.places.clear(),
        }
    }

    /// The value of the position, and its moves.
    pub(super) fn root(&self) -> (i32, &[Edge]) {
        let root = &self.places[self.root];
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
        self.places.push(Place { board, value: *value, edges: start..self.edges.len() });
        *value
    }

    /// Looks at so many more positions.
    pub(super) fn search(&mut self, walks: u32) {
        let mut path = Vec::with_capacity(16);
        for _ in 0..walks {
            self.walk(&mut path);
        }
    }

    /// Follows the most promising moves to a new position or the end of the game, and backs its
    /// value up.
    fn walk(&mut self, path: &mut Vec<usize>) {
        let mut at = self.root;
        let mut value = loop {
            let place = &self.places[at];
            if place.edges.is_empty() {
                break place.value;
            }
            let chosen = self.most_promising(place);
            path.push(chosen);
            at = usize::from(self.edges[chosen].to);
            if at == usize::from(NONE) {
                break self.reach(chosen, self.places_board(path));
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
    fn places_board(&self, path: &[usize]) -> Flat {
        let before = path.len().checked_sub(2).map(|at| usize::from(self.edges[path[at]].to));
        self.places[before.unwrap_or(self.root)].board
    }

    /// Makes a move for the first time; returns the value of the position after it.
    fn reach(&mut self, at: usize, mut board: Flat) -> i32 {
        let mover = board.mover().seat();
        board.put(self.edges[at].grid, self.edges[at].cell);
        self.edges[at].to = self.places.len() as u16;
        match board.outcome() {
            None => self.add(board),
            Some(outcome) => {
                let value = -outcome.score(mover) * VALUE_ONE;
                let end = self.edges.len();
                self.places.push(Place { board, value, edges: end..end });
                value
            }
        }
    }

    fn most_promising(&self, place: &Place) -> usize {
        let edges = &self.edges[place.edges.clone()];
        let visits: u32 = edges.iter().map(|edge| u32::from(edge.visits)).sum();
        let scale = (EXPLORATION * u64::from(((visits + 1) << 16).isqrt())) >> 8;
        let mut best = (i32::MIN, 0);
        for (at, edge) in edges.iter().enumerate() {
            let curiosity = ((scale * u64::from(edge.prior)) >> 16) as u32;
            let bound = match edge.visits {
                0 => place.value - UNSEEN + curiosity as i32,
                visits => edge.mean + (curiosity / (u32::from(visits) + 1)) as i32,
            };
            // Of equal moves, the first one.
            if bound > best.0 {
                best = (bound, at);
            }
        }
        place.edges.start + best.1
    }
}
