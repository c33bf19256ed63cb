//! The symmetries of the board.
//!
//! They are numbered like those of the square: 0 is the identity, 1 to 3 rotate the board clockwise
//! by a quarter, a half and three quarters, and 4 to 7 mirror it left to right and then rotate it
//! the same way. In place of a symmetry that a board lacks, one that it has is used:
//!
//! | board | its symmetries | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |
//! |---|---|---|---|---|---|---|---|---|---|
//! | gravity | 2 | 0 | 0 | 0 | 0 | 4 | 4 | 4 | 4 |
//! | rectangle without | 4 | 0 | 0 | 2 | 2 | 4 | 4 | 6 | 6 |
//! | square without | 8 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |

use ennead_game::Symmetric;

use crate::bits::Bits;
use crate::rules::{Stones, map, on};
use crate::{Connect, ConnectSetup};

/// The sort key of positions: a single number for small boards, which keeps tables small.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// With gravity, boards of up to 64 bits: the stones of X, and a bit above each column's top
    /// stone. Without, boards of up to 32: the stones of X, and those of O above them.
    Short(ConnectSetup, u64),
    /// Any other board.
    Long(Box<Connect>),
}

/// The symmetry used by a board in place of one of the square's.
fn own(setup: &ConnectSetup, symmetry: u32) -> u32 {
    if setup.gravity() {
        symmetry & 4
    } else if setup.width() != setup.height() {
        symmetry & 6
    } else {
        symmetry
    }
}

/// The image of a cell, given as row and column from the top left of a board without gravity.
fn moved(setup: &ConnectSetup, symmetry: u32, (row, column): (u8, u8)) -> (u8, u8) {
    let (last_row, last_column) = (setup.height() - 1, setup.width() - 1);
    let column = if symmetry & 4 != 0 { last_column - column } else { column };
    match symmetry & 3 {
        0 => (row, column),
        1 => (column, last_row - row),
        2 => (last_row - row, last_column - column),
        _ => (last_column - column, row),
    }
}

/// The image of a cell's bit under a symmetry that the board has.
fn moved_bit(setup: &ConnectSetup, symmetry: u32, at: u32) -> u32 {
    let (row, column) = moved(setup, symmetry, setup.cell_at(at));
    setup.bit_at(row, column)
}

impl Symmetric for Connect {
    const SYMMETRIES: u32 = 8;
    type Key = Key;

    fn key(&self) -> Key {
        let Stones::Narrow(board) = &self.0 else { return Key::Long(Box::new(self.clone())) };
        let setup = board.setup();
        let [x, o] = board.stones();
        if setup.gravity() {
            Key::Short(*setup, x | (x | o).plus(setup.first()))
        } else if setup.bit_len() <= u32::BITS {
            Key::Short(*setup, x | o << u32::BITS)
        } else {
            Key::Long(Box::new(self.clone()))
        }
    }

    fn transform(&self, symmetry: u32) -> Self {
        let symmetry = own(self.setup(), symmetry);
        Connect(map!(&self.0, board => match symmetry {
            0 => *board,
            _ if board.setup().gravity() => board.with_lanes_reversed(),
            _ => board.permuted(|at| moved_bit(board.setup(), symmetry, at)),
        }))
    }

    fn transform_option(&self, symmetry: u32, option: u32) -> u32 {
        let setup = *self.setup();
        let at = on!(&self.0, board => board.legal().nth(option));
        let moved = match own(&setup, symmetry) {
            // A mirrored column has the same number of stones: options are counted from the other
            // end.
            4 if setup.gravity() => {
                let legal = on!(&self.0, board => board.legal().count());
                return legal - 1 - option;
            }
            symmetry => moved_bit(&setup, symmetry, at),
        };
        let next = self.transform(symmetry);
        on!(&next.0, board => board.legal().count_below(moved))
    }

    fn distinct_symmetries(&self) -> impl Iterator<Item = u32> {
        (1..Self::SYMMETRIES).filter(|one| own(self.setup(), *one) == *one)
    }
}
