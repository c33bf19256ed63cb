//! Positions that are the same but for how the board is held.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Game;

/// A game whose positions can be turned and mirrored without changing play.
pub trait Symmetric: Game {
    /// How many symmetries there are, the identity (number 0) included.
    const SYMMETRIES: u32;

    /// What positions are compared by. Two positions are equal exactly when their keys are.
    type Key: Ord + Hash + Clone + Debug;

    /// The position's key.
    fn key(&self) -> Self::Key;

    /// The position seen through a symmetry.
    #[must_use]
    fn transform(&self, symmetry: u32) -> Self;

    /// The option of the transformed position that does what `option` does here.
    fn transform_option(&self, symmetry: u32, option: u32) -> u32;

    /// The symmetric position with the smallest key, and the first symmetry that leads there.
    fn canonical(&self) -> (Self, u32) {
        let mut best = (self.clone(), 0);
        let mut smallest = self.key();
        for symmetry in 1..Self::SYMMETRIES {
            let position = self.transform(symmetry);
            let key = position.key();
            if key < smallest {
                smallest = key;
                best = (position, symmetry);
            }
        }
        best
    }
}
