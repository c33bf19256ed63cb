//! Configuration of the client.

use std::io;
use std::time::Duration;

use ennead_game::{GameError, Options, Seat};
use ennead_search::Tables;
use thiserror::Error;

use crate::PlayableGame;
use crate::opponent::DEFAULT_OPPONENT;

/// What to play, as far as it is known before the start.
pub struct Config {
    /// The games to choose from.
    pub games: Vec<PlayableGame>,
    /// The name of the game to play. Without one, the full screen asks, and line mode takes the
    /// first.
    pub game: Option<String>,
    /// The options of its set-up.
    pub options: Options,
    /// The opponent, as in `level3`.
    pub opponent: String,
    /// The user's seat.
    pub seat: Seat,
    /// The seed of chance and of the bots; `None` for the system's randomness.
    pub seed: Option<u64>,
    /// Whether to go through the lessons of the game instead.
    pub lessons: bool,
    /// The puzzle of the game to solve instead, counted from 1.
    pub puzzle: Option<usize>,
    /// Tables of solved games, for hints and reviews of their set-ups.
    pub tables: Tables,
    /// How long a bot's move takes at least until it is shown. A reply within a few milliseconds
    /// looks like a glitch to a person; programs need no pause.
    pub beat: Duration,
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
            beat: Duration::ZERO,
        }
    }

    /// The index of the chosen game: the first unless one is named.
    pub(crate) fn chosen_game(&self) -> Result<usize, ClientError> {
        let Some(id) = &self.game else {
            return if self.games.is_empty() { Err(ClientError::NoGames) } else { Ok(0) };
        };
        let unknown = || ClientError::UnknownGame {
            id: id.clone(),
            known: self.games.iter().map(PlayableGame::id).collect::<Vec<_>>().join(", "),
        };
        self.games.iter().position(|game| game.id() == id).ok_or_else(unknown)
    }
}

/// Why playing ended early.
#[derive(Debug, Error)]
pub enum ClientError {
    /// There is nothing to play.
    #[error("there is no game to play")]
    NoGames,
    /// No game has this name.
    #[error("there is no game {id:?}: there are {known}")]
    UnknownGame {
        /// The name given.
        id: String,
        /// The names of the available games.
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
    #[error("the system provides no random numbers ({0}): use --seed N")]
    Random(String),
    /// The server closed the match.
    #[error("{0}")]
    Server(String),
    /// The opponent has failed.
    #[error("the opponent has failed: {0}")]
    Opponent(String),
}

impl From<GameError> for ClientError {
    fn from(error: GameError) -> Self {
        ClientError::Rejected(error)
    }
}
