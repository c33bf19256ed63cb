//! Boards under open rules as nine grid codes, with moves and bounds by table lookup.

use ennead_game::nine::{CELLS, FULL, LINES, Mask, bit, cells, has_line};

use super::grid_codes::{CODES, FACTS, GridFacts, NEVER, code_of};
use crate::{Flat, GridResult, Mark};

/// Sentinel for "no grid": the player may play anywhere.
const ANYWHERE: u8 = CELLS as u8;

/// The grids of each line.
const LINE_GRIDS: [[usize; 3]; LINES.len()] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// A position between moves. The search keeps track of whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeBoard {
    codes: [u16; CELLS],
    /// Number of marks that X needs in each grid.
    missing: [u8; CELLS],
    target: u8,
    /// Grids won by X, by O, and drawn.
    won: [Mask; 3],
}

impl CodeBoard {
    pub(super) fn new(board: &Flat) -> Self {
        let codes = std::array::from_fn(|grid| code_of(board, grid as u8));
        let mut won = [0; 3];
        for grid in cells(FULL) {
            if let Some(result) = board.result(grid) {
                won[result as usize] |= bit(grid);
            }
        }
        CodeBoard {
            codes,
            missing: codes.map(|code| FACTS[usize::from(code)].missing),
            target: board.target().unwrap_or(ANYWHERE),
            won,
        }
    }

    /// The position after a legal move.
    #[inline]
    pub(super) fn after(&self, facts: &[GridFacts], mover: Mark, (grid, cell): (u8, u8)) -> Self {
        let mut next = *self;
        let at = usize::from(grid);
        let code = facts[usize::from(self.codes[at])].after[mover as usize][usize::from(cell)];
        let grid_facts = &facts[usize::from(code)];
        next.codes[at] = code;
        next.missing[at] = grid_facts.missing;
        if let Some(result) = grid_facts.result {
            next.won[result as usize] |= bit(grid);
        }
        let is_full = facts[usize::from(next.codes[usize::from(cell)])].empty == 0;
        next.target = if is_full { ANYWHERE } else { cell };
        next
    }

    /// Calls `visit` with every legal move.
    #[inline]
    pub(super) fn for_moves(&self, facts: &[GridFacts], mut visit: impl FnMut((u8, u8))) {
        let grids = match self.target {
            ANYWHERE => 0..ANYWHERE,
            grid => grid..grid + 1,
        };
        for grid in grids {
            let mut empty = facts[usize::from(self.codes[usize::from(grid)])].empty;
            while empty != 0 {
                // Cell 0 is the highest of nine bits.
                let cell = (empty.leading_zeros() + CELLS as u32 - Mask::BITS) as u8;
                empty &= !bit(cell);
                visit((grid, cell));
            }
        }
    }

    #[inline]
    pub(super) fn is_won(&self) -> bool {
        has_line(self.won[GridResult::X as usize])
    }

    /// Whether the game is over and X has not won.
    #[inline]
    pub(super) fn is_not_won(&self) -> bool {
        let [x, o, drawn] = self.won;
        has_line(o) || x | o | drawn == FULL
    }

    /// A lower bound on the number of moves X needs to win: the marks missing in X's nearest line
    /// of grids.
    #[inline]
    pub(super) fn least_x_moves(&self) -> u8 {
        let sum = |grids: &[usize; 3]| grids.iter().map(|grid| self.missing[*grid]).sum();
        LINE_GRIDS.iter().map(sum).min().unwrap_or(NEVER)
    }

    /// The same with X to move: one more for lines that X's next move cannot advance.
    #[inline]
    pub(super) fn least_x_moves_on_turn(&self) -> u8 {
        if self.target == ANYWHERE {
            return self.least_x_moves();
        }
        let target = usize::from(self.target);
        let is_owned = self.missing[target] == 0;
        let sum = |grids: &[usize; 3]| {
            let is_wasted = is_owned || !grids.contains(&target);
            let missing: u8 = grids.iter().map(|grid| self.missing[*grid]).sum();
            missing + u8::from(is_wasted)
        };
        LINE_GRIDS.iter().map(sum).min().unwrap_or(NEVER)
    }

    /// Number of moves to choose from, at most ten.
    pub(super) fn freedom(&self, facts: &[GridFacts]) -> u8 {
        match self.target {
            ANYWHERE => 10,
            grid => {
                let code = self.codes[usize::from(grid)];
                ennead_game::nine::count(facts[usize::from(code)].empty) as u8
            }
        }
    }

    /// The position as a unique number.
    #[inline]
    pub(super) fn key(&self) -> u128 {
        // Four codes fit into 64 bits.
        let word = |codes: &[u16]| {
            codes.iter().fold(0u64, |word, code| word * CODES as u64 + u64::from(*code))
        };
        let radix = u128::from(CODES as u64 * CODES as u64 * CODES as u64 * CODES as u64);
        let grids =
            u128::from(word(&self.codes[..4])) * radix + u128::from(word(&self.codes[4..8]));
        let last = grids * CODES as u128 + u128::from(self.codes[8]);
        last * u128::from(ANYWHERE + 1) + u128::from(self.target)
    }
}
