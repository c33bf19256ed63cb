//! Paths to cells and sub-grids: one cell per level.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use ennead_game::nine::CELLS;
use thiserror::Error;

use crate::MAX_DEPTH;

/// Length up to which paths need no allocation.
const INLINE: usize = 22;

/// Cells from the top grid down, each from 0 to 8. The text counts them from 1: `1.8.3`.
///
/// ```
/// use ennead_nested::Path;
/// let path: Path = "1.8.3".parse()?;
/// assert_eq!(path.cells(), [0, 7, 2]);
/// assert_eq!(path.number(), 0 * 81 + 7 * 9 + 2);
/// # Ok::<(), ennead_nested::PathError>(())
/// ```
#[derive(Clone)]
pub struct Path(PathStorage);

#[derive(Clone)]
enum PathStorage {
    Inline { length: u8, cells: [u8; INLINE] },
    Heap(Box<[u8]>),
}

/// Text that is not a path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// A part is not a digit from 1 to 9.
    #[error(
        "part {part} is not a cell: a path is digits from 1 to 9 separated by points, such as 1.8.3"
    )]
    Cell {
        /// Number of the part, counted from 1.
        part: usize,
    },
    /// The path is longer than the maximum depth.
    #[error("the path is longer than {MAX_DEPTH} levels, which is the highest depth")]
    Long,
}

impl Path {
    /// The empty path: the top grid.
    pub const TOP: Path = Path(PathStorage::Inline { length: 0, cells: [0; INLINE] });

    /// Creates a path of cells, each from 0 to 8.
    ///
    /// # Panics
    /// If a cell is above 8.
    pub fn new(cells: &[u8]) -> Self {
        assert!(cells.iter().all(|cell| (*cell as usize) < CELLS), "cells are 0 to 8");
        if cells.len() > INLINE {
            return Path(PathStorage::Heap(cells.into()));
        }
        let mut store = [0; INLINE];
        store[..cells.len()].copy_from_slice(cells);
        Path(PathStorage::Inline { length: cells.len() as u8, cells: store })
    }

    /// A path of two cells.
    #[inline]
    pub(crate) const fn two(grid: u8, cell: u8) -> Self {
        let mut cells = [0; INLINE];
        cells[0] = grid;
        cells[1] = cell;
        Path(PathStorage::Inline { length: 2, cells })
    }

    /// The cells, each from 0 to 8.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        match &self.0 {
            PathStorage::Inline { length, cells } => &cells[..usize::from(*length)],
            PathStorage::Heap(cells) => cells,
        }
    }

    /// The path as a number in base 9, modulo 2^64 (exact up to 20 levels).
    pub fn number(&self) -> u64 {
        self.cells().iter().fold(0, |number: u64, cell| {
            number.wrapping_mul(CELLS as u64).wrapping_add(u64::from(*cell))
        })
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.cells() == other.cells()
    }
}

impl Eq for Path {}

impl Hash for Path {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cells().hash(state);
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&path_text(self.cells()))
    }
}

/// Cells as text, counted from 1.
pub(crate) fn path_text(cells: &[u8]) -> String {
    let mut text = String::with_capacity(cells.len() * 2);
    for cell in cells {
        if !text.is_empty() {
            text.push('.');
        }
        text.push(char::from(b'1' + cell));
    }
    text
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let mut cells = Vec::new();
        for (index, part) in text.split('.').enumerate() {
            if cells.len() == MAX_DEPTH as usize {
                return Err(PathError::Long);
            }
            match part.as_bytes() {
                [digit @ b'1'..=b'9'] => cells.push(digit - b'1'),
                _ => return Err(PathError::Cell { part: index + 1 }),
            }
        }
        Ok(Path::new(&cells))
    }
}
