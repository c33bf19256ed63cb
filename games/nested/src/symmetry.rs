//! The eight symmetries of the square, acting on every level at once.

use ennead_game::Symmetric;
use ennead_game::nine::{SYMMETRIES, moved, nth};

use crate::Nested;
use crate::flat::Flat;
use crate::rules::Representation;

/// A key for comparing positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A depth-2 board.
    Flat(Flat),
    /// A tree: its touched grids from the top down, then depth, rules, player to move, target and
    /// half-made move.
    Tree(Vec<u32>),
}

impl Symmetric for Nested {
    const SYMMETRIES: u32 = SYMMETRIES as u32;
    type Key = Key;

    fn key(&self) -> Key {
        match &self.0 {
            Representation::Flat(flat) => Key::Flat(*flat),
            Representation::Tree(tree) => Key::Tree(tree.key()),
        }
    }

    fn transform(&self, symmetry: u32) -> Self {
        Nested(match &self.0 {
            Representation::Flat(flat) => Representation::Flat(flat.transform(symmetry)),
            Representation::Tree(tree) => Representation::Tree(Box::new(tree.transform(symmetry))),
        })
    }

    fn transform_option(&self, symmetry: u32, option: u32) -> u32 {
        let cell = moved(symmetry, nth(self.legal(), option));
        self.transform(symmetry).option_of(cell)
    }
}
