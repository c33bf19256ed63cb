//! The states over which a tree is grown.

use ennead_game::{SplitMix64, Turn};

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
    fn skip_forced_choices(&mut self) {
        while self.options() == 1 {
            self.choose(0);
        }
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
