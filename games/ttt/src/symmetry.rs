//! The eight symmetries of the square, numbered as in [`nine`](ennead_game::nine).

use ennead_game::Symmetric;
use ennead_game::nine::{CELLS, SYMMETRIES, index_of, moved, moved_mask, nth};

use crate::Ttt;

impl Symmetric for Ttt {
    const SYMMETRIES: u32 = SYMMETRIES as u32;
    /// The squares of X followed by those of O, as in a `ttt.3t` value, so that both orderings
    /// agree.
    type Key = u32;

    fn key(&self) -> u32 {
        u32::from(self.x) << CELLS | u32::from(self.o)
    }

    fn transform(&self, symmetry: u32) -> Self {
        Ttt { x: moved_mask(symmetry, self.x), o: moved_mask(symmetry, self.o) }
    }

    fn transform_option(&self, symmetry: u32, option: u32) -> u32 {
        let square = nth(self.free(), option);
        index_of(self.transform(symmetry).free(), moved(symmetry, square))
    }
}
