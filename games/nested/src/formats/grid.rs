//! `nested.grid`: grids of nine cells with three bits each, in breadth-first order.

use ennead_bits::{BitString, BitWriter, bytes_for};
use ennead_game::nine::{CELLS, Mask};
use thiserror::Error;

use crate::Path;
use crate::grid_result::GridResult;

/// Width of a cell in bits.
pub const CELL_BITS: usize = 3;
/// Width of a grid in bits.
pub const GRID_BITS: usize = CELLS * CELL_BITS;

/// The lowest bit of every cell: O.
const LOW_BITS: u32 = 0o111_111_111;
const SUB_GRID: u32 = 0b100;

/// Bits or bytes that are not a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// The value is empty.
    #[error("a grid takes at least {GRID_BITS} bits, but the value is empty")]
    Empty,
    /// The number of bits is not a whole number of grids.
    #[error("{0} bits are not a whole number of grids of {GRID_BITS} bits")]
    Length(usize),
    /// The number of bytes is not a whole number of grids.
    #[error("{0} byte(s) are not a whole number of grids: 1, 2, 3 grids take 4, 7, 11 bytes")]
    Bytes(usize),
    /// A bit after the last grid is set.
    #[error("the padding after bit {0} is not zero")]
    Padding(usize),
    /// A cell has an unused code.
    #[error(
        "cell {} of grid {} (bit {}) is {code:03b}: a cell is 000 (blank), 001 (O), 010 (X), 011 \
         (both) or 100 (sub-grid)",
        cell + 1, grid + 1, grid * GRID_BITS + cell * CELL_BITS
    )]
    Code {
        /// The index of the grid.
        grid: usize,
        /// The index of the cell.
        cell: usize,
        /// The code.
        code: u32,
    },
    /// There are more grids than sub-grid cells.
    #[error(
        "{extra} grid(s) too many, from bit {}: the preceding cells have {wanted} grid(s)",
        wanted * GRID_BITS
    )]
    Extra {
        /// Number of grids expected.
        wanted: usize,
        /// Number of surplus grids.
        extra: usize,
    },
    /// There are fewer grids than sub-grid cells.
    #[error("{}", missing_text(*.0))]
    Missing(usize),
    /// A path that does not lead to a sub-grid.
    #[error("there is no sub-grid at {0}")]
    NoSubGrid(Path),
}

fn missing_text(missing: usize) -> String {
    if missing == 1 {
        "1 sub-grid is missing".into()
    } else {
        format!("{missing} sub-grids are missing")
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Empty.
    Blank,
    /// A mark, or a decided grid.
    Decided(GridResult),
    /// A sub-grid.
    SubGrid,
}

/// Decoded grids of any shape, possibly truncated after a whole grid.
///
/// ```
/// use ennead_nested::formats::grid::Grid;
/// let grid: Grid = ".XO.OBOX.".parse()?;
/// assert_eq!(grid.to_bits().to_string(), "000010001000001011001010000");
/// assert_eq!(Grid::read(&grid.to_bits())?.to_string(), ".XO.OBOX.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The grids in breadth-first order, 27 bits each. The n-th sub-grid cell refers to the grid at
    /// index n, counted from 1.
    words: Vec<u32>,
    /// Number of sub-grid cells.
    sub_grids: usize,
}

impl Grid {
    /// Decodes a complete value.
    pub fn read(bits: &BitString) -> Result<Self, GridError> {
        Self::read_tolerant(bits)?.complete()
    }

    /// Decodes a value that may be truncated after any grid.
    pub fn read_tolerant(bits: &BitString) -> Result<Self, GridError> {
        if !bits.len().is_multiple_of(GRID_BITS) {
            return Err(GridError::Length(bits.len()));
        }
        Self::from_packed(bits.as_bytes(), bits.len() / GRID_BITS)
    }

    /// Decodes a possibly truncated value from bytes, whose length determines the number of grids.
    pub fn read_bytes_tolerant(bytes: &[u8]) -> Result<Self, GridError> {
        let grids = bytes.len() * 8 / GRID_BITS;
        if bytes_for(grids * GRID_BITS) != bytes.len() {
            return Err(GridError::Bytes(bytes.len()));
        }
        let padding = (bytes.len() * 8 - grids * GRID_BITS) as u32;
        if bytes.last().is_some_and(|last| last.trailing_zeros() < padding) {
            return Err(GridError::Padding(grids * GRID_BITS));
        }
        Self::from_packed(bytes, grids)
    }

    fn from_packed(bytes: &[u8], grids: usize) -> Result<Self, GridError> {
        if grids == 0 {
            return Err(GridError::Empty);
        }
        let mut words = Vec::with_capacity(grids);
        let mut sub_grids = 0;
        for index in 0..grids {
            if index > sub_grids {
                return Err(GridError::Extra { wanted: index, extra: grids - index });
            }
            let word = word_at(bytes, index * GRID_BITS);
            // Most grids of a deep value are blank, and the cells of a blank grid need no check.
            if word != 0 {
                check_codes(word, index)?;
                sub_grids += sub_grids_of(word);
            }
            words.push(word);
        }
        Ok(Grid { words, sub_grids })
    }

    /// Creates a value from grids in breadth-first order, which must not outnumber the sub-grid
    /// cells.
    pub(crate) fn from_words(words: Vec<u32>) -> Self {
        let sub_grids = words.iter().map(|word| sub_grids_of(*word)).sum();
        debug_assert!(!words.is_empty() && words.len() <= sub_grids + 1);
        Grid { words, sub_grids }
    }

