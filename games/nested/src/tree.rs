//! Positions at any depth as a tree of touched grids.

use ennead_game::nine::{Mask, bit, cells, index_of, moved, nth};
use ennead_game::{Outcome, Turn};

use crate::grid_result::{GridResult, outcome, result};
use crate::node::{Masks, NONE, Nodes, ROOT};
use crate::{Mark, NestedSetup, Rules};

/// A position at any depth. A fresh one has one node; a move touches one grid per level.
#[derive(Clone, Debug)]
pub(crate) struct GridTree {
    nodes: Nodes,
    depth: u32,
    rules: Rules,
    /// The player to move; X once the game is over.
    mover: Mark,
    outcome: Option<Outcome>,
    /// The lowest grid that the player is sent to.
    target: Option<Vec<u8>>,
    /// The cells of a half-made move.
    path: Vec<u8>,
    /// The node at the end of `path`, or [`NONE`]; cached so that a choice need not walk the path.
    cursor: u32,
}

impl PartialEq for GridTree {
    fn eq(&self, other: &Self) -> bool {
        self.depth == other.depth
            && self.rules == other.rules
            && self.mover == other.mover
            && self.target == other.target
            && self.path == other.path
            && self.nodes == other.nodes
    }
}

impl Eq for GridTree {}

impl GridTree {
    pub(crate) fn new(setup: &NestedSetup) -> Self {
        GridTree {
            nodes: Nodes::new(),
            depth: setup.depth(),
            rules: setup.rules(),
            mover: setup.first(),
            outcome: None,
            target: None,
            path: Vec::new(),
            cursor: ROOT,
        }
    }

    pub(crate) fn turn(&self) -> Turn {
        self.outcome.map_or(Turn::Seat(self.mover.seat()), Turn::Over)
    }

    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    pub(crate) fn mover(&self) -> Mark {
        self.mover
    }

    pub(crate) fn target(&self) -> Option<&[u8]> {
        self.target.as_deref()
    }

    pub(crate) fn path(&self) -> &[u8] {
        &self.path
    }

    pub(crate) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// The cell forced by the target at this level of a move, if there is a target.
    pub(crate) fn forced(&self, level: usize) -> Option<u8> {
        self.target.as_ref()?.get(level).copied()
    }

    /// The options of the next choice, as cells.
    pub(crate) fn legal(&self) -> Mask {
        if self.outcome.is_some() {
            return 0;
        }
        match self.forced(self.path.len()) {
            Some(cell) => bit(cell),
            None => self.nodes.masks(self.cursor).undecided(),
        }
    }

    pub(crate) fn choose(&mut self, option: u32) {
        let cell = nth(self.legal(), option);
        self.step(cell);
    }

    /// Descends into a cell; at the lowest level, makes the move.
    fn step(&mut self, cell: u8) {
        self.path.push(cell);
        if self.path.len() == self.depth as usize {
            let path = std::mem::take(&mut self.path);
            self.cursor = ROOT;
            self.make(&path);
        } else {
            self.cursor = self.nodes.step(self.cursor, cell);
        }
    }

    /// Makes a whole move without checks.
    pub(crate) fn make(&mut self, path: &[u8]) {
        let (last, above) = path.split_last().expect("a move has a cell at every level");
        let mut spine = Vec::with_capacity(path.len());
        spine.push(ROOT);
        for cell in above {
            spine.push(self.nodes.child_or_new(spine[spine.len() - 1], *cell));
        }
        let mark = if self.mover == Mark::X { GridResult::X } else { GridResult::O };
        self.nodes.set(spine[above.len()], *last, mark);
        self.decide_grids(path, &spine);
        self.mover = self.mover.other();
        self.set_target(&path[1..]);
    }

    /// Decides grids from the lowest up, for as long as the move decides them.
    fn decide_grids(&mut self, path: &[u8], spine: &[u32]) {
        for level in (0..spine.len()).rev() {
            let Masks { x, o, .. } = self.nodes.masks(spine[level]);
            let Some(result) = result(x, o, self.rules) else { return };
            if level == 0 {
                self.outcome = outcome(x, o, self.rules, self.depth);
                return;
            }
            self.nodes.remove_child(spine[level - 1], path[level - 1]);
            self.nodes.set(spine[level - 1], path[level - 1], result);
        }
    }

    /// Sends the player to a lowest grid, or anywhere if that grid is decided.
    fn set_target(&mut self, target: &[u8]) {
        if self.outcome.is_some() {
            self.mover = Mark::X;
            self.target = None;
        } else if target.is_empty() || self.decided_on(target).is_some() {
            self.target = None;
        } else {
            let mut digits = self.target.take().unwrap_or_default();
            digits.clear();
            digits.extend_from_slice(target);
            self.target = Some(digits);
        }
    }

