//! Boards of three by three cells: masks of cells, and lookup tables for them.
//!
//! Cells are numbered 0 to 8, row by row from the top left. In a mask, cell 0 is the highest of
//! nine bits, so the binary digits of a mask read like the rows of the board.
//!
//! Symmetry 0 is the identity, 1 to 3 rotate the board clockwise by one, two and three quarter
//! turns, and 4 to 7 mirror it left to right and then rotate it by none to three.
//!
//! ```
//! use ennead_game::nine::{bit, cells, count, has_line, index_of, moved, moved_mask, nth};
//! let mask = bit(0) | bit(4) | bit(8);
//! assert_eq!(mask, 0b100_010_001);
//! assert!(has_line(mask));
//! assert_eq!(count(mask), 3);
//! assert_eq!(nth(mask, 1), 4);
//! assert_eq!(index_of(mask, 8), 2);
//! assert_eq!(cells(mask).collect::<Vec<_>>(), [0, 4, 8]);
//! assert_eq!(moved(1, 0), 2); // a quarter turn moves the top left cell to the top right
//! assert_eq!(moved_mask(1, mask), 0b001_010_100);
//! ```

/// A set of cells.
pub type Mask = u16;

/// Number of cells.
pub const CELLS: usize = 9;
/// All nine cells.
pub const FULL: Mask = 0b111_111_111;
/// Number of symmetries of the square.
pub const SYMMETRIES: usize = 8;
/// Number of masks.
const MASKS: usize = 1 << CELLS;

/// The eight lines of three.
pub const LINES: [Mask; 8] = [
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
];

/// The mask of one cell.
#[inline]
pub const fn bit(cell: u8) -> Mask {
    1 << (CELLS - 1) >> cell
}

/// Whether a mask contains a line.
#[inline]
pub const fn has_line(mask: Mask) -> bool {
    HAS_LINE[mask as usize % MASKS]
}

/// The cell at `index` among the cells of a mask, in ascending order. The mask must have more than
/// `index` cells.
#[inline]
pub const fn nth(mask: Mask, index: u32) -> u8 {
    NTH[mask as usize % MASKS][index as usize % 16]
}

/// Number of cells of a mask, from the same table row as [`nth`].
#[inline]
pub const fn count(mask: Mask) -> u32 {
    NTH[mask as usize % MASKS][COUNT] as u32
}

/// Number of cells of a mask below `cell`.
#[inline]
pub const fn index_of(mask: Mask, cell: u8) -> u32 {
    count(mask >> (CELLS as u8 - cell))
}

/// The cells of a mask, in ascending order.
pub fn cells(mask: Mask) -> impl DoubleEndedIterator<Item = u8> + Clone {
    (0..CELLS as u8).filter(move |cell| mask & bit(*cell) != 0)
}

/// A mask as nine bytes, one per cell: 1 for a cell of the mask and 0 for the others.
#[inline]
pub fn bytes(mask: Mask) -> &'static [u8; CELLS] {
    &BYTES[mask as usize % MASKS]
}

/// The image of a cell under a symmetry.
#[inline]
pub const fn moved(symmetry: u32, cell: u8) -> u8 {
    MOVED[symmetry as usize][cell as usize]
}

/// The image of a mask under a symmetry.
#[inline]
pub const fn moved_mask(symmetry: u32, mask: Mask) -> Mask {
    MOVED_MASKS[symmetry as usize][mask as usize % MASKS]
}

static HAS_LINE: [bool; MASKS] = {
    let mut table = [false; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let mut line = 0;
        while line < LINES.len() {
            table[mask] |= mask as Mask & LINES[line] == LINES[line];
            line += 1;
        }
        mask += 1;
    }
    table
};

/// Index of the count in a row of [`NTH`].
const COUNT: usize = 15;

/// Rows have 16 entries instead of nine, so that indexing is a shift; the last entry is the count.
static NTH: [[u8; 16]; MASKS] = {
    let mut table = [[0; 16]; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let mut cell = 0;
        let mut count = 0;
        while cell < CELLS as u8 {
            if mask as Mask & bit(cell) != 0 {
                table[mask][count] = cell;
                count += 1;
            }
            cell += 1;
        }
        table[mask][COUNT] = count as u8;
        mask += 1;
    }
    table
};

static BYTES: [[u8; CELLS]; MASKS] = {
    let mut table = [[0; CELLS]; MASKS];
    let mut mask = 0;
    while mask < MASKS {
        let mut cell = 0;
        while cell < CELLS {
            table[mask][cell] = (mask as Mask & bit(cell as u8) != 0) as u8;
            cell += 1;
        }
        mask += 1;
    }
    table
};

static MOVED: [[u8; CELLS]; SYMMETRIES] = {
    let mut table = [[0; CELLS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut cell = 0;
        while cell < CELLS {
            let (mut row, mut column) = (cell / 3, cell % 3);
            if symmetry >= 4 {
                column = 2 - column;
            }
            let mut turn = 0;
            while turn < symmetry % 4 {
                (row, column) = (column, 2 - row);
                turn += 1;
            }
            table[symmetry][cell] = (row * 3 + column) as u8;
            cell += 1;
        }
        symmetry += 1;
    }
    table
};

static MOVED_MASKS: [[Mask; MASKS]; SYMMETRIES] = {
    let mut table = [[0; MASKS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut mask = 0;
        while mask < MASKS {
            let mut cell = 0;
            while cell < CELLS {
                if mask as Mask & bit(cell as u8) != 0 {
                    table[symmetry][mask] |= bit(MOVED[symmetry][cell]);
                }
                cell += 1;
            }
            mask += 1;
        }
        symmetry += 1;
    }
    table
};
