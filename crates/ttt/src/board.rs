//! Nine squares as bits, and the tables that answer every question about them.
//!
//! Squares are numbered 0 to 8, row by row from the top left. In a mask of squares, square 0 is the highest of nine
//! bits, so that a mask read as a number in binary looks like the board read row by row.

/// A set of squares.
pub(crate) type Mask = u16;

/// All nine squares.
pub(crate) const FULL: Mask = 0b111_111_111;
/// How many squares there are.
pub(crate) const SQUARES: usize = 9;

/// The eight lines of three.
pub(crate) const LINES: [Mask; 8] = [
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
];

/// The mask of one square.
pub(crate) const fn bit(square: u8) -> Mask {
    1 << (SQUARES as u8 - 1 - square)
}

/// Whether a mask holds a line.
pub(crate) const fn has_line(mask: Mask) -> bool {
    HAS_LINE[mask as usize]
}

/// The square at `index` among the squares of a mask, in ascending order. The mask must have that many.
pub(crate) const fn nth_square(mask: Mask, index: u32) -> u8 {
    NTH_SQUARE[mask as usize][index as usize]
}

/// How many squares of a mask come before `square`.
pub(crate) const fn index_of(mask: Mask, square: u8) -> u32 {
    (mask >> (SQUARES as u8 - square)).count_ones()
}

/// The squares of a mask, in ascending order.
pub(crate) fn squares(mask: Mask) -> impl Iterator<Item = u8> {
    (0..SQUARES as u8).filter(move |square| mask & bit(*square) != 0)
}

static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[mask] |= mask as Mask & LINES[line] == LINES[line];
            line += 1;
        }
        mask += 1;
    }
    table
};

/// Sixteen entries a mask instead of nine, so that the index is a shift.
static NTH_SQUARE: [[u8; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut mask = 0;
    while mask < 512 {
        let mut square = 0;
        let mut count = 0;
        while square < SQUARES as u8 {
            if mask as Mask & bit(square) != 0 {
                table[mask][count] = square;
                count += 1;
            }
            square += 1;
        }
        mask += 1;
    }
    table
};
