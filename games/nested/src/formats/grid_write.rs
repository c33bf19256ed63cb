//! Encodes a position as `nested.grid`, breadth-first from any of its grids, within a budget.
//!
//! Adjacent untouched grids of one level form a run of any length. Their bits are copied rather
//! than computed, and a run beyond the budget costs nothing.

use std::collections::VecDeque;

use ennead_bits::{BitString, bytes_for};
use ennead_game::nine::{CELLS, FULL, cells};
use thiserror::Error;

use super::grid::{GRID_BITS, word_of};
use crate::SubGrid;
use crate::node::NONE;

/// Maximum number of grids written without a budget (54 MiB).
pub const MAX_GRIDS: u64 = 1 << 24;

/// A grid that cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// There are too many grids.
    #[error(
        "the grid has more than {MAX_GRIDS} grids: give a budget of bytes, or start at a sub-grid"
    )]
    Large,
    /// The budget is too small for a grid.
    #[error("a budget of {bytes} byte(s) is too small: one grid takes {}", bytes_for(GRID_BITS))]
    Budget {
        /// The budget.
        bytes: u64,
    },
}

/// Number of whole grids that fit into a number of bytes.
pub fn grids_in(bytes: u64) -> Result<u64, WriteError> {
    match bytes.saturating_mul(8) / GRID_BITS as u64 {
        0 => Err(WriteError::Budget { bytes }),
        grids => Ok(grids),
    }
}

/// Encodes a grid and those below it, or the first `most` of them.
pub fn write(top: SubGrid<'_>, most: Option<u64>) -> Result<BitString, WriteError> {
    let mut writer = GridWriter::default();
    let mut queue = RunQueue::default();
    queue.push(top.node(), top.levels(), 1);
    while let Some(run) = queue.runs.pop_front() {
        let left = most.unwrap_or(u64::MAX).saturating_sub(writer.grids);
        let count = run.count.min(left);
        if count == 0 {
            break;
        }
        if run.node == NONE {
            writer.write_untouched(run.levels > 1, count);
            if run.levels > 1 {
                queue.push(NONE, run.levels - 1, run.count.saturating_mul(CELLS as u64));
            }
        } else {
            write_touched(top.with(run.node, run.levels), &mut writer, &mut queue);
        }
        if most.is_none() && queue.grids > MAX_GRIDS {
            return Err(WriteError::Large);
        }
    }
    Ok(writer.finish())
}

fn write_touched(grid: SubGrid<'_>, writer: &mut GridWriter, queue: &mut RunQueue) {
    let masks = grid.masks();
    let subs = if grid.levels() > 1 { masks.undecided() } else { 0 };
    writer.write(word_of(masks.x, masks.o, subs));
    for cell in cells(subs) {
        queue.push(grid.child_node(cell), grid.levels() - 1, 1);
    }
}

/// Grids to be written: one touched grid, or several adjacent untouched ones.
struct GridRun {
    node: u32,
    levels: u32,
    count: u64,
}

#[derive(Default)]
struct RunQueue {
    runs: VecDeque<GridRun>,
    /// Number of grids added so far.
    grids: u64,
}

impl RunQueue {
    fn push(&mut self, node: u32, levels: u32, count: u64) {
        self.grids = self.grids.saturating_add(count);
        match self.runs.back_mut() {
            Some(last) if node == NONE && last.node == NONE && last.levels == levels => {
                last.count = last.count.saturating_add(count);
            }
            _ => self.runs.push_back(GridRun { node, levels, count }),
        }
    }
}

/// Length of eight grids in bytes.
const BLOCK: usize = GRID_BITS;
const BLOCK_GRIDS: u64 = 8;
const ALL_SUB_GRIDS: [u8; BLOCK] = {
    let mut block = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        block[at] = [0b1001_0010, 0b0100_1001, 0b0010_0100][at % 3];
        at += 1;
    }
    block
};

/// Packs grids into bytes, most significant bit first.
#[derive(Default)]
struct GridWriter {
    bytes: Vec<u8>,
    /// Bits that do not fill a byte yet, in the low positions.
    pending: u64,
    pending_bits: u32,
    grids: u64,
}

impl GridWriter {
    fn write(&mut self, word: u32) {
        self.pending = self.pending << GRID_BITS | u64::from(word);
        self.pending_bits += GRID_BITS as u32;
        while self.pending_bits >= 8 {
            self.pending_bits -= 8;
            self.bytes.push((self.pending >> self.pending_bits) as u8);
        }
        self.grids += 1;
    }

    /// Writes untouched grids: all cells are blank at the lowest level and sub-grids above it.
    fn write_untouched(&mut self, inner: bool, mut count: u64) {
        let word = word_of(0, 0, if inner { FULL } else { 0 });
        while count > 0 && self.pending_bits > 0 {
            self.write(word);
            count -= 1;
        }
        let blocks = (count / BLOCK_GRIDS) as usize;
        if inner {
            self.bytes.reserve(blocks * BLOCK);
            for _ in 0..blocks {
                self.bytes.extend_from_slice(&ALL_SUB_GRIDS);
            }
        } else {
            self.bytes.resize(self.bytes.len() + blocks * BLOCK, 0);
        }
        self.grids += blocks as u64 * BLOCK_GRIDS;
        for _ in 0..count % BLOCK_GRIDS {
            self.write(word);
        }
    }

    fn finish(mut self) -> BitString {
        if self.pending_bits > 0 {
            self.bytes.push((self.pending << (8 - self.pending_bits)) as u8);
        }
        let bits = self.grids as usize * GRID_BITS;
        BitString::from_bytes(&self.bytes, bits).expect("whole grids and zero padding")
    }
}
