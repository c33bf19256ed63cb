//! What a tree is grown over.

use ennead_game::{SplitMix64, Turn};

/// A position as the search needs it: choices in turn, none by chance, two seats.
pub(crate) trait State: Clone {
    /// Who chooses next.
    fn turn(&self) -> Turn;

    /// Among how many options.
    fn options(&self) -> u32;

    /// Goes on with an option below [`options`](Self::options).
    fn choose(&mut self, option: u32);

    /// What is known of each option before any is looked at, and what the position is worth by that, from -1 to 1 for the
    /// first seat. None where only playouts tell; the hints then say at most what is proven.
    fn hint(&self, hints: &mut Vec<Hint>) -> Option<f32> {
        hints.resize(self.options() as usize, Hint::default());
        None
    }

    /// A guess from a playout, from -1 to 1 for the first seat.
    fn guess(self, random: &mut SplitMix64) -> f32;

    /// Makes every lone choice, so that a node of the tree is a real choice or the end.
    fn skip_lone_choices(&mut self) {
        while self.options() == 1 {
            self.choose(0);
        }
    }
}

/// What is known of an option beforehand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hint {
    /// From -1 to 1 for the first seat, if there is an estimate.
    pub(crate) value: Option<f32>,
    /// The end that is certain: 1, 0 or -1 for the first seat.
    pub(crate) proven: Option<i8>,
}
