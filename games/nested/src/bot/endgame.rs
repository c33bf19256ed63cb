//! Exact endgames at depth 2: alpha-beta search with a transposition table, down to positions with
//! one open grid, whose values are tabulated.

use crate::endgames::one_grid_value;
use crate::{Flat, Mark, Rules};
use ennead_game::nine::{CELLS, bit, count};
use ennead_search::Instant;

use super::tactics::{NONE, completing, winning_move};

/// Number of table entries, 32 bytes each.
const ENTRIES: usize = 1 << 17;
/// Number of positions between clock checks.
const CLOCK_INTERVAL: u64 = 1024;
const MAX_MOVES: usize = 81;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgameLimit {
    pub(crate) positions: u64,
    pub(crate) until: Option<Instant>,
}

/// A solved position: 1, 0 or -1 for the side to move, and a move that achieves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Solved {
    pub(crate) score: i8,
    pub(crate) best: (u8, u8),
}

/// An endgame solver. The table stores whole positions rather than hashes, so its results are
/// proven.
#[derive(Clone, Debug)]
pub(crate) struct Endgame {
    table: Vec<TableEntry>,
    positions: u64,
    limit: EndgameLimit,
}

#[derive(Clone, Copy, Debug, Default)]
struct TableEntry {
    key: [u64; 3],
    lower: i8,
    upper: i8,
}

/// The search has reached its limit.
struct LimitReached;

