//! A small trained network that evaluates moves at depth 2.
//!
//! Each grid has a code: one of 3^9 patterns of "mine", "theirs" and "empty", or one of four kinds
//! of decided grids. A code has an embedding of a few numbers. The embeddings of the nine grids,
//! each with its own weights, and the target of the opponent are summed into a hidden layer, which
//! yields one value. The network always evaluates the position after a move from the point of view
//! of the player who made it, so that all moves of a position share the grids that they leave
//! unchanged.
//!
//! The weights are trained on self-play games: `examples/games.rs` plays them, `train/evaluator.py`
//! trains the network.

use std::sync::LazyLock;

use crate::{Flat, Mark, Rules};
use ennead_game::nine::{CELLS, FULL, Mask, bit, cells, has_line};

use super::tactics::NONE;

const PATTERNS: usize = 19_683;
const MINE: usize = PATTERNS;
const THEIRS: usize = PATTERNS + 1;
const DRAWN_FOR_NOBODY: usize = PATTERNS + 2;
const DRAWN_FOR_BOTH: usize = PATTERNS + 3;
const CODES: usize = PATTERNS + 4;

/// Number of features of a code: nine cells of mine, nine of theirs, four kinds of decided grids.
const FEATURES: usize = 22;
const INNER: usize = 64;
const EMBEDDING: usize = 16;
const HIDDEN: usize = 32;
/// Number of rule sets that it was trained for.
const RULES: usize = 3;
/// Weights are stored as multiples of 1 / `UNIT`.
const UNIT: f32 = 4096.0;

static WEIGHTS: &[u8] = include_bytes!("evaluator.weights");
static EVALUATOR: LazyLock<Evaluator> = LazyLock::new(|| Evaluator::read(WEIGHTS));

type Hidden = [f32; HIDDEN];

/// The network, with the embedding of every code precomputed.
pub(crate) struct Evaluator {
    embeddings: Vec<[f32; EMBEDDING]>,
    grids: Vec<[Hidden; EMBEDDING]>,
    targets: Vec<Hidden>,
    bias: Vec<Hidden>,
    out: Vec<Hidden>,
    last: Vec<f32>,
}

impl Evaluator {
    /// The evaluator, if it was trained for the rules.
    pub(crate) fn for_rules(rules: Rules) -> Option<&'static Evaluator> {
        (rules != Rules::Open).then(|| &*EVALUATOR)
    }

    fn read(bytes: &[u8]) -> Self {
        let mut weights =
            bytes.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / UNIT);
        let inner: Vec<[f32; INNER]> = rows(&mut weights, FEATURES);
        let inner_bias = row(&mut weights);
        let embed: Vec<[f32; EMBEDDING]> = rows(&mut weights, INNER);
        let embed_bias = row(&mut weights);
        let embedding = |code| embedding_of(code, &inner, inner_bias, &embed, embed_bias);
        Evaluator {
            embeddings: (0..CODES).map(embedding).collect(),
            grids: (0..CELLS).map(|_| std::array::from_fn(|_| row(&mut weights))).collect(),
            targets: rows(&mut weights, CELLS + 1),
            bias: rows(&mut weights, RULES),
            out: rows(&mut weights, RULES),
            last: row::<RULES>(&mut weights).to_vec(),
        }
    }

    /// Adds the contribution of a grid to the hidden layer.
    #[inline]
    fn add_grid(&self, hidden: &mut Hidden, grid: u8, code: usize) {
        // A local copy stays in registers.
        let mut sums = *hidden;
        for (number, weights) in self.embeddings[code].iter().zip(&self.grids[usize::from(grid)]) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += number * weight;
            }
        }
        *hidden = sums;
    }

    /// The output for a hidden layer and the target of the opponent.
    #[inline]
    fn value(&self, hidden: &Hidden, target: u8, rules: Rules) -> f32 {
        let rules = rules as usize;
        let target = &self.targets[usize::from(target)];
        let mut lanes = [0f32; 4];
        let fours =
            hidden.chunks_exact(4).zip(target.chunks_exact(4)).zip(self.out[rules].chunks_exact(4));
        for ((sums, targets), out) in fours {
            for lane in 0..4 {
                lanes[lane] += (sums[lane] + targets[lane]).max(0.0) * out[lane];
            }
        }
        squash(lanes[0] + lanes[1] + (lanes[2] + lanes[3]) + self.last[rules])
    }

    /// Calls `visit` with every move in order and its value for the player who makes it.
    pub(crate) fn evaluate_moves(&self, board: &Flat, mut visit: impl FnMut(u8, u8, f32)) {
        let (mover, rules) = (board.mover(), board.rules());
        let active = board.active();
        let mut rest = self.bias[rules as usize];
        for grid in 0..NONE {
            if active != bit(grid) {
                self.add_grid(&mut rest, grid, board_code(board, grid, mover));
            }
        }
        for grid in cells(active) {
            let mut others = rest;
            if active != bit(grid) {
                self.subtract_grid(&mut others, grid, board_code(board, grid, mover));
            }
            let (mine, theirs) = (board.marks_of(mover, grid), board.marks_of(mover.other(), grid));
            for cell in cells(board.empty(grid)) {
                let code = moved_code(mine | bit(cell), theirs, rules);
                let decided = code >= PATTERNS;
                let open = board.playable() & bit(cell) != 0 && !(decided && cell == grid);
                let mut hidden = others;
                self.add_grid(&mut hidden, grid, code);
                visit(grid, cell, self.value(&hidden, if open { cell } else { NONE }, rules));
            }
        }
    }

    fn subtract_grid(&self, hidden: &mut Hidden, grid: u8, code: usize) {
        let mut contribution = [0.0; HIDDEN];
        self.add_grid(&mut contribution, grid, code);
        for (sum, contribution) in hidden.iter_mut().zip(contribution) {
            *sum -= contribution;
        }
    }
}

