//! Monte Carlo tree search, for boards on which many moves are legal.
//!
//! Moves with a high weight in their windows are visited first; proven wins and losses are backed
//! up as such. The value of a node is from the point of view of the side whose move led to it.

use ennead_game::SplitMix64;

use super::force::forced_win;
use super::outlook::{Outlook, outlook, settle};
use super::playout::{neighbours, playout};
use super::spending::Spending;
use super::windows::Windows;
use super::{Found, Score};
use crate::bits::Bits;
use crate::board::Board;

/// The maximum number of nodes, 24 bytes each.
const MAX_NODES: usize = 1 << 20;
/// The maximum number of moves considered in a position, those with the highest weights.
const MAX_CHILDREN: usize = 32;
/// The exploration constant.
const EXPLORATION: f64 = 1.4;
/// The penalty of an unvisited move relative to its parent (first-play urgency).
const FIRST_PLAY_PENALTY: f64 = 0.15;
/// The number of threats followed in search of a forced win, at the root and elsewhere.
const ROOT_THREATS: u32 = 4_000;
const NODE_THREATS: u32 = 40;

const ROOT: usize = 0;

/// A position, as a child of its parent.
#[derive(Clone, Copy, Debug, Default)]
struct SearchNode {
    /// The sum of all values backed up through it.
    sum: i32,
    visits: u32,
    /// The index of its first child.
    first: u32,
    /// The prior: its weight as a fraction of its siblings' total.
    prior: f32,
    /// The number of children; 0 until it is expanded.
    children: u8,
    /// The bit of the move that led to it.
    at: u8,
    /// Whether every move without a child loses, so that the children can prove draws and losses.
    complete: bool,
    proven: Option<i8>,
}

impl SearchNode {
    fn mean(&self) -> f64 {
        match self.proven {
            Some(end) => end.into(),
            None if self.visits == 0 => 0.0,
            None => f64::from(self.sum) / f64::from(self.visits),
        }
    }
}

pub(super) struct SearchTree<'a, B> {
    board: Board<B>,
    windows: &'a Windows,
    nodes: Vec<SearchNode>,
    path: Vec<usize>,
}

impl<'a, B: Bits> SearchTree<'a, B> {
    pub(super) fn new(board: &Board<B>, windows: &'a Windows) -> Self {
        SearchTree { board: *board, windows, nodes: vec![SearchNode::default()], path: Vec::new() }
    }

    /// Searches until the root is proven or the budget is spent.
    pub(super) fn best(mut self, random: &mut SplitMix64, spending: &mut Spending<'_>) -> Found {
        let moves = match settle(&self.board) {
            Ok(moves) => moves,
            Err(found) => return found,
        };
        if let Some(line) = forced_win(&self.board, self.windows, &mut ROOT_THREATS.clone()) {
            let plies = Some(line.len() as u32);
            return Found { score: Score::Exact { end: 1, plies }, line };
        }
        let board = self.board;
        self.expand(ROOT, &board, moves);
        while !spending.is_spent() && self.nodes[ROOT].proven.is_none() {
            spending.spend();
            self.iterate(random);
        }
        let line = self.line();
        Found { score: self.score(), line }
    }

    /// One iteration: selection, expansion, playout and backup.
    fn iterate(&mut self, random: &mut SplitMix64) {
        let mut board = self.board;
        let mut node = ROOT;
        self.path.clear();
        let value = loop {
            self.path.push(node);
            let here = self.nodes[node];
            if let Some(end) = here.proven {
                break end;
            }
            if here.children == 0 {
                break self.visit(node, &board, random);
            }
            node = self.select(&here);
            board.put(self.nodes[node].at.into());
        };
        self.back_up(value);
    }

    /// The value of a leaf, which is expanded on its second visit.
    fn visit(&mut self, node: usize, board: &Board<B>, random: &mut SplitMix64) -> i8 {
        if board.is_won() {
            return self.mark_proven(node, 1);
        }
        if board.open().is_empty() {
            return self.mark_proven(node, 0);
        }
        let moves = match outlook(board) {
            Outlook::Wins(_) => return self.mark_proven(node, -1),
            Outlook::Lost => return self.mark_proven(node, 1),
            Outlook::Moves(moves) => moves,
        };
        if self.nodes[node].visits > 0 && self.nodes.len() + MAX_CHILDREN <= MAX_NODES {
            if forced_win(board, self.windows, &mut NODE_THREATS.clone()).is_some() {
                return self.mark_proven(node, -1);
            }
            self.expand(node, board, moves);
        }
        -playout(*board, random)
    }

    fn mark_proven(&mut self, node: usize, end: i8) -> i8 {
        self.nodes[node].proven = Some(end);
        end
    }

