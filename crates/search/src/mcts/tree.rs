//! The search tree: nodes in one vector with the children of a node adjacent, and proven results.

use ennead_game::{Seat, SplitMix64, Turn};

use super::logarithm::natural;
use super::state::{OptionPrior, State};

/// The most nodes from the root to a leaf. A walk that reaches this depth ends with a playout.
pub const MAX_DEPTH: usize = 2_000;

/// The value of a draw.
const DRAW: f32 = 0.0;
/// Index of the root.
pub(super) const ROOT: u32 = 0;

/// A position, as a child of its parent. Values are from the point of view of the first seat.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeNode {
    /// Sum of all values backed up through it.
    sum: f64,
    /// The prior of the option that leads here.
    prior: f32,
    /// Number of iterations through it.
    pub visits: u32,
    /// Index of its first child.
    pub first: u32,
    /// Number of children; 0 before the node is expanded.
    pub children: u32,
    /// The proven result, if any: 1, 0 or -1.
    pub proven: Option<i8>,
    /// The sign of values for the seat that chooses here: 1 for the first seat, -1 for the second.
    pub sign: i8,
}

impl TreeNode {
    /// A new node. Without proofs a final position has to be visited like any other.
    fn of_prior(prior: OptionPrior, proofs: bool) -> Self {
        let prior = OptionPrior { proven: prior.proven.filter(|_| proofs), ..prior };
        let value = prior.proven.map(f32::from).or(prior.value);
        TreeNode {
            sum: value.map_or(0.0, f64::from),
            prior: prior.share,
            visits: u32::from(value.is_some()),
            proven: prior.proven,
            ..TreeNode::default()
        }
    }

    /// The mean value from -1 to 1 for the first seat.
    pub fn mean(&self) -> f64 {
        match self.proven {
            Some(end) => f64::from(end),
            None if self.visits == 0 => 0.0,
            None => self.sum / f64::from(self.visits),
        }
    }

    /// The indices of its children.
    pub fn range(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.children
    }
}

/// How a walk through the tree chooses among the options of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// UCT: unvisited options first, then the highest upper confidence bound.
    Bounds {
        /// The exploration constant.
        exploration: f32,
    },
    /// PUCT: the higher the prior of an option, the more often it is visited.
    Priors {
        /// The exploration constant.
        exploration: f32,
        /// How far below its position's value an unvisited option is assumed to be.
        unseen: f32,
    },
}

/// Parameters of a search tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeParams {
    /// How options are chosen.
    pub selection: Selection,
    /// Number of visits after which a node without prior knowledge is expanded.
    pub expansion_visits: u32,
    /// Highest number of nodes.
    pub node_limit: usize,
    /// Whether proven results are used: those of priors and of final positions, and what follows
    /// from them.
    pub proofs: bool,
}

