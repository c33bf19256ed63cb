//! The end of a depth-2 game, searched to the last move: alpha-beta with a table of what is known.

use std::time::Instant;

use ennead_game::Seat;
use ennead_game::nine::{bit, count};

use super::board::{Board, NONE, completing};

/// Entries of the table: 32 bytes each.
const ENTRIES: usize = 1 << 17;
/// How many positions there are between two looks at the clock.
const POSITIONS_A_LOOK: u64 = 1024;
const MOST_MOVES: usize = 81;

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    pub(crate) positions: u64,
    pub(crate) until: Option<Instant>,
}

/// What a search to the end has found: 1, 0 or -1 for the side to move, and a move that gets there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) score: i8,
    pub(crate) best: (u8, u8),
}

/// Whole positions are compared, not hashes, so that what it says is proven.
#[derive(Clone, Debug)]
pub(crate) struct Endgame {
    table: Vec<Entry>,
    positions: u64,
    limit: Limit,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: [u64; 3],
    least: i8,
    most: i8,
}

/// The search ran into its limit.
struct GaveUp;

impl Endgame {
    pub(crate) fn new() -> Self {
        Endgame { table: Vec::new(), positions: 0, limit: Limit { positions: 0, until: None } }
    }

    /// How many positions the last search has met.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Counts from nothing again.
    pub(crate) fn forget_count(&mut self) {
        self.positions = 0;
    }

    /// Solves a board that is not over, within a limit.
    pub(crate) fn solve(&mut self, board: &Board, limit: Limit) -> Option<Solved> {
        if self.table.is_empty() {
            self.table = vec![Entry::default(); ENTRIES];
        }
        self.positions = 0;
        self.limit = limit;
        if let Some(best) = Moves::ordered(board).find(|best| wins_at_once(board, *best)) {
            return Some(Solved { score: 1, best });
        }
        let mut solved = Solved { score: -1, best: Moves::ordered(board).next()? };
        for (grid, cell) in Moves::ordered(board) {
            let mut next = *board;
            next.put(grid, cell);
            let score = -self.score(&next, -1, -solved.score).ok()?;
            if score > solved.score {
                solved = Solved { score, best: (grid, cell) };
            }
            if score == 1 {
                break;
            }
        }
        Some(solved)
    }

    /// The score for the side to move, exact within the window, else a bound on that side of it.
    fn score(&mut self, board: &Board, alpha: i8, beta: i8) -> Result<i8, GaveUp> {
        self.count()?;
        if board.is_over() {
            return Ok(board.outcome().score(Seat(board.side)) as i8);
        }
        if board.winning_move().is_some() {
            return Ok(1);
        }
        let key = key(board);
        let slot = slot(key);
        let known = self.table[slot];
        let (mut alpha, mut beta) = (alpha, beta);
        if known.key == key {
            alpha = alpha.max(known.least);
            beta = beta.min(known.most);
            if alpha >= beta {
                return Ok(alpha.min(known.most).max(known.least));
            }
        }
        let best = self.best_of(board, alpha, beta)?;
        self.remember(slot, key, best, alpha, beta);
        Ok(best)
    }

    fn best_of(&mut self, board: &Board, mut alpha: i8, beta: i8) -> Result<i8, GaveUp> {
        let mut best = -1;
        for (grid, cell) in Moves::ordered(board) {
            let mut next = *board;
            next.put(grid, cell);
            best = best.max(-self.score(&next, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn remember(&mut self, slot: usize, key: [u64; 3], best: i8, alpha: i8, beta: i8) {
        let known = self.table[slot];
        let (least, most) = if known.key == key { (known.least, known.most) } else { (-1, 1) };
        self.table[slot] = Entry {
            key,
            least: if best > alpha { best.max(least) } else { least },
            most: if best < beta { best.min(most) } else { most },
        };
    }

    fn count(&mut self) -> Result<(), GaveUp> {
        self.positions += 1;
        let late = || self.limit.until.is_some_and(|until| Instant::now() >= until);
        let look = self.positions.is_multiple_of(POSITIONS_A_LOOK);
        if self.positions > self.limit.positions || (look && late()) { Err(GaveUp) } else { Ok(()) }
    }
}

/// The moves of a board, the promising ones first.
struct Moves {
    list: [(i8, u8, u8); MOST_MOVES],
    length: usize,
    at: usize,
}

impl Moves {
    fn ordered(board: &Board) -> Self {
        let mut moves = Moves { list: [(0, 0, 0); MOST_MOVES], length: 0, at: 0 };
        for (grid, cell) in board.moves() {
            moves.list[moves.length] = (-promise(board, grid, cell), grid, cell);
            moves.length += 1;
        }
        moves.list[..moves.length].sort_unstable();
        moves
    }
}

impl Iterator for Moves {
    type Item = (u8, u8);

    fn next(&mut self) -> Option<(u8, u8)> {
        let (_, grid, cell) = *self.list[..self.length].get(self.at)?;
        self.at += 1;
        Some((grid, cell))
    }
}

/// Whether a move wins the game.
fn wins_at_once(board: &Board, (grid, cell): (u8, u8)) -> bool {
    let mut next = *board;
    next.put(grid, cell);
    next.is_over() && next.outcome().score(Seat(board.side)) == 1
}

/// Taking a grid is good; leaving the opponent free, or where a grid can be taken, is bad.
fn promise(board: &Board, grid: u8, cell: u8) -> i8 {
    let side = usize::from(board.side);
    let mine = board.marks[side][usize::from(grid)];
    let takes = completing(mine) & bit(cell) != 0;
    let blocks = completing(board.marks[side ^ 1][usize::from(grid)]) & bit(cell) != 0;
    let free = board.playable & bit(cell) == 0 || (takes && cell == grid);
    let theirs = board.marks[side ^ 1][usize::from(cell)];
    let gives = !free && completing(theirs) & board.empty(cell) != 0;
    4 * i8::from(takes) + i8::from(blocks)
        - 3 * i8::from(free)
        - 2 * i8::from(gives)
        - i8::from(!free && count(board.empty(cell)) > 4)
}

/// Everything about a board in 187 bits.
fn key(board: &Board) -> [u64; 3] {
    let mut key = [0u64; 3];
    for (index, (x, o)) in board.marks[0].iter().zip(&board.marks[1]).enumerate() {
        key[index / 3] = key[index / 3] << 18 | u64::from(*x) << 9 | u64::from(*o);
    }
    key[0] |= u64::from(board.won[0]) << 54;
    key[1] |= u64::from(board.won[1]) << 54;
    let rest = u64::from(board.target.min(NONE)) << 3 | u64::from(board.side) << 2 | board.rules as u64;
    // One bit is always set, so that no key is that of an empty entry.
    key[2] |= rest << 54 | 1 << 63;
    key
}

fn slot(key: [u64; 3]) -> usize {
    let mixed =
        key.iter().fold(0u64, |sum, part| (sum.rotate_left(29) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed >> 40) as usize % ENTRIES
}
