//! X's strategy.

use ennead_game::nine::{FULL, bit, cells};
use ennead_game::{Outcome, Seat};

use super::CENTRE;
use crate::{Flat, Mark};

/// X's move according to the strategy, or `None` where it has no answer.
///
/// 1. X opens in the centre of the centre grid. While that grid has an empty cell, X answers in the
///    centre of the target grid, which sends O back. O thus fills the centre grid, and X holds the
///    centre of every other grid except the *last* one that O sends X to.
/// 2. From then on X plays only two cells: that of the last grid, and the one opposite. Together
///    with the centre they form a line. X plays the first one if it is empty and its grid is not
///    full, so O keeps playing in the last grid; otherwise the second one. On a free move, which O
///    grants by taking the centre of the last grid, X plays in the opposite grid.
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

/// The cell on the other side of the centre.
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