    /// The number of steps after which a path first meets a decided cell, if it does.
    pub(crate) fn decided_on(&self, path: &[u8]) -> Option<usize> {
        let mut node = ROOT;
        for (index, cell) in path.iter().enumerate() {
            if node == NONE {
                return None;
            }
            if self.nodes.masks(node).undecided() & bit(*cell) == 0 {
                return Some(index + 1);
            }
            node = self.nodes.child(node, *cell);
        }
        None
    }

    /// The option that selects a cell in the next choice.
    pub(crate) fn option_of(&self, cell: u8) -> u32 {
        index_of(self.legal(), cell)
    }

    pub(crate) fn transform(&self, symmetry: u32) -> Self {
        let move_path =
            |path: &[u8]| path.iter().map(|cell| moved(symmetry, *cell)).collect::<Vec<_>>();
        let nodes = self.nodes.transform(symmetry);
        let path = move_path(&self.path);
        let cursor = nodes.at(&path);
        let target = self.target.as_deref().map(move_path);
        GridTree { nodes, path, cursor, target, ..*self }
    }

    /// Assembles a position. The target must be consistent with the grids, which also determine the
    /// outcome.
    pub(crate) fn from_parts(
        setup: &NestedSetup,
        nodes: Nodes,
        mover: Mark,
        target: Option<Vec<u8>>,
    ) -> Self {
        let Masks { x, o, .. } = nodes.masks(ROOT);
        let outcome = outcome(x, o, setup.rules(), setup.depth());
        GridTree { nodes, mover, target, outcome, ..GridTree::new(setup) }
    }

    /// Number of legal moves, saturating at 2^64 - 1.
    pub(crate) fn count_moves(&self) -> u64 {
        if self.outcome.is_some() {
            return 0;
        }
        match &self.target {
            Some(target) => {
                u64::from(self.nodes.masks(self.nodes.at(target)).undecided().count_ones())
            }
            None => self.count_from(ROOT, self.depth),
        }
    }

    /// Number of empty cells below a grid with `levels` levels.
    fn count_from(&self, node: u32, levels: u32) -> u64 {
        let mut count = 0u64;
        let mut todo = vec![(node, levels)];
        while let Some((node, levels)) = todo.pop() {
            let masks = self.nodes.masks(node);
            let untouched = (masks.undecided() & !masks.open).count_ones();
            count = count
                .saturating_add(power_of_nine(levels - 1).saturating_mul(u64::from(untouched)));
            todo.extend(cells(masks.open).map(|cell| (self.nodes.child(node, cell), levels - 1)));
        }
        count
    }

    /// The move at `index` in ascending order.
    pub(crate) fn nth_move(&self, mut index: u64) -> Vec<u8> {
        let mut path = self.target.clone().unwrap_or_default();
        let mut node = self.nodes.at(&path);
        while path.len() < self.depth as usize {
            let levels = self.depth - path.len() as u32;
            let (cell, child) = self.descend(node, levels, &mut index);
            path.push(cell);
            node = child;
        }
        path
    }

    /// The cell of a grid that contains the move at `index`; makes `index` relative to that cell.
    fn descend(&self, node: u32, levels: u32, index: &mut u64) -> (u8, u32) {
        let mut last = (0, NONE);
        for cell in cells(self.nodes.masks(node).undecided()) {
            let child = self.nodes.step(node, cell);
            let count = match (levels, child) {
                (1, _) => 1,
                (_, NONE) => power_of_nine(levels - 1),
                _ => self.count_from(child, levels - 1),
            };
            last = (cell, child);
            if *index < count {
                break;
            }
            *index -= count;
        }
        last
    }

    /// All legal moves in ascending order.
    pub(crate) fn moves(&self) -> Vec<Vec<u8>> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let mut list = Vec::new();
        let start = self.target.clone().unwrap_or_default();
        let mut todo = vec![(self.nodes.at(&start), start)];
        while let Some((node, path)) = todo.pop() {
            let undecided = cells(self.nodes.masks(node).undecided());
            let longer = |cell: u8| [&path[..], &[cell]].concat();
            if path.len() + 1 == self.depth as usize {
                list.extend(undecided.map(longer));
            } else {
                let child = |cell| self.nodes.step(node, cell);
                todo.extend(undecided.rev().map(|cell| (child(cell), longer(cell))));
            }
        }
        list
    }

    /// A comparable key: equal positions have equal keys.
    pub(crate) fn key(&self) -> Vec<u32> {
        let target = self.target.as_deref().unwrap_or_default();
        let mut key: Vec<u32> = self.nodes.packed_cells().collect();
        key.extend([self.depth, self.rules as u32, self.mover as u32, target.len() as u32]);
        key.extend(target.iter().chain(&self.path).map(|cell| u32::from(*cell)));
        key
    }
}

/// 9^n, saturating at 2^64 - 1.
fn power_of_nine(n: u32) -> u64 {
    9u64.checked_pow(n).unwrap_or(u64::MAX)
}
