//! The trait that every game implements.

use std::fmt::Debug;

use thiserror::Error;

use crate::{Outcome, Predictor, Random, Seat, Setup, Turn};

/// The most chance choices of one deal. Rules in which chance never ends cannot stop a program.
pub const MAX_DEAL: usize = 10_000;

/// A choice that cannot be made. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over: there is nothing to choose")]
    Over,
    /// The option does not exist.
    #[error("option {option} does not exist: there are {options}, numbered from 0")]
    NoSuchOption {
        /// The option requested.
        option: u32,
        /// The number of options.
        options: u32,
    },
    /// The rules give the turn or the win to a seat that matches do not have.
    #[error("the rules name seat {}, but a match has two seats, 0 and 1", .0.0)]
    UnknownSeat(Seat),
}

/// A position of a game: a node in a tree of bounded choices.
///
/// Options have a fixed order that the game documents. A whole move may take several choices. A
/// forced choice, with one option, is made like any other and costs nothing in a record. See the
/// [crate example](crate).
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// The game's identifier, as in `ttt`.
    const ID: &'static str;
    /// The game's number in records; numbers from 128 are for private use.
    const NUMBER: u8;
    /// What can differ between matches: rule variant, size, first player.
    type Setup: Setup;
    /// The number of the newest model for the game's records. Model 1 treats all options as equally
    /// likely unless [`predictor`](Self::predictor) implements it, so a game that gains its first
    /// model after its release numbers it 2.
    const MODEL: u8 = 1;

    /// The position before the first choice.
    fn new(setup: &Self::Setup) -> Self;

    /// Who chooses next, or how the game ended.
    fn turn(&self) -> Turn;

    /// The number of options of the next choice: at least 1, or 0 once the game is over.
    fn options(&self) -> u32;

    /// Makes a choice without checking it.
    ///
    /// `option` must be below [`options`](Self::options). Otherwise the result is an arbitrary
    /// position or a panic; use [`play`](Self::play) for untrusted options.
    fn choose(&mut self, option: u32);

    /// The predictor for a model from 1 to [`MODEL`](Self::MODEL); `None` if the model treats all
    /// options as equally likely. A released model never changes, since records depend on every
    /// share.
    fn predictor(_setup: &Self::Setup, _model: u8) -> Option<Box<dyn Predictor<Self>>> {
        None
    }

    /// Makes a choice; on error the position is unchanged.
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

    /// Makes all chance choices up to the next turn of a seat, at most [`MAX_DEAL`] of them, and
    /// returns the options drawn.
    fn deal(&mut self, random: &mut dyn Random) -> Vec<u32> {
        let mut drawn = Vec::new();
        while self.turn() == Turn::Chance && drawn.len() < MAX_DEAL {
            let option = random.below(u64::from(self.options())) as u32;
            self.choose(option);
            drawn.push(option);
        }
        drawn
    }
}
