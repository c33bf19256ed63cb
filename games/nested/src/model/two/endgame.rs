//! Exact endgames within a small budget of positions. Strong players know them, and play the first
//! of the best moves in a fixed order.

use ennead_game::nine::{bit, cells};

use crate::bot::completing;
use crate::endgames::one_grid_value;
use crate::{Flat, Mark, Rules};

use super::super::one::priority;

/// Maximum number of empty cells at which an endgame is attempted.
const MAX_EMPTY: u32 = 18;
/// Maximum number of positions searched for one move.
const MAX_POSITIONS: u32 = 1500;
/// Number of table entries, kept for the whole match.
const ENTRIES: usize = 1 << 12;

/// A solved position: the result with best play, 1, 0 or -1 for the player to move, and the index
/// of a move that achieves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    pub(super) score: i8,
    pub(super) best: usize,
}

/// The endgame solver of one match, with its transposition table.
#[derive(Debug, Default)]
pub(super) struct Endgame {
    entries: Vec<Entry>,
    positions: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    board: Flat,
    lower: i8,
    upper: i8,
}

/// The position budget is exhausted.
struct BudgetExhausted;

impl Endgame {
    /// Solves a board whose game is not over, if it is near its end and simple enough.
    pub(super) fn solve(&mut self, board: &Flat) -> Option<Solved> {
        if board.room() > MAX_EMPTY {
            return None;
        }
        if self.entries.is_empty() {
            self.entries = vec![Entry { board: *board, lower: -1, upper: 1 }; ENTRIES];
        }
        self.positions = 0;
        let (list, length) = ordered(board);
        let moves = &list[..length];
        let wins = |at: &&Ordered| score_of_end(board, (at.1, at.2)) == Some(1);
        let mut solved = Solved { score: -1, best: index(board, moves.first()?) };
        if let Some(winning) = moves.iter().find(wins) {
            return Some(Solved { score: 1, best: index(board, winning) });
        }
        for at in moves {
            let score = self.score_move(board, (at.1, at.2), solved.score, 1).ok()?;
            if score > solved.score {
                solved = Solved { score, best: index(board, at) };
            }
            if score == 1 {
                break;
            }
        }
        Some(solved)
    }

    /// The score of a move for the player making it.
    fn score_move(
        &mut self,
        board: &Flat,
        (grid, cell): (u8, u8),
        alpha: i8,
        beta: i8,
    ) -> Result<i8, BudgetExhausted> {
        self.positions += 1;
        if self.positions > MAX_POSITIONS {
            return Err(BudgetExhausted);
        }
        let mut next = *board;
        next.put(grid, cell);
        match next.outcome() {
            Some(outcome) => Ok(outcome.score(board.mover().seat()) as i8),
            None => Ok(-self.score(&next, -beta, -alpha)?),
        }
    }

    /// The score of a board that is not over, for the player to move: exact inside the window,
    /// otherwise a bound.
    fn score(&mut self, board: &Flat, mut alpha: i8, mut beta: i8) -> Result<i8, BudgetExhausted> {
        if let Some(value) = one_grid_value(board) {
            return Ok(value);
        }
        if has_winning_move(board) {
            return Ok(1);
        }
        let slot = slot(board);
        let known = self.entries[slot];
        let (mut lower, mut upper) = (-1, 1);
        if known.board == *board {
            (lower, upper) = (known.lower, known.upper);
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
            if alpha >= beta {
                return Ok(alpha.min(upper).max(lower));
            }
        }
        let best = self.best_of(board, alpha, beta)?;
        if best > alpha {
            lower = best.max(lower);
        }
        if best < beta {
            upper = best.min(upper);
        }
        self.entries[slot] = Entry { board: *board, lower, upper };
        Ok(best)
    }

    fn best_of(&mut self, board: &Flat, mut alpha: i8, beta: i8) -> Result<i8, BudgetExhausted> {
        let mut best = -1;
        let (list, length) = ordered(board);
        for (_, grid, cell) in &list[..length] {
            best = best.max(self.score_move(board, (*grid, *cell), alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// A move preceded by its negated priority.
type Ordered = (i8, u8, u8);

/// The moves of a board with at most [`MAX_EMPTY`] empty cells by descending priority, and their
/// number.
fn ordered(board: &Flat) -> ([Ordered; MAX_EMPTY as usize], usize) {
    let mut list = [(0, 0, 0); MAX_EMPTY as usize];
    let mut length = 0;
    for (grid, cell) in board.moves() {
        list[length] = (-priority(board, (grid, cell)), grid, cell);
        length += 1;
    }
    list[..length].sort_unstable();
    (list, length)
}

fn index(board: &Flat, (_, grid, cell): &Ordered) -> usize {
    board.index_of((*grid, *cell)).unwrap_or(0) as usize
}

/// The score of a move that ends the game, for the player making it.
fn score_of_end(board: &Flat, (grid, cell): (u8, u8)) -> Option<i32> {
    let mut next = *board;
    next.put(grid, cell);
    next.outcome().map(|outcome| outcome.score(board.mover().seat()))
}

/// Whether some move wins a grid and thereby the game.
fn has_winning_move(board: &Flat) -> bool {
    let mover = board.mover();
    let wanted = completing(board.line_grids(mover)) & board.active() & !board.decided();
    cells(wanted).any(|grid| completing(board.marks_of(mover, grid)) & board.empty(grid) != 0)
}

fn slot(board: &Flat) -> usize {
    let closed = if board.rules() == Rules::Open { 0 } else { board.decided() };
    let mut hash = u64::from(board.target().unwrap_or(9)) << 1 | board.mover() as u64;
    for grid in 0..9 {
        if closed & bit(grid) == 0 {
            let [x, o] = [Mark::X, Mark::O].map(|mark| u64::from(board.marks_of(mark, grid)));
            hash = (hash.rotate_left(23) ^ (x << 9 | o)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    (hash >> 40) as usize % ENTRIES
}
