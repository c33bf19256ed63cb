//! A small trained net that says at a glance what a move at depth 2 is worth.
//!
//! Each grid has a code: three to the power of nine patterns of "mine", "theirs" and "empty", or one of four kinds of decided grids.
//! A code stands for a few numbers; those of nine grids, each by weights of its own, and the grid that the opponent is sent to, add
//! up to a hidden layer, and that to one value. It always judges the position after a move, as the maker of the move sees it, so
//! that all moves of a position share the grids that they leave alone.
//!
//! The weights come from games of the search against itself: `examples/nested_games.rs` plays them, `train/judge.py` trains.

use std::sync::LazyLock;

use ennead_game::nine::{CELLS, FULL, Mask, bit, cells, has_line};
use ennead_nested::Rules;

use super::board::{Board, NONE};

const PATTERNS: usize = 19_683;
const MINE: usize = PATTERNS;
const THEIRS: usize = PATTERNS + 1;
const DRAWN_FOR_NOBODY: usize = PATTERNS + 2;
const DRAWN_FOR_BOTH: usize = PATTERNS + 3;
const CODES: usize = PATTERNS + 4;

/// What a code's look consists of: nine cells of mine, nine of theirs, four kinds of decided grids.
const LOOK: usize = 22;
const INNER: usize = 64;
const NUMBERS: usize = 16;
const HIDDEN: usize = 32;
/// The rules that it was trained for.
const RULES: usize = 3;
/// Weights are stored in parts of this.
const UNIT: f32 = 4096.0;

static WEIGHTS: &[u8] = include_bytes!("judge.weights");
static JUDGE: LazyLock<Judge> = LazyLock::new(|| Judge::read(WEIGHTS));

type Hidden = [f32; HIDDEN];

/// The net, with the numbers of every code worked out.
pub(crate) struct Judge {
    numbers: Vec<[f32; NUMBERS]>,
    grids: Vec<[Hidden; NUMBERS]>,
    targets: Vec<Hidden>,
    bias: Vec<Hidden>,
    out: Vec<Hidden>,
    last: Vec<f32>,
}

impl Judge {
    /// The judge, unless it knows nothing of the rules.
    pub(crate) fn for_rules(rules: Rules) -> Option<&'static Judge> {
        (rules != Rules::Open).then(|| &*JUDGE)
    }

    fn read(bytes: &[u8]) -> Self {
        let mut weights =
            bytes.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / UNIT);
        let inner: Vec<[f32; INNER]> = rows(&mut weights, LOOK);
        let inner_bias = row(&mut weights);
        let embed: Vec<[f32; NUMBERS]> = rows(&mut weights, INNER);
        let embed_bias = row(&mut weights);
        let numbers = |code| numbers_of(code, &inner, inner_bias, &embed, embed_bias);
        Judge {
            numbers: (0..CODES).map(numbers).collect(),
            grids: (0..CELLS).map(|_| std::array::from_fn(|_| row(&mut weights))).collect(),
            targets: rows(&mut weights, CELLS + 1),
            bias: rows(&mut weights, RULES),
            out: rows(&mut weights, RULES),
            last: row::<RULES>(&mut weights).to_vec(),
        }
    }

    /// Adds what a grid's code brings to the hidden layer.
    #[inline]
    fn add_grid(&self, hidden: &mut Hidden, grid: u8, code: usize) {
        // A copy of its own stays in registers.
        let mut sums = *hidden;
        for (number, weights) in self.numbers[code].iter().zip(&self.grids[usize::from(grid)]) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += number * weight;
            }
        }
        *hidden = sums;
    }

    /// What a hidden layer comes to, with the grid that the opponent is sent to.
    #[inline]
    fn value(&self, hidden: &Hidden, target: u8, rules: Rules) -> f32 {
        let rules = rules as usize;
        let target = &self.targets[usize::from(target)];
        let mut lanes = [0f32; 4];
        let fours = hidden.chunks_exact(4).zip(target.chunks_exact(4)).zip(self.out[rules].chunks_exact(4));
        for ((sums, targets), out) in fours {
            for lane in 0..4 {
                lanes[lane] += (sums[lane] + targets[lane]).max(0.0) * out[lane];
            }
        }
        squash(lanes[0] + lanes[1] + (lanes[2] + lanes[3]) + self.last[rules])
    }

    /// Calls `tell` with every move, in order, and what it is worth to whoever makes it.
    pub(crate) fn judge_moves(&self, board: &Board, mut tell: impl FnMut(u8, u8, f32)) {
        let side = usize::from(board.side);
        let active = board.active();
        let mut rest = self.bias[board.rules as usize];
        for grid in 0..NONE {
            if active != bit(grid) {
                self.add_grid(&mut rest, grid, board_code(board, grid, side));
            }
        }
        for grid in cells(active) {
            let mut others = rest;
            if active != bit(grid) {
                self.take_grid(&mut others, grid, board_code(board, grid, side));
            }
            let (mine, theirs) =
                (board.marks[side][usize::from(grid)], board.marks[side ^ 1][usize::from(grid)]);
            for cell in cells(board.empty(grid)) {
                let code = moved_code(mine | bit(cell), theirs, board.rules);
                let decided = code >= PATTERNS;
                let open = board.playable & bit(cell) != 0 && !(decided && cell == grid);
                let mut hidden = others;
                self.add_grid(&mut hidden, grid, code);
                tell(grid, cell, self.value(&hidden, if open { cell } else { NONE }, board.rules));
            }
        }
    }

    fn take_grid(&self, hidden: &mut Hidden, grid: u8, code: usize) {
        let mut brought = [0.0; HIDDEN];
        self.add_grid(&mut brought, grid, code);
        for (sum, brought) in hidden.iter_mut().zip(brought) {
            *sum -= brought;
        }
    }
}

