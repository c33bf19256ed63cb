//! What is to be played.

use std::io;

use ennead_game::{AnyGame, Options, Refusal, Seat};
use thiserror::Error;

use crate::opponent::DEFAULT_OPPONENT;

/// What is to be played, as far as it is known before the start.
pub struct Config {
    /// The game; without one the start screen asks, and lines take the registry's first.
    pub game: Option<&'static dyn AnyGame>,
    /// The options of its set-up.
    pub options: Options,
    /// The opponent, as in `level3`.
    pub opponent: String,
    /// The person's seat.
    pub seat: Seat,
    /// What chance and bots follow from; none for the system's own randomness.
    pub seed: Option<u64>,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            game: None,
            options: Options::new(),
            opponent: DEFAULT_OPPONENT.into(),
            seat: Seat::FIRST,
            seed: None,
        }
    }
}

/// Why playing has stopped before its end.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The set-up or the opponent is refused.
    #[error("{0}")]
    Refused(Refusal),
    /// Input cannot be read.
    #[error("cannot read: {0}")]
    Input(io::Error),
    /// Output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// The system has no random numbers.
    #[error("the system gives no random numbers ({0}): say --seed N")]
    Random(String),
    /// The opponent has failed.
    #[error("the opponent has failed: {0}")]
    Opponent(String),
}

impl From<Refusal> for PlayError {
    fn from(refusal: Refusal) -> Self {
        PlayError::Refused(refusal)
    }
}
