//! The rules: players alternate, a line of at least the given length wins, and a full board without
//! one is a draw.

use std::fmt;

use ennead_game::{Game, Outcome, Predictor, Seat, Turn};
use thiserror::Error;

use crate::bits::{Bits, Wide};
use crate::board::Board;
use crate::lines::line_cells;
use crate::{ConnectSetup, Mark, Move};

/// A position in a line game on a rectangle. X has the first seat.
///
/// With gravity the options are the columns that are not full, from the left; without, the empty
/// cells, row by row from the top left. Cells have an index from 0 in that same order.
///
/// ```
/// use ennead_connect::{Connect, ConnectSetup};
/// use ennead_game::{Game, Notation, Outcome, Seat};
/// let mut position = Connect::new(&ConnectSetup::default());
/// for column in ["4", "1", "4", "1", "4", "1", "4"] {
///     position.place(&Connect::parse_move(column)?)?;
/// }
/// assert_eq!(position.to_string(), "......./......./...X.../O..X.../O..X.../O..X...");
/// assert_eq!(position.outcome(), Some(Outcome::Win(Seat::FIRST)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Connect(pub(crate) Stones);

/// A board on the narrowest words that hold it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Stones {
    /// Connect Four and smaller boards.
    Narrow(Board<u64>),
    /// Boards of up to 10 × 10 and a little more.
    Medium(Board<u128>),
    /// Everything up to 15 × 15.
    Wide(Board<Wide>),
}

/// Evaluates the same expression on the board of any width.
macro_rules! on {
    ($stones:expr, $board:ident => $body:expr) => {
        match $stones {
            $crate::rules::Stones::Narrow($board) => $body,
            $crate::rules::Stones::Medium($board) => $body,
            $crate::rules::Stones::Wide($board) => $body,
        }
    };
}
pub(crate) use on;

/// Evaluates the same expression on the board of any width, and wraps the resulting board.
macro_rules! map {
    ($stones:expr, $board:ident => $body:expr) => {
        match $stones {
            $crate::rules::Stones::Narrow($board) => $crate::rules::Stones::Narrow($body),
            $crate::rules::Stones::Medium($board) => $crate::rules::Stones::Medium($body),
            $crate::rules::Stones::Wide($board) => $crate::rules::Stones::Wide($body),
        }
    };
}
pub(crate) use map;

/// An illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlaceError {
    /// The game is over.
    #[error("the game is over: {}", outcome_text(*.0))]
    Over(Outcome),
    /// A cell was named, but stones fall.
    #[error("stones fall here, so a move is a column from 1 to {width}")]
    NeedsColumn {
        /// The number of columns.
        width: u8,
    },
    /// A column was named, but stones stay where they are placed.
    #[error("stones do not fall here, so a move is a cell from a1 to {last}")]
    NeedsCell {
        /// The cell at the top right.
        last: Move,
    },
    /// The column does not exist.
    #[error("there is no such column: columns are 1 to {width}")]
    NoSuchColumn {
        /// The number of columns.
        width: u8,
    },
    /// The cell does not exist.
    #[error("there is no such cell: cells are a1 to {last}")]
    NoSuchCell {
        /// The cell at the top right.
        last: Move,
    },
    /// The column is full.
    #[error("column {} is full", column + 1)]
    Full {
        /// The column, from 0.
        column: u8,
    },
    /// The cell is taken.
    #[error("cell {cell} is taken by {by}")]
    Taken {
        /// The cell.
        cell: Move,
        /// The mark on it.
        by: Mark,
    },
}

/// A board that cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// A stone floats.
    #[error(
        "impossible board: nothing is below the stone in column {}, row {row} from the bottom, \
         but stones fall",
        column + 1
    )]
    Floating {
        /// The column, from 0.
        column: u8,
        /// The row, from 1 at the bottom.
        row: u8,
    },
    /// X and O have not alternated.
    #[error(
        "impossible board: {x} X and {o} O, but X moves first and then in turn, so there are as \
         many X as O or one more"
    )]
    Counts {
        /// Number of X.
        x: u32,
        /// Number of O.
        o: u32,
    },
    /// Both sides have a line.
    #[error("impossible board: X and O both have a line, but the game ends with the first line")]
    TwoWinners,
    /// A move was made after the end of the game.
    #[error("impossible board: {winner} has a line, but {after} has moved since")]
    PlayedOn {
        /// The side with the line.
        winner: Mark,
        /// The side that moved after the end.
        after: Mark,
    },
    /// No single last stone explains all the lines.
    #[error(
        "impossible board: {winner} has lines that no single last stone completes, but the game \
         ends with the first line"
    )]
    TwoLines {
        /// The side with the lines.
        winner: Mark,
    },
}

pub(crate) fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Seat::FIRST) => "X has won",
        Outcome::Win(_) => "O has won",
        Outcome::Draw => "it is a draw",
    }
}

impl Connect {
    /// The position with these stones, if it is reachable; see [`BoardError`].
    pub(crate) fn from_stones(setup: &ConnectSetup, stones: [Wide; 2]) -> Result<Self, BoardError> {
        check_fallen(setup, stones)?;
        Ok(Connect(match setup.bit_len() {
            0..=64 => Stones::Narrow(Board::from_stones(setup, stones.map(u64::of))?),
            65..=128 => Stones::Medium(Board::from_stones(setup, stones.map(u128::of))?),
            _ => Stones::Wide(Board::from_stones(setup, stones)?),
        }))
    }