impl Endgame {
    /// Size of the table in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.table.capacity() * size_of::<TableEntry>()
    }

    pub(crate) fn new() -> Self {
        Endgame {
            table: Vec::new(),
            positions: 0,
            limit: EndgameLimit { positions: 0, until: None },
        }
    }

    /// Number of positions visited by the last search.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Resets the number of positions.
    pub(crate) fn reset_count(&mut self) {
        self.positions = 0;
    }

    /// Solves a board that is not over, or returns `None` if the limit is reached.
    pub(crate) fn solve(&mut self, board: &Flat, limit: EndgameLimit) -> Option<Solved> {
        if self.table.is_empty() {
            self.table = vec![TableEntry::default(); ENTRIES];
        }
        self.positions = 0;
        self.limit = limit;
        if let Some(best) = OrderedMoves::new(board).find(|best| wins_at_once(board, *best)) {
            return Some(Solved { score: 1, best });
        }
        let mut solved = Solved { score: -1, best: OrderedMoves::new(board).next()? };
        for best in OrderedMoves::new(board) {
            let score = self.score_move(board, best, solved.score, 1).ok()?;
            if score > solved.score {
                solved = Solved { score, best };
            }
            if score == 1 {
                break;
            }
        }
        Some(solved)
    }

    /// The score of a move for the side making it.
    fn score_move(
        &mut self,
        board: &Flat,
        (grid, cell): (u8, u8),
        alpha: i8,
        beta: i8,
    ) -> Result<i8, LimitReached> {
        self.count()?;
        let mut next = *board;
        next.put(grid, cell);
        match next.outcome() {
            Some(outcome) => Ok(outcome.score(board.mover().seat()) as i8),
            None => Ok(-self.score(&next, -beta, -alpha)?),
        }
    }

    /// The score of a board that is not over, for the side to move: exact inside the window,
    /// otherwise a bound.
    fn score(&mut self, board: &Flat, alpha: i8, beta: i8) -> Result<i8, LimitReached> {
        if let Some(value) = one_grid_value(board) {
            return Ok(value);
        }
        if winning_move(board).is_some() {
            return Ok(1);
        }
        let key = key(board);
        let slot = slot(key);
        let known = self.table[slot];
        let (mut alpha, mut beta) = (alpha, beta);
        if known.key == key {
            alpha = alpha.max(known.lower);
            beta = beta.min(known.upper);
            if alpha >= beta {
                return Ok(alpha.min(known.upper).max(known.lower));
            }
        }
        let best = self.best_of(board, alpha, beta)?;
        self.store(slot, key, best, alpha, beta);
        Ok(best)
    }

    fn best_of(&mut self, board: &Flat, mut alpha: i8, beta: i8) -> Result<i8, LimitReached> {
        let mut best = -1;
        for candidate in OrderedMoves::new(board) {
            best = best.max(self.score_move(board, candidate, alpha, beta)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn store(&mut self, slot: usize, key: [u64; 3], best: i8, alpha: i8, beta: i8) {
        let known = self.table[slot];
        let (lower, upper) = if known.key == key { (known.lower, known.upper) } else { (-1, 1) };
        self.table[slot] = TableEntry {
            key,
            lower: if best > alpha { best.max(lower) } else { lower },
            upper: if best < beta { best.min(upper) } else { upper },
        };
    }

    fn count(&mut self) -> Result<(), LimitReached> {
        self.positions += 1;
        let late = || self.limit.until.is_some_and(|until| Instant::now() >= until);
        let check_clock = self.positions.is_multiple_of(CLOCK_INTERVAL);
        if self.positions > self.limit.positions || (check_clock && late()) {
            Err(LimitReached)
        } else {
            Ok(())
        }
    }
}

/// The moves of a board by descending priority.
struct OrderedMoves {
    list: [(i8, u8, u8); MAX_MOVES],
    length: usize,
    at: usize,
}

impl OrderedMoves {
    fn new(board: &Flat) -> Self {
        let mut moves = OrderedMoves { list: [(0, 0, 0); MAX_MOVES], length: 0, at: 0 };
        for (grid, cell) in board.moves() {
            moves.list[moves.length] = (-priority(board, grid, cell), grid, cell);
            moves.length += 1;
        }
        moves.list[..moves.length].sort_unstable();
        moves
    }
}

impl Iterator for OrderedMoves {
    type Item = (u8, u8);

    fn next(&mut self) -> Option<(u8, u8)> {
        let (_, grid, cell) = *self.list[..self.length].get(self.at)?;
        self.at += 1;
        Some((grid, cell))
    }
}

/// Whether a move wins the game immediately.
fn wins_at_once(board: &Flat, (grid, cell): (u8, u8)) -> bool {
    let mut next = *board;
    next.put(grid, cell);
    next.outcome().is_some_and(|outcome| outcome.score(board.mover().seat()) == 1)
}

/// The priority of a move. Winning a grid is good; giving the opponent a free move, or the chance
/// to win a grid, is bad.
fn priority(board: &Flat, grid: u8, cell: u8) -> i8 {
    let (mover, opponent) = (board.mover(), board.mover().other());
    let takes = completing(board.marks_of(mover, grid)) & bit(cell) != 0;
    let blocks = completing(board.marks_of(opponent, grid)) & bit(cell) != 0;
    let free = board.playable() & bit(cell) == 0 || (takes && cell == grid);
    let gives = !free && completing(board.marks_of(opponent, cell)) & board.empty(cell) != 0;
    4 * i8::from(takes) + i8::from(blocks)
        - 3 * i8::from(free)
        - 2 * i8::from(gives)
        - i8::from(!free && count(board.empty(cell)) > 4)
}

/// The whole board packed into 187 bits.
fn key(board: &Flat) -> [u64; 3] {
    // A closed grid counts as empty. With other keys, entries would collide differently, and a
    // search cut off by its budget could answer differently from earlier versions.
    let closed = if board.rules() == Rules::Open { 0 } else { board.decided() };
    let mut key = [0u64; 3];
    for grid in 0..CELLS as u8 {
        let index = usize::from(grid) / 3;
        let x = if closed & bit(grid) == 0 { board.marks_of(Mark::X, grid) } else { 0 };
        let o = board.marks_of(Mark::O, grid);
        key[index] = key[index] << 18 | u64::from(x) << 9 | u64::from(o);
    }
    key[0] |= u64::from(board.won_by(Mark::X)) << 54;
    key[1] |= u64::from(board.won_by(Mark::O)) << 54;
    let target = board.target().unwrap_or(NONE);
    let rest = u64::from(target) << 3 | (board.mover() as u64) << 2 | board.rules() as u64;
    // One bit is always set, so no key equals that of an empty entry.
    key[2] |= rest << 54 | 1 << 63;
    key
}

fn slot(key: [u64; 3]) -> usize {
    let mixed = key
        .iter()
        .fold(0u64, |sum, part| (sum.rotate_left(29) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed >> 40) as usize % ENTRIES
}
