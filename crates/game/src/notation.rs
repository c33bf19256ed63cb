//! Whole moves in the notation that people use.

use std::fmt::{Debug, Display};

use thiserror::Error;

use crate::{Game, Turn};

/// A move that cannot be parsed or is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of this game.
    #[error("{text:?} is not a move: {right}")]
    Text {
        /// The text as given, shortened.
        text: String,
        /// What a valid move looks like.
        right: String,
    },
    /// The move is not legal in this position.
    #[error("{text} cannot be played: {reason}")]
    Illegal {
        /// The move.
        text: String,
        /// Why not.
        reason: String,
    },
}

impl MoveError {
    /// An error for text that is not a move, with a description of valid moves. Keeps only the
    /// beginning of a long text.
    pub fn text(text: &str, right: impl Into<String>) -> Self {
        MoveError::Text { text: text.chars().take(40).collect(), right: right.into() }
    }

    /// An error for an illegal move.
    pub fn illegal(mv: impl Display, reason: impl Into<String>) -> Self {
        MoveError::Illegal { text: mv.to_string(), reason: reason.into() }
    }
}

/// A game whose whole moves have texts and numbers.
///
/// A whole move is what a seat does in one turn, and takes one or more choices. Moves are listed
/// only where a seat is to move and no move is half made.
pub trait Notation: Game {
    /// A whole move; `Display` writes its text.
    type Move: Clone + Eq + Debug + Display;

    /// All legal moves in ascending order of [`number`](Self::number); empty when the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// The move's number, independent of the position.
    fn number(mv: &Self::Move) -> u64;

    /// Parses a move, legal or not.
    fn parse_move(text: &str) -> Result<Self::Move, MoveError>;

    /// The choices that make up a move in this position, or why it is illegal. By default each
    /// option is one legal move, in the order of [`moves`](Self::moves).
    fn choices_of(&self, mv: &Self::Move) -> Result<Vec<u32>, MoveError> {
        match self.moves().iter().position(|legal| legal == mv) {
            Some(option) => Ok(vec![option as u32]),
            None => Err(MoveError::illegal(mv, "it is not among the legal moves")),
        }
    }

    /// The whole move that `choices` begin with, and the number of choices it takes; `None` if they
    /// end inside the move.
    fn read_move(&self, choices: &[u32]) -> Option<(Self::Move, usize)> {
        let option = *choices.first()? as usize;
        Some((self.moves().into_iter().nth(option)?, 1))
    }

    /// The text of a one-byte move, as document 003 writes moves; `None` if the byte is not a move.
    /// Games have no one-byte moves by default.
    fn short_move(_byte: u8) -> Option<String> {
        None
    }

    /// Number of legal moves.
    fn count_moves(&self) -> u64 {
        self.moves().len() as u64
    }

    /// The legal move at `index` in ascending order, below [`count_moves`](Self::count_moves).
    /// Games with very many legal moves override both.
    fn nth_move(&self, index: u64) -> Self::Move {
        self.moves().swap_remove(index as usize)
    }

    /// The number of legal sequences of exactly `plies` whole moves, as counted by
    /// [`perft`](crate::perft); `u64::MAX` if there are too many, or if chance decides between two
    /// of the moves. Override it only for speed.
    fn count_sequences(&self, plies: u32) -> u64 {
        match plies {
            0 => 1,
            _ if self.turn() == Turn::Chance => u64::MAX,
            1 => self.count_moves(),
            _ => self.moves().into_iter().fold(0, |sum: u64, mv| {
                let mut next = self.clone();
                next.make(&mv);
                sum.saturating_add(next.count_sequences(plies - 1))
            }),
        }
    }

    /// Makes one of the legal [`moves`](Self::moves).
    ///
    /// # Panics
    /// If the move is not legal.
    fn make(&mut self, mv: &Self::Move) {
        let choices = self.choices_of(mv).expect("moves come from the list of legal moves");
        for option in choices {
            self.choose(option);
        }
    }
}
