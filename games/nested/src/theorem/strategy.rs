//! X's strategy.

use ennead_game::nine::{FULL, bit, cells};
use ennead_game::{Outcome, Seat};

use super::CENTRE;
use crate::{Flat, Mark};

/// X's move by the strategy; none where it has no answer.
///
/// 1. X opens in the middle of the middle grid. While that grid has an empty cell, X answers in the
///    middle of the grid that he is sent to, which sends O back. O thus fills the middle grid, and
///    X holds the middle of every other grid but the *last* one that O sends him to.
/// 2. From then on X plays only two cells: that of the last grid, and the one opposite. Both
///    together with the middle are a line. He plays the first one if it is empty and its grid is
///    not full, so O keeps playing in the last grid; then the second one. On a free move, which O
///    gives him by taking the middle of the last grid, he plays in the opposite grid.
///
/// ```
/// use ennead_nested::{Flat, Mark, Rules, theorem::answer};
/// let mut board = Flat::new(Mark::X, Rules::Open);
/// assert_eq!(answer(&board), Some((4, 4)));
/// board.put(4, 4);
/// board.put(4, 0);
/// assert_eq!(answer(&board), Some((0, 4)));
/// ```
pub fn answer(board: &Flat) -> Option<(u8, u8)> {
    if board.empty(CENTRE) != 0 {
        return first_phase(board);
    }
    let last = cells(FULL & !bit(CENTRE))
        .find(|grid| board.marks_of(Mark::X, *grid) & bit(CENTRE) == 0)?;
    let opposite = opposite(last);
    let moves = || board.moves().filter(|(_, cell)| [last, opposite].contains(cell));
    moves().find(|(grid, cell)| wins(board, *grid, *cell)).or_else(|| {
        moves().min_by_key(|(grid, cell)| {
            (frees(board, *grid, *cell), *grid != opposite, *cell != last, *grid)
        })
    })
}

fn first_phase(board: &Flat) -> Option<(u8, u8)> {
    let grid = board.target().unwrap_or(CENTRE);
    (board.empty(grid) & bit(CENTRE) != 0).then_some((grid, CENTRE))
}

/// The cell on the other side of the middle.
const fn opposite(cell: u8) -> u8 {
    8 - cell
}

fn wins(board: &Flat, grid: u8, cell: u8) -> bool {
    let mut next = *board;
    next.put(grid, cell);
    next.outcome() == Some(Outcome::Win(Seat::FIRST))
}

/// Whether a move sends O to a full grid, so that O may play anywhere.
fn frees(board: &Flat, grid: u8, cell: u8) -> bool {
    let mut next = *board;
    next.put(grid, cell);
    next.target().is_none()
}
