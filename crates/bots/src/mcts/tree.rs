//! The tree: nodes in one list, children of a node side by side, wins, losses and draws backed up as proofs.

use ennead_game::{Seat, SplitMix64, Turn};

use super::state::{Hint, State};

/// The root's place in the list.
pub(crate) const ROOT: u32 = 0;

/// One position, as its parent's child. Values are those of the first seat.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// The sum of all that was found below it.
    sum: f64,
    pub(crate) visits: u32,
    /// Where its children begin.
    pub(crate) first: u32,
    /// How many children there are; none before it is opened.
    pub(crate) children: u32,
    /// The proven end, if there is one: 1, 0 or -1.
    pub(crate) proven: Option<i8>,
    /// The sign by which the chooser here sees values: 1 for the first seat, -1 for the second.
    pub(crate) sign: i8,
}

impl Node {
    fn of_hint(hint: Hint) -> Self {
        let value = hint.proven.map(f32::from).or(hint.value);
        Node {
            sum: value.map_or(0.0, f64::from),
            visits: u32::from(value.is_some()),
            proven: hint.proven,
            ..Node::default()
        }
    }

    /// From -1 to 1 for the first seat.
    pub(crate) fn mean(&self) -> f64 {
        match self.proven {
            Some(end) => f64::from(end),
            None if self.visits == 0 => 0.0,
            None => self.sum / f64::from(self.visits),
        }
    }

    pub(crate) fn range(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.children
    }
}

/// How a tree is grown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    /// How much a rarely seen option is favoured.
    pub(crate) exploration: f32,
    /// How many visits open a node where only playouts tell.
    pub(crate) opening_visits: u32,
    /// The most nodes that a tree may have.
    pub(crate) node_limit: usize,
    /// Whether ends are backed up as proofs.
    pub(crate) proofs: bool,
}

/// A search tree. It knows no position but by its place: whoever grows it brings the root's.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    path: Vec<u32>,
    hints: Vec<Hint>,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Tree { nodes: vec![Node::default()], path: Vec::new(), hints: Vec::new() }
    }

    pub(crate) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    pub(crate) fn root(&self) -> &Node {
        self.node(ROOT)
    }

    pub(crate) fn children(&self, at: u32) -> &[Node] {
        let range = self.node(at).range();
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// One walk from the root to a leaf, what is found there, and the way back.
    pub(crate) fn grow<S: State>(&mut self, root: &S, growth: &Growth, random: &mut SplitMix64) {
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
                break self.visit_leaf(at, state, growth, random);
            }
            let child = self.select(at, growth.exploration, random);
            state.choose(child - self.node(at).first);
            state.skip_lone_choices();
            at = child;
        };
        self.back_up(value, growth.proofs);
    }

    /// The value of a node that has no children yet; it may get some.
    fn visit_leaf<S: State>(&mut self, at: u32, state: S, growth: &Growth, random: &mut SplitMix64) -> f32 {
        match state.turn() {
            Turn::Over(outcome) => {
                let end = outcome.score(Seat::FIRST) as i8;
                if growth.proofs {
                    self.nodes[at as usize].proven = Some(end);
                }
                f32::from(end)
            }
            Turn::Seat(seat) => {
                let known = self.open(at, seat, &state, growth);
                known.unwrap_or_else(|| state.guess(random))
            }
            Turn::Chance => state.guess(random),
        }
    }

    /// Gives a node its children if it is time to, and says what they tell about it.
    fn open<S: State>(&mut self, at: u32, seat: Seat, state: &S, growth: &Growth) -> Option<f32> {
        let room = growth.node_limit.saturating_sub(self.nodes.len());
        let early = self.node(at).visits < growth.opening_visits && at != ROOT;
        if early || room < state.options() as usize {
            return None;
        }
        self.hints.clear();
        let value = state.hint(&mut self.hints);
        let first = self.nodes.len() as u32;
        self.nodes.extend(self.hints.iter().map(|hint| Node::of_hint(*hint)));
        let node = &mut self.nodes[at as usize];
        node.first = first;
        node.children = self.hints.len() as u32;
        node.sign = if seat == Seat::FIRST { 1 } else { -1 };
        if growth.proofs && self.hints.iter().any(|hint| hint.proven.is_some()) {
            self.prove(at);
            return self.node(at).proven.map(f32::from).or(value);
        }
        value
    }

    /// The child to look at next: unseen ones first, else the best by mean and rarity.
    fn select(&self, at: u32, exploration: f32, random: &mut SplitMix64) -> u32 {
        let node = self.node(at);
        let children = self.children(at);
        let sign = f64::from(node.sign);
        let log = f64::from(node.visits.max(1)).ln() * f64::from(exploration) * f64::from(exploration);
        let lost = Some(-node.sign);
        let mut best = (f64::NEG_INFINITY, 0);
        let mut unseen = 0;
        for (index, child) in children.iter().enumerate() {
            if child.visits == 0 {
                unseen += 1;
            } else if child.proven != lost {
                let bonus = if child.proven.is_some() { 0.0 } else { (log / f64::from(child.visits)).sqrt() };
                let score = sign * child.mean() + bonus;
                if score > best.0 {
                    best = (score, index as u32);
                }
            }
        }
        node.first + if unseen > 0 { pick_unseen(children, unseen, random) } else { best.1 }
    }

    /// Adds a value to every node of the path, and proves what can now be proven.
    fn back_up(&mut self, value: f32, proofs: bool) {
        let path = std::mem::take(&mut self.path);
        let mut value = f64::from(value);
        let mut proving = proofs && path.last().is_some_and(|leaf| self.node(*leaf).proven.is_some());
        for (index, at) in path.iter().rev().enumerate() {
            if proving && index > 0 {
                proving = self.prove(*at);
                // What is proven here speaks louder than what the leaf said.
                value = self.node(*at).proven.map_or(value, f64::from);
            }
            let node = &mut self.nodes[*at as usize];
            node.sum += value;
            node.visits += 1;
        }
        self.path = path;
    }

    /// Proves a node from its children if they allow it.
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

    /// Keeps what is below one node and makes it the root.
    pub(crate) fn keep(&mut self, at: u32) {
        let root = *self.node(at);
        self.keep_as(root);
    }

    /// Keeps a part of the root's children: those from `from`, `count` of them.
    pub(crate) fn keep_children(&mut self, from: u32, count: u32) {
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

    /// Copies everything below a node into a new list, in which it is the root.
    fn keep_as(&mut self, root: Node) {
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

    /// The children of a node from the best to the worst, for the seat that chooses there.
    pub(crate) fn ranked(&self, at: u32) -> Vec<u32> {
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

    /// A certain draw is better than what looks like a loss.
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

/// One of the children that nobody has looked at.
fn pick_unseen(children: &[Node], unseen: u64, random: &mut SplitMix64) -> u32 {
    use ennead_game::Random;
    let wanted = random.below(unseen) as usize;
    let mut all = (0..).zip(children).filter(|(_, child)| child.visits == 0).map(|(index, _)| index);
    all.nth(wanted).expect("there are that many unseen children")
}
