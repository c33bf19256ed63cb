//! The rules: X and O alternate, three in a line win, a full board without a line is a draw.

use ennead_game::nine::{CELLS, FULL, Mask, bit, count, has_line, nth};
use ennead_game::{Game, Mark, Outcome, Predictor, Seat, Turn};
use thiserror::Error;

/// A reachable position of tic-tac-toe. X has the first seat.
///
/// Options are the free squares in ascending order, row by row from the top left.
///
/// ```
/// use ennead_game::{Game, Outcome, Seat};
/// use ennead_ttt::Ttt;
/// let mut position = Ttt::new(&());
/// for square in [4, 0, 6, 8, 2] {
///     position.place(square)?;
/// }
/// assert_eq!(position.to_string(), "O.X.X.X.O");
/// assert_eq!(position.outcome(), Some(Outcome::Win(Seat::FIRST)));
/// # Ok::<(), ennead_ttt::PlaceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ttt {
    pub(crate) x: Mask,
    pub(crate) o: Mask,
}

/// An illegal placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// The square does not exist.
    #[error("there is no square {}: squares are 1 to 9", u32::from(*.0) + 1)]
    NoSuchSquare(u8),
    /// The square is taken.
    #[error("square {} is taken by {by}", square + 1)]
    Taken {
        /// The index of the square.
        square: u8,
        /// The mark on it.
        by: Mark,
    },
    /// The game is over.
    #[error("the game is over: {}", outcome_text(*.0))]
    Over(Outcome),
}

/// A board that cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// X and O have not alternated.
    #[error(
        "impossible board: {x} X and {o} O, but X moves first and then both in turn, so there are \
         as many X as O or one more"
    )]
    Counts {
        /// Number of X.
        x: u32,
        /// Number of O.
        o: u32,
    },
    /// Both sides have three in a line.
    #[error(
        "impossible board: X and O both have three in a line, but the game ends with the first line"
    )]
    TwoWinners,
    /// A move was made after the end of the game.
    #[error("impossible board: {winner} has three in a line, but {after} has moved since")]
    PlayedOn {
        /// The side with the line.
        winner: Mark,
        /// The side that moved after the end.
        after: Mark,
    },
}

pub(crate) fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Seat::FIRST) => "X has won",
        Outcome::Win(_) => "O has won",
        Outcome::Draw => "it is a draw",
    }
}

impl Ttt {
    /// The empty board.
    pub const EMPTY: Ttt = Ttt { x: 0, o: 0 };

    /// The position with these marks, if it is reachable. The masks are disjoint sets of squares.
    pub(crate) fn from_masks(x: Mask, o: Mask) -> Result<Self, BoardError> {
        let (x_count, o_count) = (count(x), count(o));
        if x_count != o_count && x_count != o_count + 1 {
            return Err(BoardError::Counts { x: x_count, o: o_count });
        }
        match (has_line(x), has_line(o)) {
            (true, true) => Err(BoardError::TwoWinners),
            (true, false) if x_count == o_count => {
                Err(BoardError::PlayedOn { winner: Mark::X, after: Mark::O })
            }
            (false, true) if x_count > o_count => {
                Err(BoardError::PlayedOn { winner: Mark::O, after: Mark::X })
            }
            _ => Ok(Ttt { x, o }),
        }
    }

    /// The free squares.
    pub(crate) const fn free(&self) -> Mask {
        FULL & !(self.x | self.o)
    }

    /// Number of marks on the board.
    pub const fn placed(&self) -> u32 {
        count(self.x | self.o)
    }

    /// The mark to be placed next, derived from the number of marks, even after the end of the
    /// game.
    pub const fn next_mark(&self) -> Mark {
        if self.placed() & 1 == 0 { Mark::X } else { Mark::O }
    }

    /// The mark on the square at an index.
    pub const fn mark_at(&self, square: u8) -> Option<Mark> {
        if self.x & bit(square) != 0 {
            Some(Mark::X)
        } else if self.o & bit(square) != 0 {
            Some(Mark::O)
        } else {
            None
        }
    }

    /// Places the next mark on the square at an index; on error the position is unchanged.
    pub fn place(&mut self, square: u8) -> Result<(), PlaceError> {
        if square as usize >= CELLS {
            return Err(PlaceError::NoSuchSquare(square));
        }
        if let Some(outcome) = self.outcome() {
            return Err(PlaceError::Over(outcome));
        }
        if let Some(by) = self.mark_at(square) {
            return Err(PlaceError::Taken { square, by });
        }
        self.put(bit(square));
        Ok(())
    }

    /// Places the next mark on a square without checking that it is free.
    #[inline]
    pub(crate) fn put(&mut self, square: Mask) {
        match self.next_mark() {
            Mark::X => self.x |= square,
            Mark::O => self.o |= square,
        }
    }
}

impl Game for Ttt {
    const ID: &'static str = "ttt";
    const NUMBER: u8 = 1;
    type Setup = ();

    fn predictor(_: &(), model: u8) -> Option<Box<dyn Predictor<Self>>> {
        crate::model::predictor(model)
    }

    fn new((): &()) -> Self {
        Ttt::EMPTY
    }

    #[inline]
    fn turn(&self) -> Turn {
        if has_line(self.x) {
            Turn::Over(Outcome::Win(Seat::FIRST))
        } else if has_line(self.o) {
            Turn::Over(Outcome::Win(Seat::SECOND))
        } else if self.free() == 0 {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Seat(self.next_mark().seat())
        }
    }

    #[inline]
    fn options(&self) -> u32 {
        if has_line(self.x) || has_line(self.o) { 0 } else { count(self.free()) }
    }

    #[inline]
    fn choose(&mut self, option: u32) {
        self.put(bit(nth(self.free(), option)));
    }
}
