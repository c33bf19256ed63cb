//! Moves as squares 1 to 9, and boards as nine characters.

use std::fmt;
use std::str::FromStr;

use ennead_game::nine::{CELLS, bit, cells, index_of};
use ennead_game::{Game, MoveError, Notation};
use thiserror::Error;

use crate::{BoardError, Mark, Ttt};

/// A move: the square of the next mark, written as a number from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square at an index.
    pub const fn new(index: u8) -> Option<Square> {
        if (index as usize) < CELLS { Some(Square(index)) } else { None }
    }

    /// The index of the square, from 0.
    pub const fn index(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl Notation for Ttt {
    type Move = Square;

    fn moves(&self) -> Vec<Square> {
        if self.options() == 0 { Vec::new() } else { cells(self.free()).map(Square).collect() }
    }

    fn number(square: &Square) -> u64 {
        u64::from(square.0)
    }

    fn parse_move(text: &str) -> Result<Square, MoveError> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Ok(Square(digit - b'1')),
            _ => Err(MoveError::text(text, "a square is a digit from 1 to 9")),
        }
    }

    fn choices_of(&self, square: &Square) -> Result<Vec<u32>, MoveError> {
        self.clone()
            .place(square.0)
            .map_err(|error| MoveError::illegal(square, error.to_string()))?;
        Ok(vec![index_of(self.free(), square.0)])
    }

    fn read_move(&self, choices: &[u32]) -> Option<(Square, usize)> {
        let option = *choices.first()?;
        cells(self.free()).nth(option as usize).map(|square| (Square(square), 1))
    }

    fn count_moves(&self) -> u64 {
        u64::from(self.options())
    }

    /// Counts on masks, without building lists of moves.
    fn count_sequences(&self, plies: u32) -> u64 {
        let after = |square| {
            let mut next = *self;
            next.put(bit(square));
            next.count_sequences(plies - 1)
        };
        match (plies, self.options()) {
            (0, _) => 1,
            (_, 0) => 0,
            (1, options) => options.into(),
            _ => cells(self.free()).map(after).sum(),
        }
    }

    fn make(&mut self, square: &Square) {
        debug_assert!(self.free() & bit(square.0) != 0, "moves come from the list of legal moves");
        self.put(bit(square.0));
    }
}

/// Text that is not a board, or a board that cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardTextError {
    /// The number of characters is not nine.
    #[error(
        "a board has nine characters of X, O and ., row by row from the top left; this has {0}"
    )]
    Length(usize),
    /// A character that does not denote a square.
    #[error("character {} of the board is {found:?}: a square is X, O or .", at + 1)]
    Character {
        /// Its index.
        at: usize,
        /// The character.
        found: char,
    },
    /// The board cannot be reached.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl FromStr for Ttt {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<Self, BoardTextError> {
        let (x, o) = parse_masks(text)?;
        Ok(Ttt::from_masks(x, o)?)
    }
}

/// Parses the marks of a board, reachable or not.
pub(crate) fn parse_masks(text: &str) -> Result<(u16, u16), BoardTextError> {
    let length = text.chars().count();
    if length != CELLS {
        return Err(BoardTextError::Length(length));
    }
    let (mut x, mut o) = (0, 0);
    for (at, found) in text.chars().enumerate() {
        match found {
            'X' | 'x' => x |= bit(at as u8),
            'O' | 'o' => o |= bit(at as u8),
            '.' => {}
            _ => return Err(BoardTextError::Character { at, found }),
        }
    }
    Ok((x, o))
}

impl fmt::Display for Ttt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = (0..CELLS as u8)
            .map(|square| match self.mark_at(square) {
                Some(Mark::X) => 'X',
                Some(Mark::O) => 'O',
                None => '.',
            })
            .collect();
        f.pad(&text)
    }
}
