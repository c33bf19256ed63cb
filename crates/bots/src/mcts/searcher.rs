//! A tree that is kept from question to question, and grown within a budget.

use std::collections::BinaryHeap;
use std::time::Instant;

use ennead_game::SplitMix64;

use super::state::State;
use super::tree::{Growth, Node, ROOT, Tree};
use crate::{Budget, Opinion, Worth};

/// What a budget without any limit is good for.
const DEFAULT_NODES: u64 = 10_000;
/// How many positions of the old tree are compared with the one that is asked about.
const MOST_COMPARED: usize = 300;

/// Grows a tree for one position after another.
#[derive(Clone, Debug)]
pub(crate) struct Searcher<S> {
    tree: Tree,
    root: Option<S>,
    growth: Growth,
    random: SplitMix64,
    /// How many walks there are between two looks at the clock.
    walks_a_look: u64,
}

impl<S: State + PartialEq> Searcher<S> {
    pub(crate) fn new(growth: Growth, walks_a_look: u64, seed: u64) -> Self {
        Searcher { tree: Tree::new(), root: None, growth, random: SplitMix64::new(seed), walks_a_look }
    }

    /// Favours rarely seen options this much from now on.
    pub(crate) fn set_exploration(&mut self, exploration: f32) {
        self.growth.exploration = exploration;
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The position at the root.
    pub(crate) fn root(&self) -> Option<&S> {
        self.root.as_ref()
    }

    /// Keeps a part of the root's options, for a position that has only those.
    pub(crate) fn restrict(&mut self, root: S, from: u32, count: u32) {
        if self.tree.root().children > 0 {
            self.tree.keep_children(from, count);
            self.root = Some(root);
        }
    }

    /// Moves the root to a position: what is known of it is kept, anything else is forgotten.
    pub(crate) fn set_root(&mut self, state: S) {
        match self.find(&state) {
            Some(ROOT) => {}
            Some(at) => self.tree.keep(at),
            None => self.tree = Tree::new(),
        }
        self.root = Some(state);
    }

    /// Where a position stands in the tree: the nodes seen most often are compared first.
    fn find(&self, wanted: &S) -> Option<u32> {
        let mut states = vec![self.root.clone()?];
        let mut todo = BinaryHeap::from([(u32::MAX, ROOT, 0)]);
        let mut compared = 0;
        while let Some((_, at, state)) = todo.pop() {
            if states[state] == *wanted {
                return Some(at);
            }
            compared += 1;
            if compared > MOST_COMPARED {
                return None;
            }
            for (option, child) in self.tree.node(at).range().enumerate() {
                let visits = self.tree.node(child).visits;
                if visits > 0 && states.len() <= MOST_COMPARED * 4 {
                    let mut next = states[state].clone();
                    next.choose(option as u32);
                    next.skip_lone_choices();
                    todo.push((visits, child, states.len()));
                    states.push(next);
                }
            }
        }
        None
    }

    /// Grows the tree until the budget is spent or the root is proven, and says how many walks that took.
    pub(crate) fn think(&mut self, budget: Budget, start: Instant) -> u64 {
        let Some(root) = &self.root else { return 0 };
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        let most = budget.nodes.unwrap_or(if unlimited { DEFAULT_NODES } else { u64::MAX }).max(1);
        let mut walks = 0;
        while walks < most && self.tree.root().proven.is_none() {
            self.tree.grow(root, &self.growth, &mut self.random);
            walks += 1;
            let look = walks.is_multiple_of(self.walks_a_look);
            if look && budget.time.is_some_and(|time| start.elapsed() >= time) {
                break;
            }
        }
        walks
    }

    /// The root's options from the best to the worst; none before anything was found.
    pub(crate) fn opinions(&self) -> Vec<Opinion> {
        let root = self.tree.root();
        let opinion = |at: u32| {
            let child = self.tree.node(at);
            Opinion { option: at - root.first, visits: child.visits.into(), worth: worth(child, root.sign) }
        };
        self.tree.ranked(ROOT).into_iter().map(opinion).collect()
    }

    /// What the root is worth to whoever chooses there.
    pub(crate) fn worth(&self) -> Worth {
        let root = self.tree.root();
        worth(root, root.sign)
    }

    /// The best options one after another, lone choices left out, as far as the tree has seen them.
    pub(crate) fn line(&self) -> Vec<u32> {
        let mut line = Vec::new();
        let mut at = ROOT;
        while let Some(best) = self.tree.ranked(at).first() {
            if at != ROOT && self.tree.node(*best).visits <= 1 {
                break;
            }
            line.push(best - self.tree.node(at).first);
            at = *best;
        }
        line
    }
}

/// A node's worth to the seat with that sign.
fn worth(node: &Node, sign: i8) -> Worth {
    match node.proven {
        Some(end) => Worth::Exact { score: i32::from(end * sign), moves: None },
        None => Worth::Estimate((node.mean() * f64::from(sign)).clamp(-1.0, 1.0)),
    }
}
