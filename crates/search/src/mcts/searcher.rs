//! A search tree that is grown within budgets and reused from choice to choice.

use ennead_game::SplitMix64;
use std::collections::BinaryHeap;

use super::state::{MAX_FORCED, State};
use super::tree::{ROOT, Tree, TreeNode, TreeParams};
use crate::{Advice, Budget, Instant, Opinion, PositionValue};

/// Iterations for a budget without limits.
const DEFAULT_NODES: u64 = 10_000;
/// The number of positions of the old tree compared with a new root.
const MAX_COMPARED: usize = 300;

/// Searches a sequence of positions with one tree.
#[derive(Clone, Debug)]
pub struct Searcher<S> {
    tree: Tree,
    root: Option<S>,
    params: TreeParams,
    random: SplitMix64,
    /// Number of iterations between two checks of the clock.
    clock_interval: u64,
}

impl<S: State + PartialEq> Searcher<S> {
    /// Creates a searcher that checks the clock every `clock_interval` iterations.
    pub fn new(params: TreeParams, clock_interval: u64, seed: u64) -> Self {
        Searcher {
            tree: Tree::new(),
            root: None,
            params,
            random: SplitMix64::new(seed),
            clock_interval,
        }
    }

    /// The current tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The position at the root.
    pub fn root(&self) -> Option<&S> {
        self.root.as_ref()
    }

    /// Restricts the root to a range of its options, for a position that has only those.
    pub fn restrict(&mut self, root: S, from: u32, count: u32) {
        if self.tree.root().children > 0 {
            self.tree.keep_children(from, count);
            self.root = Some(root);
        }
    }

    /// Moves the root to a position and keeps the part of the tree below it, if the tree contains
    /// it.
    pub fn set_root(&mut self, state: S) {
        match self.find(&state) {
            Some(ROOT) => {}
            Some(at) => self.tree.keep(at),
            None => self.tree = Tree::new(),
        }
        self.root = Some(state);
    }

    /// Finds a position in the tree, comparing the most visited nodes first.
    fn find(&self, wanted: &S) -> Option<u32> {
        let mut states = vec![self.root.clone()?];
        let mut todo = BinaryHeap::from([(u32::MAX, ROOT, 0)]);
        let mut compared = 0;
        while let Some((_, at, state)) = todo.pop() {
            if states[state] == *wanted {
                return Some(at);
            }
            compared += 1;
            if compared > MAX_COMPARED {
                return None;
            }
            for (option, child) in self.tree.node(at).range().enumerate() {
                let visits = self.tree.node(child).visits;
                if visits > 0 && states.len() <= MAX_COMPARED * 4 {
                    let mut next = states[state].clone();
                    next.choose(option as u32);
                    if next.skip_forced_choices() {
                        todo.push((visits, child, states.len()));
                        states.push(next);
                    }
                }
            }
        }
        None
    }

    /// Grows the tree until the budget is spent or the root is proven; returns the number of
    /// iterations.
    pub fn think(&mut self, budget: Budget, start: Instant) -> u64 {
        let Some(root) = &self.root else { return 0 };
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        let most = budget.nodes.unwrap_or(if unlimited { DEFAULT_NODES } else { u64::MAX }).max(1);
        let mut walks = 0;
        while walks < most && self.tree.root().proven.is_none() {
            self.tree.grow(root, &self.params, &mut self.random);
            walks += 1;
            let look = walks.is_multiple_of(self.clock_interval);
            if look && budget.time.is_some_and(|time| start.elapsed() >= time) {
                break;
            }
        }
        walks
    }

    /// The tree's advice at the root, after [`think`](Self::think) has spent `nodes`. Its line
    /// contains the choices that [`State::skip_forced_choices`] makes.
    pub fn advice(&self, nodes: u64) -> Advice {
        let opinions = self.opinions();
        let line = self.line();
        Advice {
            option: opinions.first().map_or(0, |best| best.option),
            value: Some(self.value()),
            line: self.root.clone().map_or_else(Vec::new, |root| with_forced_choices(root, &line)),
            opinions,
            nodes,
        }
    }

    /// The root's options from best to worst; empty before the first iteration.
    pub fn opinions(&self) -> Vec<Opinion> {
        let root = self.tree.root();
        let opinion = |at: u32| {
            let child = self.tree.node(at);
            Opinion {
                option: at - root.first,
                visits: child.visits.into(),
                value: value(child, root.sign),
            }
        };
        self.tree.ranked(ROOT).into_iter().map(opinion).collect()
    }

    /// The value of the root for the seat that chooses there.
    pub fn value(&self) -> PositionValue {
        let root = self.tree.root();
        value(root, root.sign)
    }

    /// The best options one after another as far as the tree reaches, without forced choices.
    pub fn line(&self) -> Vec<u32> {
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

/// Inserts the forced choices into a line.
fn with_forced_choices<S: State>(mut state: S, line: &[u32]) -> Vec<u32> {
    let mut whole = Vec::with_capacity(line.len());
    for option in line {
        for _ in 0..MAX_FORCED {
            if state.options() != 1 {
                break;
            }
            state.choose(0);
            whole.push(0);
        }
        state.choose(*option);
        whole.push(*option);
    }
    whole
}

/// The value of a node for the seat with this sign.
fn value(node: &TreeNode, sign: i8) -> PositionValue {
    match node.proven {
        Some(end) => PositionValue::Exact { score: i32::from(end * sign), moves: None },
        None => PositionValue::Estimate((node.mean() * f64::from(sign)).clamp(-1.0, 1.0)),
    }
}
