//! The one trait that a game has to implement.

use std::fmt::Debug;

use thiserror::Error;

use crate::{Outcome, Random, Setup, Turn};

/// A choice that the position does not have. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over: there is nothing to choose")]
    Over,
    /// The option's number is too high.
    #[error("option {option} does not exist: there are {options}, numbered from 0")]
    NoSuchOption {
        /// The option asked for.
        option: u32,
        /// How many there are.
        options: u32,
    },
}

/// A position in a game, as a node in a tree of bounded choices.
///
/// Options have one fixed order that the game documents. A whole move may take several choices; a choice with
/// one option is made like any other and costs nothing in a record. See the [crate example](crate).
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// The name by which the game is known everywhere, as in `ttt`.
    const ID: &'static str;
    /// The number that stands for the game in records; 128 and up are free for private use.
    const NUMBER: u8;
    /// What may differ from match to match: rule variant, size, who begins.
    type Setup: Setup;

    /// The position before the first choice.
    fn new(setup: &Self::Setup) -> Self;

    /// Who chooses next, or how the game ended.
    fn turn(&self) -> Turn;

    /// Among how many options: at least 1, and 0 once the game is over.
    fn options(&self) -> u32;

    /// Goes on with an option.
    ///
    /// The caller has made sure that `option` is below [`options`](Self::options). Otherwise the result is
    /// some position or a panic; use [`play`](Self::play) for options that come from outside.
    fn choose(&mut self, option: u32);

    /// Goes on with an option if there is such an option, and changes nothing otherwise.
    fn play(&mut self, option: u32) -> Result<(), PlayError> {
        let options = self.options();
        if options == 0 {
            return Err(PlayError::Over);
        }
        if option >= options {
            return Err(PlayError::NoSuchOption { option, options });
        }
        self.choose(option);
        Ok(())
    }

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Makes every chance choice up to the next turn of a seat, and returns the options drawn.
    fn deal(&mut self, random: &mut dyn Random) -> Vec<u32> {
        let mut drawn = Vec::new();
        while self.turn() == Turn::Chance {
            let option = random.below(u64::from(self.options())) as u32;
            self.choose(option);
            drawn.push(option);
        }
        drawn
    }
}
