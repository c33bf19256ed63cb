//! Positions up to symmetry, reduced to what the rest of the game depends on.

use ennead_game::nine::{CELLS, FULL, SYMMETRIES, moved};

use crate::Flat;
use crate::flat::FlatParts;

/// The smallest image of a board under the symmetries of the square.
pub(super) fn smallest(board: &Flat) -> Flat {
    (0..SYMMETRIES as u32).map(|symmetry| board.transform(symmetry)).min().unwrap_or(*board)
}

/// The board between moves, with decided grids reduced to their owner and empty cells: who placed
/// the marks there no longer matters.
pub(super) fn reduced(board: &Flat) -> Flat {
    let marks = |grid: u8| match board.result(grid) {
        None => board.marks(grid),
        Some(_) => (FULL & !board.empty(grid), 0),
    };
    let parts = FlatParts {
        marks: std::array::from_fn::<_, CELLS, _>(|grid| marks(grid as u8)),
        won: board.won(),
        playable: board.playable(),
        target: board.target(),
        mover: board.mover(),
        rules: board.rules(),
    };
    parts.board()
}

/// The smallest image of the reduced board, which represents all equivalent positions.
pub(super) fn canonical(board: &Flat) -> Flat {
    smallest(&reduced(board))
}

/// A move in the canonical image of its board.
pub(super) fn canonical_move(board: &Flat, (grid, cell): (u8, u8)) -> (u8, u8) {
    let board = reduced(board);
    let symmetry = (0..SYMMETRIES as u32)
        .min_by_key(|symmetry| board.transform(*symmetry))
        .unwrap_or_default();
    (moved(symmetry, grid), moved(symmetry, cell))
}