    /// The value itself, if no sub-grid is missing.
    pub fn complete(self) -> Result<Self, GridError> {
        match self.missing() {
            0 => Ok(self),
            missing => Err(GridError::Missing(missing)),
        }
    }

    /// Number of grids.
    pub fn grids(&self) -> usize {
        self.words.len()
    }

    /// Number of missing sub-grids.
    pub fn missing(&self) -> usize {
        self.sub_grids + 1 - self.words.len()
    }

    /// A cell of the grid with this index in breadth-first order.
    pub fn cell(&self, grid: usize, cell: u8) -> Cell {
        cell_of(self.words[grid], cell)
    }

    /// Encodes the grids.
    pub fn to_bits(&self) -> BitString {
        let mut writer = BitWriter::with_capacity(self.words.len() * GRID_BITS);
        for word in &self.words {
            writer.write(u64::from(*word), GRID_BITS as u32);
        }
        writer.into_bit_string()
    }

    /// The first `most` grids of the sub-grid at a path.
    pub fn part(&self, at: &Path, most: usize) -> Result<Self, GridError> {
        let first = self.first_sub_grids();
        let mut top = 0;
        for cell in at.cells() {
            top = self
                .sub_grid(&first, top, *cell)
                .ok_or_else(|| GridError::NoSubGrid(at.clone()))?;
        }
        // The breadth-first order below one grid is a subsequence of the whole order.
        let mut order = vec![top];
        let mut done = 0;
        while done < order.len() && order.len() < most {
            let subs =
                first[order[done]]..first[order[done]] + sub_grids_of(self.words[order[done]]);
            order.extend(subs.filter(|grid| *grid < self.words.len()));
            done += 1;
        }
        order.truncate(most.max(1));
        Ok(Self::from_words(order.into_iter().map(|grid| self.words[grid]).collect()))
    }

    /// For each grid, the index of its first sub-grid, present or missing.
    pub(crate) fn first_sub_grids(&self) -> Vec<usize> {
        let mut next = 1;
        let firsts = self.words.iter().map(|word| {
            let first = next;
            next += sub_grids_of(*word);
            first
        });
        firsts.collect()
    }

    /// The index of the sub-grid in a cell, if there is one and it is present.
    pub(crate) fn sub_grid(&self, first: &[usize], grid: usize, cell: u8) -> Option<usize> {
        if self.cell(grid, cell) != Cell::SubGrid {
            return None;
        }
        let before = self.words[grid] >> (CELL_BITS * (CELLS - usize::from(cell)));
        let index = first[grid] + sub_grids_of(before);
        (index < self.words.len()).then_some(index)
    }

    /// Number of levels, at most `most`.
    pub(crate) fn levels(&self, most: u32) -> u32 {
        let mut levels = 1;
        let (mut start, mut end) = (0, 1);
        while levels < most {
            let below: usize = self.words[start..end].iter().map(|word| sub_grids_of(*word)).sum();
            if below == 0 {
                break;
            }
            levels += 1;
            (start, end) = (end, (end + below).min(self.words.len()));
        }
        levels
    }
}

/// The 27 bits at an offset.
#[inline]
fn word_at(bytes: &[u8], bit: usize) -> u32 {
    let start = bit / 8;
    let mut eight = [0; 8];
    if let Some(whole) = bytes.get(start..start + 8) {
        eight.copy_from_slice(whole);
    } else {
        let rest = &bytes[start..];
        eight[..rest.len()].copy_from_slice(rest);
    }
    let window = u64::from_be_bytes(eight) << (bit % 8);
    (window >> (u64::BITS as usize - GRID_BITS)) as u32
}

#[inline]
fn check_codes(word: u32, grid: usize) -> Result<(), GridError> {
    let subs = word >> 2 & LOW_BITS;
    let marks = (word | word >> 1) & LOW_BITS;
    if subs & marks == 0 {
        return Ok(());
    }
    let wrong = (0..CELLS).find(|cell| code_of(word, *cell as u8) > SUB_GRID).unwrap_or_default();
    Err(GridError::Code { grid, cell: wrong, code: code_of(word, wrong as u8) })
}

/// Number of sub-grid cells of a grid, summed in parallel over three groups of three cells.
#[inline]
pub(crate) fn sub_grids_of(word: u32) -> usize {
    let subs = word >> 2 & LOW_BITS;
    let rows = subs + (subs >> 9) + (subs >> 18);
    ((rows & 7) + (rows >> 3 & 7) + (rows >> 6 & 7)) as usize
}

pub(crate) fn code_of(word: u32, cell: u8) -> u32 {
    word >> (CELL_BITS * (CELLS - 1 - usize::from(cell))) & 0b111
}

pub(crate) fn cell_of(word: u32, cell: u8) -> Cell {
    match code_of(word, cell) {
        0b000 => Cell::Blank,
        0b001 => Cell::Decided(GridResult::O),
        0b010 => Cell::Decided(GridResult::X),
        0b011 => Cell::Decided(GridResult::Both),
        _ => Cell::SubGrid,
    }
}

/// A grid with these cells of X, of O and with sub-grids.
pub(crate) fn word_of(x: Mask, o: Mask, subs: Mask) -> u32 {
    let spread = |mask: Mask| SPREAD[usize::from(mask)];
    spread(o) | spread(x) << 1 | spread(subs) << 2
}

/// Maps nine bits to every third bit of 27.
static SPREAD: [u32; 512] = {
    let mut table = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        table[mask] = table[mask / 2] << CELL_BITS | (mask % 2) as u32;
        mask += 1;
    }
    table
};
