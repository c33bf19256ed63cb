//! An arena of touched grids, twelve bytes each.
//!
//! Untouched and decided grids have no node. The children of a node are a linked list in ascending
//! order of their cells, so memory is proportional to the number of touched grids.

use ennead_game::nine::{CELLS, FULL, Mask, bit, cells, moved, moved_mask};

use crate::grid_result::GridResult;

/// Sentinel for "no node": an untouched grid, or the end of a list.
pub(crate) const NONE: u32 = u32::MAX;
/// The node of the top grid, which always exists.
pub(crate) const ROOT: u32 = 0;

const O_SHIFT: u32 = CELLS as u32;
const OPEN_SHIFT: u32 = 2 * O_SHIFT;
const CELL_SHIFT: u32 = 3 * O_SHIFT;

/// A touched, undecided grid, or the top grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct GridNode {
    /// The cells of X, of O and with a child, nine bits each, and the cell of the parent that this
    /// grid occupies.
    bits: u32,
    first_child: u32,
    next: u32,
}

/// The cells of a grid as masks. A cell with the result "both" is in `x` and in `o`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    /// Cells of X.
    pub x: Mask,
    /// Cells of O.
    pub o: Mask,
    /// Cells that are touched, undecided grids.
    pub open: Mask,
}

impl Masks {
    /// Cells of neither X nor O.
    pub const fn undecided(self) -> Mask {
        FULL & !(self.x | self.o)
    }
}

/// All touched grids of a position.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    nodes: Vec<GridNode>,
    /// Head of the list of free nodes.
    free: u32,
}

impl Nodes {
    /// Creates an untouched top grid.
    pub(crate) fn new() -> Self {
        Nodes { nodes: vec![GridNode { bits: 0, first_child: NONE, next: NONE }], free: NONE }
    }

    pub(crate) fn masks(&self, node: u32) -> Masks {
        if node == NONE {
            return Masks::default();
        }
        let bits = self.nodes[node as usize].bits;
        let field = |shift| (bits >> shift) as Mask & FULL;
        Masks { x: field(0), o: field(O_SHIFT), open: field(OPEN_SHIFT) }
    }

    /// Sets the mark or result of a cell.
    pub(crate) fn set(&mut self, node: u32, cell: u8, result: GridResult) {
        let mut bits = 0;
        if result.is_x() {
            bits |= u32::from(bit(cell));
        }
        if result.is_o() {
            bits |= u32::from(bit(cell)) << O_SHIFT;
        }
        self.nodes[node as usize].bits |= bits;
    }

    /// Sets the cells of X and O at once.
    pub(crate) fn set_masks(&mut self, node: u32, x: Mask, o: Mask) {
        self.nodes[node as usize].bits |= u32::from(x) | u32::from(o) << O_SHIFT;
    }

    fn cell(&self, node: u32) -> u8 {
        (self.nodes[node as usize].bits >> CELL_SHIFT) as u8
    }

    /// The touched grid in a cell, or [`NONE`].
    pub(crate) fn child(&self, node: u32, cell: u8) -> u32 {
        if self.masks(node).open & bit(cell) == 0 {
            return NONE;
        }
        let mut child = self.nodes[node as usize].first_child;
        while self.cell(child) != cell {
            child = self.nodes[child as usize].next;
        }
        child
    }

    /// The touched grid in a cell of a grid that may itself be untouched, or [`NONE`].
    pub(crate) fn step(&self, node: u32, cell: u8) -> u32 {
        if node == NONE { NONE } else { self.child(node, cell) }
    }

    /// The touched grid at the end of a path, or [`NONE`].
    pub(crate) fn at(&self, path: &[u8]) -> u32 {
        path.iter().fold(ROOT, |node, cell| self.step(node, *cell))
    }

    /// The touched grid in a cell, created if the cell was untouched.
    pub(crate) fn child_or_new(&mut self, node: u32, cell: u8) -> u32 {
        match self.child(node, cell) {
            NONE => self.add_child(node, cell),
            child => child,
        }
    }

