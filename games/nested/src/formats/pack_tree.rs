//! The body of `nested.pack` at depth 1 and from depth 3: touched grids from the top down, then
//! turn and target.

use ennead_bits::{ChoiceDecoder, ChoiceEncoder};
use ennead_game::Outcome;
use ennead_game::nine::{Mask, bit, cells, index_of, nth};

use super::pack::{Consistency, PackError, put_turn, take_turn};
use crate::Mark;
use crate::filling::{FILLINGS, OPEN_FILLINGS, filling, number, rank, unrank};
use crate::grid_result::{decided_by_last_cell, outcome, result};
use crate::node::{Masks, NONE, Nodes, ROOT};
use crate::tree::GridTree;
use crate::{NestedSetup, Path};

/// Number of kinds of cells of an inner grid.
const CELL_KINDS: u32 = 5;
const UNTOUCHED: u32 = 0;
const X: u32 = 1;
const O: u32 = 2;
const BOTH: u32 = 3;
const OPEN: u32 = 4;

/// Number of forms of an inner grid; only the top grid can be fresh.
const FORMS: u32 = 2;
const TOP_FORMS: u32 = 3;
const SINGLE: u32 = 0;
const NINE: u32 = 1;
const FRESH: u32 = 2;

pub(crate) fn write(tree: &GridTree, encoder: &mut ChoiceEncoder) {
    let nodes = tree.nodes();
    let top = nodes.masks(ROOT);
    if tree.depth() == 1 {
        encoder.put(number(top.x, top.o), FILLINGS);
    } else {
        write_grids(nodes, tree.depth(), encoder);
    }
    if outcome(top.x, top.o, tree.rules(), tree.depth()).is_some() {
        return;
    }
    put_turn(tree.mover(), encoder);
    if tree.depth() > 1 {
        write_target(tree, encoder);
    }
}

fn write_grids(nodes: &Nodes, depth: u32, encoder: &mut ChoiceEncoder) {
    let mut todo = vec![(ROOT, depth)];
    while let Some((node, levels)) = todo.pop() {
        let masks = nodes.masks(node);
        if levels == 1 {
            encoder.put(rank(masks.x, masks.o) - 1, OPEN_FILLINGS - 1);
            continue;
        }
        write_cells(masks, if node == ROOT { TOP_FORMS } else { FORMS }, encoder);
        todo.extend(cells(masks.open).rev().map(|cell| (nodes.child(node, cell), levels - 1)));
    }
}

/// Whether one cell is open and all others are untouched.
fn is_single(masks: Masks) -> bool {
    masks.x | masks.o == 0 && masks.open.count_ones() == 1
}

fn write_cells(masks: Masks, forms: u32, encoder: &mut ChoiceEncoder) {
    if masks == Masks::default() {
        encoder.put(FRESH, forms);
    } else if is_single(masks) {
        encoder.put(SINGLE, forms);
        encoder.put(u32::from(nth(masks.open, 0)), 9);
    } else {
        encoder.put(NINE, forms);
        for cell in 0..9 {
            encoder.put(kind(masks, bit(cell)), CELL_KINDS);
        }
    }
}

fn kind(masks: Masks, cell: Mask) -> u32 {
    match (masks.x & cell != 0, masks.o & cell != 0, masks.open & cell != 0) {
        (true, true, _) => BOTH,
        (true, false, _) => X,
        (false, true, _) => O,
        (false, false, true) => OPEN,
        (false, false, false) => UNTOUCHED,
    }
}

/// Encodes whether the player may move anywhere and, if not, one undecided cell per level.
fn write_target(tree: &GridTree, encoder: &mut ChoiceEncoder) {
    encoder.put(u32::from(tree.target().is_some()), 2);
    let mut node = ROOT;
    for cell in tree.target().unwrap_or_default() {
        let undecided = tree.nodes().masks(node).undecided();
        encoder.put(index_of(undecided, *cell), undecided.count_ones());
        node = tree.nodes().step(node, *cell);
    }
}

pub(crate) fn read(
    setup: &NestedSetup,
    decoder: &mut ChoiceDecoder<'_>,
) -> Result<GridTree, PackError> {
    let mut reader = TreeReader {
        setup,
        nodes: Nodes::new(),
        consistency: Consistency::default(),
        path: Vec::new(),
    };
    if setup.depth() == 1 {
        let (x, o) = filling(decoder.take(FILLINGS)?);
        reader.set_marks(ROOT, x, o);
    } else {
        reader.read_grids(decoder)?;
    }
    if reader.outcome()?.is_some() {
        return Ok(GridTree::from_parts(setup, reader.nodes, Mark::X, None));
    }
    let mover = take_turn(decoder)?;
    let target = if setup.depth() > 1 && decoder.take(2)? == 1 {
        Some(reader.read_target(decoder)?)
    } else {
        None
    };
    reader.consistency.check(mover, target.as_deref(), setup.depth())?;
    Ok(GridTree::from_parts(setup, reader.nodes, mover, target))
}