    /// The set-up of the match.
    #[inline]
    pub fn setup(&self) -> &ConnectSetup {
        on!(&self.0, board => board.setup())
    }

    /// The number of stones on the board.
    pub fn placed(&self) -> u8 {
        on!(&self.0, board => board.placed())
    }

    /// The mark of the next stone, even after the end, when no stone may be placed.
    pub fn next_mark(&self) -> Mark {
        on!(&self.0, board => board.next_mark())
    }

    /// The stone on the cell with this index, counted from 0 row by row from the top left. `None`
    /// if the cell is empty or does not exist.
    pub fn mark_at(&self, index: u8) -> Option<Mark> {
        if index >= self.setup().cells() {
            return None;
        }
        on!(&self.0, board => board.mark_at(board.setup().bit_of(index)))
    }

    /// The indices of all winner's stones that are part of a line, ascending; empty until the game
    /// is won.
    pub fn line(&self) -> Vec<u8> {
        let mut cells: Vec<u8> = on!(&self.0, board => {
            let [x, o] = board.stones();
            let winner = if board.next_mark() == Mark::O { x } else { o };
            let won = board.is_won();
            let stones = if won { line_cells(winner, board.setup()) } else { Bits::NONE };
            stones.each().map(|at| board.setup().index_of(at)).collect()
        });
        cells.sort_unstable();
        cells
    }

    /// The stones of X and O as bits of the layout.
    pub(crate) fn stones(&self) -> [Wide; 2] {
        on!(&self.0, board => board.stones().map(Bits::wide))
    }

    /// The available labels, ascending: columns with gravity, indices of cells without.
    pub fn labels(&self) -> Vec<u8> {
        on!(&self.0, board => board.legal().each().map(|at| board.setup().label_of(at)).collect())
    }

    /// Places the next stone; on error the position is unchanged.
    pub fn place(&mut self, mv: &Move) -> Result<(), PlaceError> {
        let at = self.check(mv)?;
        on!(&mut self.0, board => board.put(at));
        Ok(())
    }

    /// The bit set by a move, if it is legal.
    pub(crate) fn check(&self, mv: &Move) -> Result<u32, PlaceError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlaceError::Over(outcome));
        }
        let setup = self.setup();
        match (mv.column(), mv.row()) {
            (column, None) if setup.gravity() => self.check_column(column),
            (column, Some(row)) if !setup.gravity() => self.check_cell(column, row),
            (_, None) => Err(PlaceError::NeedsCell { last: last_cell(setup) }),
            (_, Some(_)) => Err(PlaceError::NeedsColumn { width: setup.width() }),
        }
    }

    fn check_column(&self, column: u8) -> Result<u32, PlaceError> {
        let width = self.setup().width();
        if column >= width {
            return Err(PlaceError::NoSuchColumn { width });
        }
        let mut open = on!(&self.0, board => board.legal().wide()).each();
        open.find(|at| self.setup().label_of(*at) == column).ok_or(PlaceError::Full { column })
    }

    fn check_cell(&self, column: u8, row: u8) -> Result<u32, PlaceError> {
        let setup = self.setup();
        if column >= setup.width() || row >= setup.height() {
            return Err(PlaceError::NoSuchCell { last: last_cell(setup) });
        }
        let at = setup.bit_at(setup.height() - 1 - row, column);
        match on!(&self.0, board => board.mark_at(at)) {
            None => Ok(at),
            Some(by) => Err(PlaceError::Taken { cell: Move::cell(setup, at), by }),
        }
    }
}

/// The cell at the top right.
fn last_cell(setup: &ConnectSetup) -> Move {
    Move::cell(setup, setup.bit_at(0, setup.width() - 1))
}

/// Checks that, with gravity, every stone is on the bottom or on another stone.
fn check_fallen(setup: &ConnectSetup, stones: [Wide; 2]) -> Result<(), BoardError> {
    if !setup.gravity() {
        return Ok(());
    }
    let occupied = stones[0] | stones[1];
    let floating = occupied & !(occupied.up(1) | setup.first());
    match floating.each().next() {
        None => Ok(()),
        Some(at) => {
            let (row, column) = setup.cell_at(at);
            Err(BoardError::Floating { column, row: setup.height() - row })
        }
    }
}

impl Game for Connect {
    const ID: &'static str = "connect";
    const NUMBER: u8 = 4;
    type Setup = ConnectSetup;

    fn predictor(setup: &ConnectSetup, model: u8) -> Option<Box<dyn Predictor<Self>>> {
        crate::model::predictor(setup, model)
    }

    fn new(setup: &ConnectSetup) -> Self {
        Connect(match setup.bit_len() {
            0..=64 => Stones::Narrow(Board::new(setup)),
            65..=128 => Stones::Medium(Board::new(setup)),
            _ => Stones::Wide(Board::new(setup)),
        })
    }

    #[inline]
    fn turn(&self) -> Turn {
        on!(&self.0, board => board.turn())
    }

    #[inline]
    fn options(&self) -> u32 {
        on!(&self.0, board => board.legal().count())
    }

    #[inline]
    fn choose(&mut self, option: u32) {
        on!(&mut self.0, board => board.put(board.legal().nth(option)));
    }
}

impl fmt::Debug for Connect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connect({self}; {})", self.setup())
    }
}
