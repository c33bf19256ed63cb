//! Boards as text: rows of `.`, `X` and `O` from the top, separated by `/`.

use std::fmt;

use ennead_game::{GameError, Options, Setup, reject};
use thiserror::Error;

use crate::bits::{Bits, Wide};
use crate::setup::{MAX_SIDE, MIN_SIDE};
use crate::{Connect, ConnectSetup, Mark};

/// Text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardTextError {
    /// The number of rows is out of range.
    #[error("a board has 2 to 15 rows with / between them; this has {0}")]
    Rows(usize),
    /// The length of the first row is out of range.
    #[error("a row of a board has 2 to 15 cells; the first row has {0}")]
    Columns(usize),
    /// A row has another length than the first.
    #[error("row {} of the board has {found} cell(s), but the first row has {first}", row + 1)]
    Ragged {
        /// Its index, from 0 at the top.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        first: usize,
    },
    /// A character that does not denote a cell.
    #[error(
        "character {} of row {} of the board is {found:?}: a cell is X, O or .",
        column + 1,
        row + 1
    )]
    Character {
        /// Its row, from 0 at the top.
        row: usize,
        /// Its column, from 0 at the left.
        column: usize,
        /// The character.
        found: char,
    },
}

/// Whether text looks like a board rather than a list of moves.
pub(crate) fn looks_like_board(text: &str) -> bool {
    text.contains('/')
}

/// The position described by a board and set-up options. The board determines width and height;
/// options that contradict it are rejected.
pub(crate) fn parse_board(text: &str, options: &Options) -> Result<Connect, GameError> {
    let rows = parse_rows(text.trim())?;
    let size = [("width", rows[0].len()), ("height", rows.len())];
    let mut known = Options::new();
    for (name, found) in size {
        match options.get(name) {
            Some(wanted) if wanted != found.to_string() => {
                return Err(reject(format!("--{name} is {wanted}, but the board has {found}")));
            }
            _ => known = known.with(name, &found.to_string()),
        }
    }
    for name in ["line", "gravity"] {
        if let Some(value) = options.get(name) {
            known = known.with(name, value);
        }
    }
    let setup = ConnectSetup::from_options(&known)?;
    Ok(Connect::from_stones(&setup, stones(&setup, &rows))?)
}

type Row = Vec<Option<Mark>>;

/// Parses rows of equal length. At least two, so the first exists.
fn parse_rows(text: &str) -> Result<Vec<Row>, BoardTextError> {
    let sides = usize::from(MIN_SIDE)..=usize::from(MAX_SIDE);
    let count = text.split('/').count();
    if !sides.contains(&count) {
        return Err(BoardTextError::Rows(count));
    }
    let first = text.split('/').next().map_or(0, |row| row.chars().count());
    if !sides.contains(&first) {
        return Err(BoardTextError::Columns(first));
    }
    text.split('/').enumerate().map(|(row, cells)| parse_row(row, cells, first)).collect()
}

fn parse_row(row: usize, cells: &str, first: usize) -> Result<Row, BoardTextError> {
    let found = cells.chars().count();
    if found != first {
        return Err(BoardTextError::Ragged { row, found, first });
    }
    let cell = |(column, found)| match found {
        'X' | 'x' => Ok(Some(Mark::X)),
        'O' | 'o' => Ok(Some(Mark::O)),
        '.' => Ok(None),
        _ => Err(BoardTextError::Character { row, column, found }),
    };
    cells.chars().enumerate().map(cell).collect()
}

/// The stones of X and O as bits.
fn stones(setup: &ConnectSetup, rows: &[Row]) -> [Wide; 2] {
    let mut stones = [Wide::NONE; 2];
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            if let Some(mark) = cell {
                let side = &mut stones[*mark as usize];
                *side = *side | Wide::bit(setup.bit_at(row, column));
            }
        }
    }
    stones
}

impl fmt::Display for Connect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.setup().width();
        let mut text = String::new();
        for index in 0..self.setup().cells() {
            if index > 0 && index % width == 0 {
                text.push('/');
            }
            text.push(match self.mark_at(index) {
                Some(Mark::X) => 'X',
                Some(Mark::O) => 'O',
                None => '.',
            });
        }
        f.pad(&text)
    }
}