/// Nearly the hyperbolic tangent, and the same on every machine: 1 from 3 on.
fn squash(x: f32) -> f32 {
    let y = x.clamp(-3.0, 3.0);
    y * (27.0 + y * y) / (27.0 + 9.0 * y * y)
}

fn row<const N: usize>(weights: &mut impl Iterator<Item = f32>) -> [f32; N] {
    std::array::from_fn(|_| weights.next().expect("the file has all weights"))
}

fn rows<const N: usize>(weights: &mut impl Iterator<Item = f32>, count: usize) -> Vec<[f32; N]> {
    (0..count).map(|_| row(weights)).collect()
}

/// Runs the small net that turns a code's look into its numbers.
fn numbers_of(
    code: usize,
    inner: &[[f32; INNER]],
    inner_bias: [f32; INNER],
    embed: &[[f32; NUMBERS]],
    embed_bias: [f32; NUMBERS],
) -> [f32; NUMBERS] {
    let mut middle = inner_bias;
    for part in look_of(code) {
        middle.iter_mut().zip(&inner[part]).for_each(|(sum, weight)| *sum += weight);
    }
    let mut numbers = embed_bias;
    for (value, weights) in middle.iter().zip(embed) {
        numbers.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value.max(0.0) * weight);
    }
    numbers
}

/// The parts of a code's look that are there.
fn look_of(code: usize) -> Vec<usize> {
    if code >= PATTERNS {
        return vec![2 * CELLS + code - PATTERNS];
    }
    let digit = |cell: usize| code / 3usize.pow((CELLS - 1 - cell) as u32) % 3;
    (0..CELLS).filter(|cell| digit(*cell) > 0).map(|cell| cell + CELLS * (digit(cell) - 1)).collect()
}

/// The code of a grid as one side sees it.
fn board_code(board: &Board, grid: u8, side: usize) -> usize {
    let here = bit(grid);
    match (board.won[side] & here != 0, board.won[side ^ 1] & here != 0) {
        (true, true) => drawn_code(board.rules),
        (true, false) => MINE,
        (false, true) => THEIRS,
        (false, false) => {
            pattern(board.marks[side][usize::from(grid)], board.marks[side ^ 1][usize::from(grid)])
        }
    }
}

/// The code of a grid in which I have just moved.
fn moved_code(mine: Mask, theirs: Mask, rules: Rules) -> usize {
    if has_line(mine) {
        MINE
    } else if mine | theirs == FULL {
        drawn_code(rules)
    } else {
        pattern(mine, theirs)
    }
}

fn drawn_code(rules: Rules) -> usize {
    if rules == Rules::Both { DRAWN_FOR_BOTH } else { DRAWN_FOR_NOBODY }
}

#[inline]
fn pattern(mine: Mask, theirs: Mask) -> usize {
    usize::from(TERNARY[usize::from(mine & FULL)] + 2 * TERNARY[usize::from(theirs & FULL)])
}

/// A mask's bits read as digits of base three.
static TERNARY: [u16; 1 << CELLS] = {
    let mut table = [0; 1 << CELLS];
    let mut mask = 0;
    while mask < table.len() {
        let mut digit = 0;
        let mut worth = 1;
        while digit < CELLS {
            if mask >> digit & 1 == 1 {
                table[mask] += worth;
            }
            worth *= 3;
            digit += 1;
        }
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples and what the training program says of them: nine codes, target, rules, value.
    #[test]
    fn says_what_the_training_program_says() {
        for line in include_str!("judge.weights.csv").lines() {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |index: usize| fields[index].parse::<usize>().expect("a number");
            let rules = Rules::ALL[number(10)];
            let mut hidden = JUDGE.bias[rules as usize];
            for grid in 0..9 {
                JUDGE.add_grid(&mut hidden, grid, number(usize::from(grid)));
            }
            let value = JUDGE.value(&hidden, number(9) as u8, rules);
            let wanted: f32 = fields[11].parse().expect("a value");
            assert!((value - wanted).abs() < 1e-3, "{line}: {value}");
        }
    }
}
