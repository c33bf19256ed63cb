//! Whole moves, as people write them.

use std::fmt::{Debug, Display};

use thiserror::Error;

use crate::Game;

/// A move that cannot be read or made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is no move of this game.
    #[error("{text:?} is not a move: {right}")]
    Text {
        /// What was given.
        text: String,
        /// What a move looks like.
        right: String,
    },
    /// The move cannot be made here.
    #[error("{text} cannot be played: {reason}")]
    Illegal {
        /// The move.
        text: String,
        /// Why not.
        reason: String,
    },
}

impl MoveError {
    /// A text that is no move, and what one looks like. Of a hostile text only the beginning is kept.
    pub fn text(text: &str, right: impl Into<String>) -> Self {
        MoveError::Text { text: text.chars().take(40).collect(), right: right.into() }
    }

    /// An illegal move and the reason.
    pub fn illegal(mv: impl Display, reason: impl Into<String>) -> Self {
        MoveError::Illegal { text: mv.to_string(), reason: reason.into() }
    }
}

/// A game whose whole moves have a name and a number.
///
/// A whole move is what a seat does between two other turns: one choice or several. Moves are listed only where
/// a seat chooses and no move is half made.
pub trait Notation: Game {
    /// A whole move; `Display` gives its text.
    type Move: Clone + Eq + Debug + Display;

    /// Every legal move, in ascending order of [`number`](Self::number); none when the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// The move's number, which does not depend on the position.
    fn number(mv: &Self::Move) -> u64;

    /// Reads a move; whether it is legal is another question.
    fn parse_move(text: &str) -> Result<Self::Move, MoveError>;

    /// The choices that make the move here, or why it cannot be made.
    fn choices_of(&self, mv: &Self::Move) -> Result<Vec<u32>, MoveError>;

    /// The whole move that `choices` begin with here, and how many of them it takes. None if they end before the move does.
    fn read_move(&self, choices: &[u32]) -> Option<(Self::Move, usize)>;

    /// How many legal moves there are.
    fn count_moves(&self) -> u64 {
        self.moves().len() as u64
    }

    /// The legal move at `index` in ascending order, below [`count_moves`](Self::count_moves). Games with more moves than one
    /// likes to list override both.
    fn nth_move(&self, index: u64) -> Self::Move {
        self.moves().swap_remove(index as usize)
    }

    /// The number of legal move sequences of exactly `plies` whole moves, as [`perft`](crate::perft) counts them. Override it only to
    /// be faster.
    fn count_sequences(&self, plies: u32) -> u64 {
        match plies {
            0 => 1,
            1 => self.count_moves(),
            _ => {
                let children = self.moves().into_iter().map(|mv| {
                    let mut next = self.clone();
                    next.make(&mv);
                    next.count_sequences(plies - 1)
                });
                children.sum()
            }
        }
    }

    /// Makes a move that [`moves`](Self::moves) has listed.
    ///
    /// # Panics
    /// If it is not legal here.
    fn make(&mut self, mv: &Self::Move) {
        let choices = self.choices_of(mv).expect("the caller takes moves from the list of legal moves");
        for option in choices {
            self.choose(option);
        }
    }
}
