//! Notation of moves: a column such as `4` if stones fall, a cell such as `c3` otherwise.

use std::fmt;
use std::hash::{Hash, Hasher};

use ennead_game::{Game, MoveError, Notation};

use crate::bits::Bits;
use crate::rules::on;
use crate::setup::MAX_SIDE;
use crate::{Connect, ConnectSetup};

/// A stone in a column, or on a cell.
///
/// A column is written as its number from 1. A cell is written as in gomoku: the letter of its
/// column from `a` at the left, and the number of its row from 1 at the *bottom*.
///
/// A move that comes from a position knows its number; one that was parsed from text does not know
/// its board. Moves are equal if their texts are.
///
/// ```
/// use ennead_connect::{Connect, ConnectSetup};
/// use ennead_game::{Game, Notation};
/// let board = Connect::new(&ConnectSetup::new(3, 3, 3, false)?);
/// let first = board.nth_move(0);
/// assert_eq!((first.to_string(), Connect::number(&first)), ("a3".to_string(), 0));
/// assert_eq!(Connect::parse_move("a3")?, first);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Move {
    column: u8,
    /// The row from the bottom, or `None` if stones fall.
    row: Option<u8>,
    /// The index of the cell, if the board is known.
    index: Option<u8>,
}

impl Move {
    /// A stone in a column, from 0.
    pub(crate) const fn in_column(column: u8) -> Move {
        Move { column, row: None, index: None }
    }

    /// The move to the cell with this bit, without gravity.
    pub(crate) const fn cell(setup: &ConnectSetup, at: u32) -> Move {
        let (row, column) = setup.cell_at(at);
        let index = Some(setup.index_of(at));
        Move { column, row: Some(setup.height() - 1 - row), index }
    }

    /// The move that sets this bit.
    pub(crate) const fn to_bit(setup: &ConnectSetup, at: u32) -> Move {
        if setup.gravity() { Move::in_column(setup.label_of(at)) } else { Move::cell(setup, at) }
    }

    /// The column, from 0 at the left.
    pub const fn column(&self) -> u8 {
        self.column
    }

    /// The row, from 0 at the bottom, or `None` if stones fall.
    pub const fn row(&self) -> Option<u8> {
        self.row
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        (self.column, self.row) == (other.column, other.row)
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.column, self.row).hash(state);
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.row {
            None => f.pad(&(self.column + 1).to_string()),
            Some(row) => f.pad(&format!("{}{}", char::from(b'a' + self.column), row + 1)),
        }
    }
}

impl Notation for Connect {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        on!(&self.0, board => {
            board.legal().each().map(|at| Move::to_bit(board.setup(), at)).collect()
        })
    }

    /// The column from 0, or the index of the cell: `row * width + column` from the top left. A
    /// cell parsed from text has no index until it is applied to a board; its number is one that no
    /// cell of any board has.
    fn number(mv: &Move) -> u64 {
        match (mv.row, mv.index) {
            (None, _) => mv.column.into(),
            (Some(_), Some(index)) => index.into(),
            (Some(_), None) => u64::MAX,
        }
    }

    fn parse_move(text: &str) -> Result<Move, MoveError> {
        read_move(text).ok_or_else(|| {
            let right = "a move is a column from 1 to 15 where stones fall, such as 4, and a cell \
                         from a1 at the bottom left to o15 where they stay, such as c3";
            MoveError::text(text, right)
        })
    }

    fn choices_of(&self, mv: &Move) -> Result<Vec<u32>, MoveError> {
        let at = self.check(mv).map_err(|error| MoveError::illegal(mv, error.to_string()))?;
        Ok(vec![on!(&self.0, board => board.legal().count_below(at))])
    }

    fn read_move(&self, choices: &[u32]) -> Option<(Move, usize)> {
        let option = *choices.first()?;
        (option < self.options()).then(|| (self.nth_move(option.into()), 1))
    }

    fn count_moves(&self) -> u64 {
        self.options().into()
    }

    fn nth_move(&self, index: u64) -> Move {
        on!(&self.0, board => Move::to_bit(board.setup(), board.legal().nth(index as u32)))
    }

    fn count_sequences(&self, plies: u32) -> u64 {
        on!(&self.0, board => board.count_sequences(plies))
    }

    fn make(&mut self, mv: &Move) {
        let at = self.check(mv).expect("the caller takes moves from the list of legal moves");
        on!(&mut self.0, board => board.put(at));
    }
}

/// Parses a column or a cell, without reference to a board.
fn read_move(text: &str) -> Option<Move> {
    let bytes = text.as_bytes();
    let first = bytes.first()?.to_ascii_lowercase();
    if first.is_ascii_digit() {
        return Some(Move::in_column(read_number(bytes)?));
    }
    let column = first.checked_sub(b'a').filter(|column| *column < MAX_SIDE)?;
    Some(Move { column, row: Some(read_number(&bytes[1..])?), index: None })
}

/// Parses a number from 1 to 15 without leading zeros, and subtracts one.
fn read_number(digits: &[u8]) -> Option<u8> {
    let value = match digits {
        [one @ b'1'..=b'9'] => one - b'0',
        [b'1', two @ b'0'..=b'9'] => 10 + two - b'0',
        _ => return None,
    };
    (value <= MAX_SIDE).then(|| value - 1)
}
