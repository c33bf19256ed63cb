//! Winning moves at depth 2, and playouts that prefer them.

use crate::Flat;
use ennead_game::nine::{CELLS, LINES, Mask, bit, cells, count, nth};
use ennead_game::{Outcome, Random};

/// Sentinel for "no grid".
pub(crate) const NONE: u8 = CELLS as u8;

/// A move that wins a grid and thereby the game, if there is one.
pub(crate) fn winning_move(board: &Flat) -> Option<(u8, u8)> {
    let mover = board.mover();
    let wanted = completing(board.line_grids(mover)) & board.active() & !board.decided();
    let wins = |grid: u8| (grid, completing(board.marks_of(mover, grid)) & board.empty(grid));
    cells(wanted).map(wins).find(|(_, wins)| *wins != 0).map(|(grid, wins)| (grid, nth(wins, 0)))
}

/// Plays to the end, preferring moves that win a grid over random moves.
#[inline]
pub(crate) fn play_out_greedily(mut board: Flat, random: &mut impl Random) -> Outcome {
    loop {
        if let Some(outcome) = board.outcome() {
            return outcome;
        }
        let (grid, cell) = greedy_move(&board, random);
        board.put(grid, cell);
    }
}

/// A cell that wins the target grid; on a free move, a move that wins the game; otherwise a
/// random move.
#[inline]
fn greedy_move(board: &Flat, random: &mut impl Random) -> (u8, u8) {
    let Some(target) = board.target() else {
        return winning_move(board).unwrap_or_else(|| random_move(board, random));
    };
    let empty = board.empty(target);
    let wins = completing(board.marks_of(board.mover(), target)) & empty;
    let open = board.decided() & bit(target) == 0;
    let among = if wins != 0 && open { wins } else { empty };
    (target, nth(among, below(random, count(among))))
}

/// A uniformly random whole move.
#[inline]
fn random_move(board: &Flat, random: &mut impl Random) -> (u8, u8) {
    board.nth_move(below(random, board.count_moves()))
}

/// A number below `n`. The bias is negligible: at most 81 moves out of 2^64 values.
#[inline]
fn below(random: &mut impl Random, n: u32) -> u32 {
    ((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u32
}

/// The cells that would complete a line of the mask, whether taken or not.
#[inline]
pub(crate) fn completing(mask: Mask) -> Mask {
    COMPLETING[usize::from(mask) % COMPLETING.len()]
}

static COMPLETING: [Mask; 1 << CELLS] = {
    let mut table = [0; 1 << CELLS];
    let mut mask = 0;
    while mask < table.len() {
        let mut line = 0;
        while line < LINES.len() {
            let missing = LINES[line] & !(mask as Mask);
            if missing.count_ones() == 1 {
                table[mask] |= missing;
            }
            line += 1;
        }
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use crate::{Flat, Mark, Rules};
    use ennead_game::nine::{bit, has_line};
    use ennead_game::{Random, SplitMix64};

    use super::winning_move;

    /// Whether a move wins by a line of grids. Like `winning_move`, this ignores drawn grids that
    /// count for both players, and majorities.
    fn wins_with_a_grid(board: &Flat, (grid, cell): (u8, u8)) -> bool {
        let mover = board.mover();
        let mut next = *board;
        next.put(grid, cell);
        has_line(board.marks_of(mover, grid) | bit(cell)) && has_line(next.line_grids(mover))
    }

    #[test]
    fn winning_move_finds_the_first_one() {
        let mut random = SplitMix64::new(1);
        let mut found = 0;
        for rules in Rules::ALL {
            for _ in 0..200 {
                let mut board = Flat::new(Mark::X, rules);
                while board.outcome().is_none() {
                    let first = board.moves().find(|whole| wins_with_a_grid(&board, *whole));
                    assert_eq!(winning_move(&board), first, "{board:?}");
                    found += u32::from(first.is_some());
                    let index = random.below(board.count_moves().into()) as u32;
                    let (grid, cell) = board.nth_move(index);
                    board.put(grid, cell);
                }
            }
        }
        assert!(found > 200, "only {found} positions had a winning move");
    }
}
