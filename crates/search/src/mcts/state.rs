//! The states over which a tree is grown.

use ennead_game::{SplitMix64, Turn};

/// The most forced choices in a row that a search follows. A position with more of them ahead, as
/// in rules that repeat it for ever, counts as a draw.
pub const MAX_FORCED: usize = 10_000;

/// A position for the search: two seats, no chance.
pub trait State: Clone {
    /// Who chooses next.
    fn turn(&self) -> Turn;

    /// The number of options of the next choice.
    fn options(&self) -> u32;

    /// Makes a choice; `option` must be below [`options`](Self::options).
    fn choose(&mut self, option: u32);

    /// Prior knowledge of each option, and the resulting value of the position from -1 to 1 for the
    /// first seat. If it returns `None`, only playouts evaluate the position, and the priors
    /// contain at most proven results.
    fn priors(&self, priors: &mut Vec<OptionPrior>) -> Option<f32> {
        priors.resize(self.options() as usize, OptionPrior::default());
        None
    }

    /// An estimate from a playout, from -1 to 1 for the first seat.
    fn guess(self, random: &mut SplitMix64) -> f32;

    /// Makes all forced choices, so that every node of the tree is a real choice or the end.
    /// Returns false if [`MAX_FORCED`] of them have led to neither.
    fn skip_forced_choices(&mut self) -> bool {
        for _ in 0..MAX_FORCED {
            if self.options() != 1 {
                return true;
            }
            self.choose(0);
        }
        self.options() != 1
    }
}

/// Prior knowledge of an option.
#[derive(Clone, Copy, Debug, Default)]
pub struct OptionPrior {
    /// An estimated value from -1 to 1 for the first seat, if there is one.
    pub value: Option<f32>,
    /// How likely the option is to be the best; the shares of a position sum to 1. Only
    /// [`Selection::Priors`](super::Selection::Priors) uses it.
    pub share: f32,
    /// The proven result, if any: 1, 0 or -1 for the first seat.
    pub proven: Option<i8>,
}