/// An approximation of the hyperbolic tangent that is the same on every machine; 1 from 3 on.
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

/// Computes the embedding of a code from its features.
fn embedding_of(
    code: usize,
    inner: &[[f32; INNER]],
    inner_bias: [f32; INNER],
    embed: &[[f32; EMBEDDING]],
    embed_bias: [f32; EMBEDDING],
) -> [f32; EMBEDDING] {
    let mut middle = inner_bias;
    for part in features_of(code) {
        middle.iter_mut().zip(&inner[part]).for_each(|(sum, weight)| *sum += weight);
    }
    let mut embedding = embed_bias;
    for (value, weights) in middle.iter().zip(embed) {
        embedding.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value.max(0.0) * weight);
    }
    embedding
}

/// The features of a code that are set.
fn features_of(code: usize) -> Vec<usize> {
    if code >= PATTERNS {
        return vec![2 * CELLS + code - PATTERNS];
    }
    let digit = |cell: usize| code / 3usize.pow((CELLS - 1 - cell) as u32) % 3;
    (0..CELLS)
        .filter(|cell| digit(*cell) > 0)
        .map(|cell| cell + CELLS * (digit(cell) - 1))
        .collect()
}

/// The code of a grid from the point of view of one side.
fn board_code(board: &Flat, grid: u8, side: Mark) -> usize {
    let here = bit(grid);
    match (board.won_by(side) & here != 0, board.won_by(side.other()) & here != 0) {
        (true, true) => drawn_code(board.rules()),
        (true, false) => MINE,
        (false, true) => THEIRS,
        (false, false) => pattern(board.marks_of(side, grid), board.marks_of(side.other(), grid)),
    }
}

/// The code of a grid in which "mine" has just moved.
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

/// A mask read as base-three digits.
static TERNARY: [u16; 1 << CELLS] = {
    let mut table = [0; 1 << CELLS];
    let mut mask = 0;
    while mask < table.len() {
        let mut digit = 0;
        let mut value = 1;
        while digit < CELLS {
            if mask >> digit & 1 == 1 {
                table[mask] += value;
            }
            value *= 3;
            digit += 1;
        }
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples with the output of the training program: nine codes, target, rules, value.
    #[test]
    fn matches_the_training_program() {
        for line in include_str!("evaluator.weights.csv").lines() {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |index: usize| fields[index].parse::<usize>().expect("a number");
            let rules = Rules::ALL[number(10)];
            let mut hidden = EVALUATOR.bias[rules as usize];
            for grid in 0..9 {
                EVALUATOR.add_grid(&mut hidden, grid, number(usize::from(grid)));
            }
            let value = EVALUATOR.value(&hidden, number(9) as u8, rules);
            let wanted: f32 = fields[11].parse().expect("a value");
            assert!((value - wanted).abs() < 1e-3, "{line}: {value}");
        }
    }
}
