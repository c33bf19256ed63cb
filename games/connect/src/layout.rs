//! The layout of cells as bits.
//!
//! A board is a list of *lanes* of cells, with one separator bit that is never set after each lane:
//!
//! - with gravity a lane is a column, leftmost first, and its cells count from the bottom;
//! - without, a lane is a row, topmost first, and its cells count from the left.
//!
//! Bit `lane * stride + place` is a cell, where `stride` is the length of a lane plus its
//! separator. Legal moves are then bits in ascending order, with gravity and without, and the
//! separators keep lines from wrapping around the edge of the board.
//!
//! Cells also have an *index*, which does not depend on gravity: row by row from the top left.

use crate::ConnectSetup;
use crate::bits::{Bits, Wide};
use crate::setup::{MAX_SIDE, MIN_SIDE};

/// The four directions of a line, as distances between bits.
pub(crate) type Steps = [u32; 4];

/// The cells of a board, and the first cell of every lane.
#[derive(Clone, Copy)]
struct Masks {
    full: Wide,
    first: Wide,
}

const SIDES: usize = (MAX_SIDE - MIN_SIDE + 1) as usize;

/// The masks for every number of lanes and length of a lane.
static MASKS: [[Masks; SIDES]; SIDES] = {
    let empty = Masks { full: Wide { high: 0, low: 0 }, first: Wide { high: 0, low: 0 } };
    let mut table = [[empty; SIDES]; SIDES];
    let mut lanes = 0;
    while lanes < SIDES {
        let mut length = 0;
        while length < SIDES {
            table[lanes][length] = masks(lanes as u32 + 2, length as u32 + 2);
            length += 1;
        }
        lanes += 1;
    }
    table
};

const fn masks(lanes: u32, length: u32) -> Masks {
    let mut full = Wide { high: 0, low: 0 };
    let mut first = full;
    let mut lane = 0;
    while lane < lanes {
        let start = lane * (length + 1);
        first = with_bit(first, start);
        let mut place = 0;
        while place < length {
            full = with_bit(full, start + place);
            place += 1;
        }
        lane += 1;
    }
    Masks { full, first }
}

const fn with_bit(mut set: Wide, at: u32) -> Wide {
    if at < u128::BITS {
        set.low |= 1 << at;
    } else {
        set.high |= 1 << (at - u128::BITS);
    }
    set
}

impl ConnectSetup {
    /// The number of lanes.
    #[inline]
    pub(crate) const fn lanes(&self) -> u32 {
        if self.gravity() { self.width() as u32 } else { self.height() as u32 }
    }

    /// The number of cells in a lane.
    #[inline]
    pub(crate) const fn length(&self) -> u32 {
        if self.gravity() { self.height() as u32 } else { self.width() as u32 }
    }

    /// The distance between a cell and its neighbour in the next lane.
    #[inline]
    pub(crate) const fn stride(&self) -> u32 {
        self.length() + 1
    }

    /// The number of bits of the board, including separators.
    pub(crate) const fn bit_len(&self) -> u32 {
        self.lanes() * self.stride()
    }

    /// The distances to neighbours along the lane, across lanes and on both diagonals.
    #[inline]
    pub(crate) const fn steps(&self) -> Steps {
        let stride = self.stride();
        [1, stride, stride - 1, stride + 1]
    }

    fn masks(&self) -> &'static Masks {
        let index = |side: u32| side as usize - MIN_SIDE as usize;
        &MASKS[index(self.lanes())][index(self.length())]
    }

    /// Every cell.
    #[inline]
    pub(crate) fn full<B: Bits>(&self) -> B {
        B::of(self.masks().full)
    }

    /// The first cell of every lane: the bottom row with gravity, the left column without.
    #[inline]
    pub(crate) fn first<B: Bits>(&self) -> B {
        B::of(self.masks().first)
    }

    /// The bit of a cell: row from the top, column from the left.
    pub(crate) const fn bit_at(&self, row: u8, column: u8) -> u32 {
        if self.gravity() {
            column as u32 * self.stride() + (self.height() - 1 - row) as u32
        } else {
            row as u32 * self.stride() + column as u32
        }
    }

    /// Row from the top and column from the left of a bit that is a cell.
    pub(crate) const fn cell_at(&self, at: u32) -> (u8, u8) {
        let (lane, place) = ((at / self.stride()) as u8, (at % self.stride()) as u8);
        if self.gravity() { (self.height() - 1 - place, lane) } else { (lane, place) }
    }

    /// The bit of the cell with this index.
    pub(crate) const fn bit_of(&self, index: u8) -> u32 {
        self.bit_at(index / self.width(), index % self.width())
    }

    /// The index of a bit that is a cell.
    pub(crate) const fn index_of(&self, at: u32) -> u8 {
        let (row, column) = self.cell_at(at);
        row * self.width() + column
    }

    /// The label of the move to a cell: its column with gravity, its index without.
    pub(crate) const fn label_of(&self, at: u32) -> u8 {
        if self.gravity() { (at / self.stride()) as u8 } else { self.index_of(at) }
    }
}
