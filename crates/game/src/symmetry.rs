//! Symmetries of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Game;

/// A game whose positions can be rotated or reflected without changing play.
pub trait Symmetric: Game {
    /// Number of symmetries, including the identity (number 0).
    const SYMMETRIES: u32;

    /// A key for comparing positions: two positions are equal exactly when their keys are.
    type Key: Ord + Hash + Clone + Debug;

    /// The position's key.
    fn key(&self) -> Self::Key;

    /// The image of the position under a symmetry.
    #[must_use]
    fn transform(&self, symmetry: u32) -> Self;

    /// The option of the transformed position that corresponds to `option` here.
    fn transform_option(&self, symmetry: u32, option: u32) -> u32;

    /// The symmetries that [`canonical`](Self::canonical) tries besides the identity. A position on
    /// which several of them act alike needs only the first of these.
    fn distinct_symmetries(&self) -> impl Iterator<Item = u32> {
        1..Self::SYMMETRIES
    }

    /// The image with the smallest key, and the first symmetry that yields it.
    fn canonical(&self) -> (Self, u32) {
        let mut best = (self.clone(), 0);
        let mut smallest = self.key();
        for symmetry in self.distinct_symmetries() {
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