    fn add_child(&mut self, node: u32, cell: u8) -> u32 {
        let child = self.allocate();
        let before = self.child_before(node, cell);
        let after = self.link(node, before, child);
        self.nodes[child as usize] =
            GridNode { bits: u32::from(cell) << CELL_SHIFT, first_child: NONE, next: after };
        self.nodes[node as usize].bits |= u32::from(bit(cell)) << OPEN_SHIFT;
        child
    }

    /// The last child in a lower cell, or [`NONE`].
    fn child_before(&self, node: u32, cell: u8) -> u32 {
        let mut before = NONE;
        let mut child = self.nodes[node as usize].first_child;
        while child != NONE && self.cell(child) < cell {
            before = child;
            child = self.nodes[child as usize].next;
        }
        before
    }

    /// Links `child` after `before` and returns the previous successor.
    fn link(&mut self, node: u32, before: u32, child: u32) -> u32 {
        let slot = if before == NONE {
            &mut self.nodes[node as usize].first_child
        } else {
            &mut self.nodes[before as usize].next
        };
        std::mem::replace(slot, child)
    }

    fn allocate(&mut self) -> u32 {
        if self.free != NONE {
            let node = self.free;
            self.free = self.nodes[node as usize].next;
            return node;
        }
        let node = u32::try_from(self.nodes.len()).expect("fewer than 2^32 touched grids");
        self.nodes.push(GridNode::default());
        node
    }

    /// Removes a child and its whole subtree.
    pub(crate) fn remove_child(&mut self, node: u32, cell: u8) {
        let child = self.child(node, cell);
        let before = self.child_before(node, cell);
        self.link(node, before, self.nodes[child as usize].next);
        self.nodes[node as usize].bits &= !(u32::from(bit(cell)) << OPEN_SHIFT);
        self.nodes[child as usize].next = NONE;
        self.release(child);
    }

    /// Frees a list of siblings and their subtrees. The work list is linked through the nodes
    /// themselves.
    fn release(&mut self, mut todo: u32) {
        while todo != NONE {
            let GridNode { first_child, next, .. } = self.nodes[todo as usize];
            self.nodes[todo as usize].next = self.free;
            self.free = todo;
            todo = if first_child == NONE { next } else { self.join(first_child, next) };
        }
    }

    /// Appends `rest` to the list that starts at `first`.
    fn join(&mut self, first: u32, rest: u32) -> u32 {
        let mut last = first;
        while self.nodes[last as usize].next != NONE {
            last = self.nodes[last as usize].next;
        }
        self.nodes[last as usize].next = rest;
        first
    }

    /// Number of touched grids.
    #[cfg(test)]
    pub(crate) fn touched(&self) -> usize {
        self.packed_cells().count()
    }

    /// Number of nodes, including free ones.
    #[cfg(test)]
    pub(crate) fn allocated(&self) -> usize {
        self.nodes.len()
    }

    /// Size of all nodes in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<GridNode>()
    }

    /// The packed cells of all touched grids, parents before children; equal positions yield equal
    /// sequences.
    pub(crate) fn packed_cells(&self) -> impl Iterator<Item = u32> + '_ {
        let mut todo = vec![ROOT];
        std::iter::from_fn(move || {
            let GridNode { bits, first_child, next } = self.nodes[todo.pop()? as usize];
            todo.extend([next, first_child].into_iter().filter(|node| *node != NONE));
            Some(bits)
        })
    }

    /// The image of the grids under a symmetry.
    pub(crate) fn transform(&self, symmetry: u32) -> Self {
        let mut result = Nodes::new();
        let mut todo = vec![(ROOT, ROOT)];
        while let Some((from, to)) = todo.pop() {
            let masks = self.masks(from);
            result.set_masks(to, moved_mask(symmetry, masks.x), moved_mask(symmetry, masks.o));
            for cell in cells(masks.open) {
                let child = result.add_child(to, moved(symmetry, cell));
                todo.push((self.child(from, cell), child));
            }
        }
        result
    }
}

impl PartialEq for Nodes {
    fn eq(&self, other: &Self) -> bool {
        // Clones have the same layout, so the quick comparison usually suffices; equal positions
        // may also differ in layout.
        self.nodes == other.nodes || self.packed_cells().eq(other.packed_cells())
    }
}

impl Eq for Nodes {}