/// A search tree. It stores no positions: the caller passes the position of the root.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<TreeNode>,
    path: Vec<u32>,
    priors: Vec<OptionPrior>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// Creates a tree with an unvisited root.
    pub fn new() -> Self {
        Tree { nodes: vec![TreeNode::default()], path: Vec::new(), priors: Vec::new() }
    }

    /// Size of all nodes in bytes.
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<TreeNode>()
    }

    /// The node at an index.
    pub fn node(&self, at: u32) -> &TreeNode {
        &self.nodes[at as usize]
    }

    /// The node of the searched position.
    pub fn root(&self) -> &TreeNode {
        self.node(ROOT)
    }

    /// The children of a node, in the order of its options.
    pub fn children(&self, at: u32) -> &[TreeNode] {
        let range = self.node(at).range();
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// One iteration: descends from the root to a leaf, evaluates it and backs up the value.
    pub fn grow<S: State>(&mut self, root: &S, params: &TreeParams, random: &mut SplitMix64) {
        let mut state = root.clone();
        let mut at = ROOT;
        self.path.clear();
        let value = loop {
            self.path.push(at);
            let node = self.node(at);
            if let Some(end) = node.proven {
                break f32::from(end);
            }
            if node.children == 0 {
                break self.visit_leaf(at, state, params, random);
            }
            if self.path.len() == MAX_DEPTH {
                break state.guess(random);
            }
            let child = match params.selection {
                Selection::Bounds { exploration } => self.select(at, exploration, random),
                Selection::Priors { exploration, unseen } => {
                    self.select_by_prior(at, exploration, unseen)
                }
            };
            state.choose(child - self.node(at).first);
            at = child;
            if !state.skip_forced_choices() {
                self.path.push(at);
                break DRAW;
            }
        };
        self.back_up(value, params.proofs);
    }

    /// Evaluates a node without children, and may expand it.
    fn visit_leaf<S: State>(
        &mut self,
        at: u32,
        state: S,
        params: &TreeParams,
        random: &mut SplitMix64,
    ) -> f32 {
        match state.turn() {
            Turn::Over(outcome) => {
                let end = outcome.score(Seat::FIRST) as i8;
                if params.proofs {
                    self.nodes[at as usize].proven = Some(end);
                }
                f32::from(end)
            }
            Turn::Seat(seat) => {
                let known = self.expand(at, seat, &state, params);
                known.unwrap_or_else(|| state.guess(random))
            }
            Turn::Chance => state.guess(random),
        }
    }

    /// Expands a node if it has enough visits; returns its value if its priors determine one.
    fn expand<S: State>(
        &mut self,
        at: u32,
        seat: Seat,
        state: &S,
        params: &TreeParams,
    ) -> Option<f32> {
        let room = params.node_limit.saturating_sub(self.nodes.len());
        let early = self.node(at).visits < params.expansion_visits && at != ROOT;
        if early || room < state.options() as usize {
            return None;
        }
        self.priors.clear();
        let value = state.priors(&mut self.priors);
        let first = self.nodes.len() as u32;
        self.nodes
            .extend(self.priors.iter().map(|prior| TreeNode::of_prior(*prior, params.proofs)));
        let node = &mut self.nodes[at as usize];
        node.first = first;
        node.children = self.priors.len() as u32;
        node.sign = if seat == Seat::FIRST { 1 } else { -1 };
        if params.proofs && self.priors.iter().any(|prior| prior.proven.is_some()) {
            self.prove(at);
            return self.node(at).proven.map(f32::from).or(value);
        }
        value
    }

    /// The child to visit next: unvisited ones first, else the one with the highest upper
    /// confidence bound.
    // Inlined: the calls alone cost 2 % of the instructions of a search of nested positions.
    #[inline(always)]
    fn select(&self, at: u32, exploration: f32, random: &mut SplitMix64) -> u32 {
        let node = self.node(at);
        let children = self.children(at);
        let sign = f64::from(node.sign);
        let log = natural(node.visits) * f64::from(exploration) * f64::from(exploration);
        let lost = Some(-node.sign);
        let mut best = (f64::NEG_INFINITY, 0);
        let mut unseen = 0;
        for (index, child) in children.iter().enumerate() {
            if child.visits == 0 {
                unseen += 1;
            } else if child.proven != lost {
                let bonus = if child.proven.is_some() {
                    0.0
                } else {
                    (log / f64::from(child.visits)).sqrt()
                };
                let score = sign * child.mean() + bonus;
                if score > best.0 {
                    best = (score, index as u32);
                }
            }
        }
        node.first + if unseen > 0 { pick_unseen(children, unseen, random) } else { best.1 }
    }

    /// The child with the highest sum of value and exploration bonus.
    #[inline(always)]
    fn select_by_prior(&self, at: u32, exploration: f32, unseen: f32) -> u32 {
        let node = self.node(at);
        let sign = f32::from(node.sign);
        let unseen = sign * node.mean() as f32 - unseen;
        let scale = exploration * (node.visits.max(1) as f32).sqrt();
        let lost = Some(-node.sign);
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, child) in self.children(at).iter().enumerate() {
            if child.proven == lost {
                continue;
            }
            let value = match child.visits {
                0 => unseen,
                _ => sign * child.mean() as f32,
            };
            let score = value + scale * child.prior / (child.visits + 1) as f32;
            if score > best.0 {
                best = (score, index as u32);
            }
        }
        node.first + best.1
    }

    /// Adds a value to every node of the path, and updates proven results.
    fn back_up(&mut self, value: f32, proofs: bool) {
        let path = std::mem::take(&mut self.path);
        let mut value = f64::from(value);
        let mut proving =
            proofs && path.last().is_some_and(|leaf| self.node(*leaf).proven.is_some());
        for (index, at) in path.iter().rev().enumerate() {
            if proving && index > 0 {
                proving = self.prove(*at);
                // A proven result overrides the value of the leaf.
                value = self.node(*at).proven.map_or(value, f64::from);
            }
            let node = &mut self.nodes[*at as usize];
            node.sum += value;
            node.visits += 1;
        }
        self.path = path;
    }

    /// Proves a node from its children, if they suffice.
    fn prove(&mut self, at: u32) -> bool {
        let sign = self.node(at).sign;
        let mut best = Some(-1);
        for child in self.children(at) {
            match child.proven.map(|end| end * sign) {
                Some(1) => {
                    best = Some(1);
                    break;
                }
                Some(end) => best = best.map(|best: i8| best.max(end)),
                None => best = None,
            }
        }
        self.nodes[at as usize].proven = best.map(|best| best * sign);
        best.is_some()
    }

    /// Makes a node the root and drops everything not below it.
    pub fn keep(&mut self, at: u32) {
        let root = *self.node(at);
        self.keep_as(root);
    }

    /// Keeps `count` of the root's children, starting at `from`.
    pub fn keep_children(&mut self, from: u32, count: u32) {
        let mut root = *self.root();
        root.first += from;
        root.children = count;
        let kept = &self.nodes[root.first as usize..(root.first + count) as usize];
        root.visits = kept.iter().map(|child| child.visits).sum();
        root.sum = kept.iter().map(|child| child.sum).sum();
        root.proven = None;
        self.keep_as(root);
        if self.root().children > 0 {
            self.prove(ROOT);
        }
    }

    /// Copies everything below `root` into a new vector, with `root` as its root.
    fn keep_as(&mut self, root: TreeNode) {
        let mut kept = vec![root];
        let mut at = 0;
        while at < kept.len() {
            let range = kept[at].range();
            kept[at].first = kept.len() as u32;
            kept.extend_from_slice(&self.nodes[range.start as usize..range.end as usize]);
            at += 1;
        }
        self.nodes = kept;
    }

    /// The children of a node from best to worst for the seat that chooses there.
    pub fn ranked(&self, at: u32) -> Vec<u32> {
        let node = self.node(at);
        let sign = node.sign;
        let mut order: Vec<u32> = node.range().collect();
        order.sort_by_key(|child| {
            let child = self.node(*child);
            let class = match child.proven.map(|end| end * sign) {
                Some(1) => 0,
                Some(-1) => 2,
                _ => 1,
            };
            (class, std::cmp::Reverse(child.visits))
        });
        self.prefer_draw(&mut order, sign);
        order
    }

    /// Moves a proven draw ahead of options that look like a loss.
    fn prefer_draw(&self, order: &mut [u32], sign: i8) {
        let looks_lost = |child: u32| self.node(child).mean() * f64::from(sign) < 0.0;
        let draw = order.iter().position(|child| self.node(*child).proven == Some(0));
        if let (Some(draw), Some(first)) = (draw, order.first())
            && looks_lost(*first)
        {
            order[..=draw].rotate_right(1);
        }
    }
}

/// Picks one of the unvisited children at random.
fn pick_unseen(children: &[TreeNode], unseen: u64, random: &mut SplitMix64) -> u32 {
    use ennead_game::Random;
    let wanted = random.below(unseen) as usize;
    let mut all =
        (0..).zip(children).filter(|(_, child)| child.visits == 0).map(|(index, _)| index);
    all.nth(wanted).expect("`unseen` counts the unvisited children")
}