    /// Adds the children of a node: moves that do not lose immediately, those with the highest
    /// weights.
    fn expand(&mut self, node: usize, board: &Board<B>, moves: B) {
        let scan = self.windows.scan(board);
        let weight = |at: u32| scan.weights[at as usize];
        let mut candidates: Vec<u32> = self.near(board, moves).each().collect();
        candidates.sort_by_key(|at| std::cmp::Reverse(weight(*at)));
        candidates.truncate(MAX_CHILDREN);
        // One is added to each weight so that no move has prior zero.
        let sum: u32 = candidates.iter().map(|at| weight(*at) + 1).sum();
        let first = self.nodes.len() as u32;
        self.nodes.extend(candidates.iter().map(|at| {
            let prior = (f64::from(weight(*at) + 1) / f64::from(sum)) as f32;
            SearchNode { at: *at as u8, prior, ..SearchNode::default() }
        }));
        let node = &mut self.nodes[node];
        node.first = first;
        node.children = candidates.len() as u8;
        node.complete = candidates.len() as u32 == moves.count();
    }

    /// Restricts many moves to those at most two cells from a stone, if there are any.
    fn near(&self, board: &Board<B>, moves: B) -> B {
        if moves.count() as usize <= MAX_CHILDREN {
            return moves;
        }
        let setup = board.setup();
        let near = moves & neighbours(neighbours(board.occupied(), setup), setup);
        if near.is_empty() { moves } else { near }
    }

    /// The child to visit next.
    fn select(&self, node: &SearchNode) -> usize {
        let spread = EXPLORATION * f64::from(node.visits.max(1)).sqrt();
        let unseen = -node.mean() - FIRST_PLAY_PENALTY;
        let mut best = (f64::NEG_INFINITY, node.first as usize);
        for index in children_of(node) {
            let child = &self.nodes[index];
            let mean = match child.proven {
                Some(-1) => continue,
                None if child.visits == 0 => unseen,
                _ => child.mean(),
            };
            let score = mean + spread * f64::from(child.prior) / f64::from(1 + child.visits);
            if score > best.0 {
                best = (score, index);
            }
        }
        best.1
    }

    /// Adds a value to every node on the path, and marks nodes that are now proven.
    fn back_up(&mut self, value: i8) {
        let path = std::mem::take(&mut self.path);
        let mut value = value;
        let mut proving = path.last().is_some_and(|leaf| self.nodes[*leaf].proven.is_some());
        for (steps, node) in path.iter().rev().enumerate() {
            if steps > 0 {
                value = -value;
                let proof = if proving { self.proof(&self.nodes[*node]) } else { None };
                proving = proof.is_some();
                if let Some(end) = proof {
                    // A proof at this node overrides the value of the leaf.
                    value = self.mark_proven(*node, end);
                }
            }
            self.nodes[*node].visits += 1;
            self.nodes[*node].sum += i32::from(value);
        }
        self.path = path;
    }

    /// The result that a node's children prove for it, if any.
    fn proof(&self, node: &SearchNode) -> Option<i8> {
        let mut best = Some(-1);
        for index in children_of(node) {
            match self.nodes[index].proven {
                Some(1) => return Some(-1),
                Some(end) => best = best.map(|best: i8| best.max(end)),
                None => best = None,
            }
        }
        best.filter(|_| node.complete).map(|best| -best)
    }

    /// The child that the side to move prefers: proven wins, then the most visits, losses last.
    fn preferred(&self, node: &SearchNode) -> Option<usize> {
        children_of(node).max_by_key(|index| {
            let child = &self.nodes[*index];
            let class = match child.proven {
                Some(1) => 2,
                Some(-1) => 0,
                _ => 1,
            };
            // Ties go to the first child, which has the highest weight.
            (class, child.visits, std::cmp::Reverse(*index))
        })
    }

    fn score(&self) -> Score {
        let root = &self.nodes[ROOT];
        if let Some(end) = root.proven {
            return Score::Exact { end: -end, plies: None };
        }
        let best = self.preferred(root).map_or(0.0, |index| self.nodes[index].mean());
        Score::Estimate((best * 1000.0) as i32)
    }

    /// The line of preferred moves, as far as the tree has explored it.
    fn line(&self) -> Vec<u32> {
        let mut line = Vec::new();
        let mut node = &self.nodes[ROOT];
        while let Some(next) = self.preferred(node) {
            node = &self.nodes[next];
            if node.visits < 2 && !line.is_empty() {
                break;
            }
            line.push(node.at.into());
        }
        line
    }
}

fn children_of(node: &SearchNode) -> std::ops::Range<usize> {
    let first = node.first as usize;
    first..first + usize::from(node.children)
}
