//! The puzzles of a game.

use ennead_game::{AnyGame, GameError, PuzzleBook, PuzzleBookError, PuzzleEntry, Question};
use thiserror::Error;

use super::task::Puzzle;

/// Why a puzzle is not available.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// The game has none.
    #[error("{0} has no puzzles")]
    None(&'static str),
    /// No puzzle has this number.
    #[error("there is no puzzle {number}: {game} has {count}, numbered from 1")]
    NoSuch {
        /// The game.
        game: &'static str,
        /// The number requested.
        number: usize,
        /// The number of puzzles.
        count: usize,
    },
    /// The book cannot be read.
    #[error(transparent)]
    Book(#[from] PuzzleBookError),
    /// The position of a puzzle cannot be read.
    #[error("puzzle {number}: {error}")]
    Position {
        /// The number of the puzzle.
        number: usize,
        /// What is wrong with it.
        error: GameError,
    },
}

/// The puzzles of a game: its book, and its question.
#[derive(Clone, Copy)]
pub struct Puzzles<'a> {
    /// The rules.
    pub game: &'static dyn AnyGame,
    /// The book; empty if the game provides none.
    pub book: &'a [u8],
    /// The game's question, for puzzles that are not about winning in a number of moves.
    pub question: Option<&'static Question>,
}

impl Puzzles<'_> {
    /// Parses the book.
    pub fn parse(&self) -> Result<PuzzleBook<'_>, PuzzleError> {
        let book = PuzzleBook::parse(self.book)?;
        if book.is_empty() { Err(PuzzleError::None(self.game.id())) } else { Ok(book) }
    }

    /// The puzzle with a number, counted from 1.
    pub fn puzzle(&self, number: usize) -> Result<Puzzle, PuzzleError> {
        let book = self.parse()?;
        let (game, count) = (self.game.id(), book.len());
        let missing = PuzzleError::NoSuch { game, number, count };
        let entry = number.checked_sub(1).and_then(|at| book.entry(at)).ok_or(missing)?;
        self.open(&entry).map_err(|error| PuzzleError::Position { number, error })
    }

    /// The puzzle of an entry.
    pub fn open(&self, entry: &PuzzleEntry) -> Result<Puzzle, GameError> {
        Puzzle::open(self.game, self.question, entry)
    }
}
