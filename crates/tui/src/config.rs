//! What is to be played.

use std::io;

use ennead_game::{GameError, Options, Seat};
use ennead_search::Tables;
use thiserror::Error;

use crate::PlayableGame;
use crate::opponent::DEFAULT_OPPONENT;

/// What is to be played, as far as it is known before the start.
pub struct Config {
    /// The games to choose from.
    pub games: Vec<PlayableGame>,
    /// The name of the game to play. Without one the full screen asks, and line mode takes the
    /// first.
    pub game: Option<String>,
    /// The options of its set-up.
    pub options: Options,
    /// The opponent, as in `level3`.
    pub opponent: String,
    /// The person's seat.
    pub seat: Seat,
    /// The seed of chance and of the bots; none for the system's own randomness.
    pub seed: Option<u64>,
    /// Whether the lessons of the game are gone through instead.
    pub lessons: bool,
    /// The puzzle of the game to solve instead, counted from 1.
    pub puzzle: Option<usize>,
    /// Tables of solved games, for hints and reviews of their set-ups.
    pub tables: Tables,
}

impl Config {
    /// Any of these games, with everything else at its default.
    pub fn new(games: Vec<PlayableGame>) -> Self {
        Config {
            games,
            game: None,
            options: Options::new(),
            opponent: DEFAULT_OPPONENT.into(),
            seat: Seat::FIRST,
            seed: None,
            lessons: false,
            puzzle: None,
            tables: Tables::default(),
        }
    }

    /// The place of the chosen game in the list: the first unless one is named.
    pub(crate) fn chosen_game(&self) -> Result<usize, PlayError> {
        let Some(id) = &self.game else {
            return if self.games.is_empty() { Err(PlayError::NoGames) } else { Ok(0) };
        };
        let unknown = || PlayError::UnknownGame {
            id: id.clone(),
            known: self.games.iter().map(PlayableGame::id).collect::<Vec<_>>().join(", "),
        };
        self.games.iter().position(|game| game.id() == id).ok_or_else(unknown)
    }
}

/// Why playing has stopped before its end.
#[derive(Debug, Error)]
pub enum PlayError {
    /// There is nothing to play.
    #[error("there is no game to play")]
    NoGames,
    /// No game has this name.
    #[error("there is no game {id:?}: there are {known}")]
    UnknownGame {
        /// The name asked for.
        id: String,
        /// The games that there are.
        known: String,
    },
    /// The set-up or the opponent is rejected.
    #[error("{0}")]
    Rejected(GameError),
    /// Input cannot be read.
    #[error("cannot read: {0}")]
    Input(io::Error),
    /// Output cannot be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// The system has no random numbers.
    #[error("the system gives no random numbers ({0}): say --seed N")]
    Random(String),
    /// The server has nothing more to say.
    #[error("{0}")]
    Server(String),
    /// The opponent has failed.
    #[error("the opponent has failed: {0}")]
    Opponent(String),
}

impl From<GameError> for PlayError {
    fn from(error: GameError) -> Self {
        PlayError::Rejected(error)
    }
}
