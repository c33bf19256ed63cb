//! The eight symmetries of the square.
//!
//! Symmetry 0 is the identity, 1 to 3 turn the board clockwise by a quarter, a half and three quarters, and 4 to 7
//! mirror it left to right and then turn it the same way.

use ennead_game::Symmetric;

use crate::Ttt;
use crate::board::{Mask, SQUARES, bit, index_of, nth_square};

/// How many symmetries the board has.
pub(crate) const SYMMETRIES: usize = 8;

/// Where each square goes under each symmetry.
pub(crate) static MOVED: [[u8; SQUARES]; SYMMETRIES] = {
    let mut table = [[0; SQUARES]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut square = 0;
        while square < SQUARES {
            let (mut row, mut column) = (square / 3, square % 3);
            if symmetry >= 4 {
                column = 2 - column;
            }
            let mut turn = 0;
            while turn < symmetry % 4 {
                (row, column) = (column, 2 - row);
                turn += 1;
            }
            table[symmetry][square] = (row * 3 + column) as u8;
            square += 1;
        }
        symmetry += 1;
    }
    table
};

static MOVED_MASKS: [[Mask; 512]; SYMMETRIES] = {
    let mut table = [[0; 512]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut mask = 0;
        while mask < 512 {
            let mut square = 0;
            while square < SQUARES {
                if mask as Mask & bit(square as u8) != 0 {
                    table[symmetry][mask] |= bit(MOVED[symmetry][square]);
                }
                square += 1;
            }
            mask += 1;
        }
        symmetry += 1;
    }
    table
};

impl Symmetric for Ttt {
    const SYMMETRIES: u32 = SYMMETRIES as u32;
    /// The squares of X and then those of O, as the `ttt.3t` value has them: the smallest key has the smallest value.
    type Key = u32;

    fn key(&self) -> u32 {
        u32::from(self.x) << SQUARES | u32::from(self.o)
    }

    fn transform(&self, symmetry: u32) -> Self {
        let moved = &MOVED_MASKS[symmetry as usize];
        Ttt { x: moved[usize::from(self.x)], o: moved[usize::from(self.o)] }
    }

    fn transform_option(&self, symmetry: u32, option: u32) -> u32 {
        let square = nth_square(self.free(), option);
        let moved = MOVED[symmetry as usize][usize::from(square)];
        index_of(self.transform(symmetry).free(), moved)
    }
}