struct TreeReader<'a> {
    setup: &'a NestedSetup,
    nodes: Nodes,
    consistency: Consistency,
    /// The path of the grid being decoded.
    path: Vec<u8>,
}

impl TreeReader<'_> {
    fn read_grids(&mut self, decoder: &mut ChoiceDecoder<'_>) -> Result<(), PackError> {
        // Node, level and cell of each grid still to be decoded.
        let mut todo = vec![(ROOT, 0, 0)];
        while let Some((node, level, cell)) = todo.pop() {
            if level > 0 {
                self.path.truncate(level - 1);
                self.path.push(cell);
            }
            if level + 1 == self.setup.depth() as usize {
                let (x, o) = unrank(decoder.take(OPEN_FILLINGS - 1)? + 1);
                self.set_marks(node, x, o);
                continue;
            }
            let open = self.read_cells(node, decoder)?;
            let children = cells(open)
                .rev()
                .map(|cell| (self.nodes.child_or_new(node, cell), level + 1, cell));
            todo.extend(children);
        }
        Ok(())
    }

    /// Decodes the cells of an inner grid; returns the open ones.
    fn read_cells(
        &mut self,
        node: u32,
        decoder: &mut ChoiceDecoder<'_>,
    ) -> Result<Mask, PackError> {
        match decoder.take(if node == ROOT { TOP_FORMS } else { FORMS })? {
            FRESH => Ok(0),
            SINGLE => Ok(bit(decoder.take(9)? as u8)),
            _ => self.read_nine(node, decoder),
        }
    }

    fn read_nine(&mut self, node: u32, decoder: &mut ChoiceDecoder<'_>) -> Result<Mask, PackError> {
        let mut masks = Masks::default();
        for cell in (0..9).map(bit) {
            match decoder.take(CELL_KINDS)? {
                X => masks.x |= cell,
                O => masks.o |= cell,
                OPEN => masks.open |= cell,
                BOTH => {
                    masks.x |= cell;
                    masks.o |= cell;
                }
                _ => {}
            }
        }
        self.check_nine(masks, node)?;
        if masks.x | masks.o != 0 {
            self.consistency.hidden = true;
            self.consistency.closed = true;
        }
        self.nodes.set_masks(node, masks.x, masks.o);
        Ok(masks.open)
    }

    fn check_nine(&self, masks: Masks, node: u32) -> Result<(), PackError> {
        let here = || Path::new(&self.path);
        if masks == Masks::default() {
            return Err(PackError::Untouched(here()));
        }
        if is_single(masks) {
            return Err(PackError::Single(here()));
        }
        if node != ROOT && result(masks.x, masks.o, self.setup.rules()).is_some() {
            return Err(PackError::Decided(here()));
        }
        Ok(())
    }

    fn set_marks(&mut self, node: u32, x: Mask, o: Mask) {
        self.nodes.set_masks(node, x, o);
        self.consistency.x += u64::from(x.count_ones());
        self.consistency.o += u64::from(o.count_ones());
    }

    /// The outcome if the top grid is decided, after checking that the last cell can have decided
    /// it.
    fn outcome(&self) -> Result<Option<Outcome>, PackError> {
        let Masks { x, o, .. } = self.nodes.masks(ROOT);
        let outcome = outcome(x, o, self.setup.rules(), self.setup.depth());
        if outcome.is_some() && !decided_by_last_cell(x, o, self.setup.rules()) {
            return Err(PackError::PlayedOn);
        }
        if let Some(outcome) = outcome {
            self.consistency.check_over(outcome)?;
        }
        Ok(outcome)
    }

    fn read_target(&self, decoder: &mut ChoiceDecoder<'_>) -> Result<Vec<u8>, PackError> {
        let mut target = Vec::with_capacity(self.setup.depth() as usize - 1);
        let mut node = ROOT;
        while target.len() + 1 < self.setup.depth() as usize {
            let undecided = self.nodes.masks(node).undecided();
            let cell = nth(undecided, decoder.take(undecided.count_ones())?);
            target.push(cell);
            node = self.nodes.step(node, cell);
        }
        debug_assert!(node == NONE || self.nodes.masks(node).undecided() != 0);
        Ok(target)
    }
}
