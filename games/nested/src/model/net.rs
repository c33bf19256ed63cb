//! The network of the model: a value of the position and a weight for every move.
//!
//! It began as the playing network and has its shape, but is frozen: records depend on every number
//! that it computes, while the playing network goes on improving. All arithmetic is on integers.
//!
//! `train/record_model.py` trained the weights; `model1.csv` has samples of what they compute.

use std::cell::RefCell;
use std::sync::LazyLock;

use ennead_game::nine::{CELLS, Mask, bit, cells};

use crate::{Flat, Mark, Rules};

use super::MODEL;

const FEATURES: usize = 23;
const INNER: usize = 64;
const EMBEDDING: usize = 32;
const HIDDEN: usize = 128;
const SECOND: usize = 32;
const RULES: usize = Rules::ALL.len();

/// Weights are multiples of 1 / 1024.
const UNIT_BITS: u32 = 10;
/// Bounds of activations, in the units of their layers.
const INNER_MAX: i32 = 4 << UNIT_BITS;
const EMBEDDING_MAX: i32 = 4 << UNIT_BITS;
const HIDDEN_MAX: i16 = 2047;
/// Bound of what one grid contributes to the hidden layer: nine of them fit into 16 bits.
const PART_MAX: i32 = 2816;
/// The value 1, as [`Evaluation::value`] counts.
pub(super) const VALUE_ONE: i32 = 1 << 15;

/// Number of remembered contributions per grid.
const REMEMBERED: usize = 512;

/// Bytes of the weights in the model's file; the rest is the mix.
pub(super) const WEIGHT_BYTES: usize = 120_298;

static NET: LazyLock<Net> = LazyLock::new(|| Net::read(&MODEL[..WEIGHT_BYTES]));

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::new(Memory::new());
}

type Hidden = [i16; HIDDEN];
type Embedding = [i16; EMBEDDING];

/// The weights, in the order of the file.
struct Net {
    inner: Vec<[i16; INNER]>,
    inner_bias: [i16; INNER],
    embed: Vec<[i16; INNER]>,
    embed_bias: Embedding,
    grids: Vec<Vec<Embedding>>,
    targets: Vec<Hidden>,
    rules: Vec<Hidden>,
    second: Vec<Hidden>,
    second_bias: [i16; SECOND],
    out: Vec<[i16; SECOND]>,
    out_bias: [i16; RULES],
    policy: Vec<Hidden>,
    policy_bias: [i16; CELLS * CELLS],
    local: Vec<Vec<Embedding>>,
    sent: Vec<Vec<Embedding>>,
}

impl Net {
    fn read(bytes: &[u8]) -> Self {
        let mut file = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let file = &mut file;
        Net {
            inner: rows(file, FEATURES),
            inner_bias: row(file),
            embed: rows(file, EMBEDDING),
            embed_bias: row(file),
            grids: (0..CELLS).map(|_| rows(file, HIDDEN)).collect(),
            targets: halved(rows(file, CELLS + 1)),
            rules: halved(rows(file, RULES)),
            second: rows(file, SECOND),
            second_bias: row(file),
            out: rows(file, RULES),
            out_bias: row(file),
            policy: rows(file, CELLS * CELLS),
            policy_bias: row(file),
            local: (0..CELLS).map(|_| rows(file, CELLS)).collect(),
            sent: (0..2).map(|_| rows(file, CELLS)).collect(),
        }
    }

    /// The contribution of a grid.
    fn part(&self, grid: usize, look: Look) -> Part {
        let mut inner = self.inner_bias.map(i32::from);
        for feature in look.features() {
            inner.iter_mut().zip(&self.inner[feature]).for_each(|(sum, w)| *sum += i32::from(*w));
        }
        let inner = inner.map(|sum| sum.clamp(0, INNER_MAX) as i16);
        let embedding: Embedding = std::array::from_fn(|index| {
            let sum =
                dot(&self.embed[index], &inner) + (i32::from(self.embed_bias[index]) << UNIT_BITS);
            shift(sum, UNIT_BITS).clamp(-EMBEDDING_MAX, EMBEDDING_MAX) as i16
        });
        let weights = &self.grids[grid];
        Part {
            look: Some(look),
            hidden: std::array::from_fn(|index| {
                shift(dot(&weights[index], &embedding), UNIT_BITS + 1).clamp(-PART_MAX, PART_MAX)
                    as i16
            }),
            local: std::array::from_fn(|cell| dot(&self.local[grid][cell], &embedding)),
            sent: std::array::from_fn(|own| dot(&self.sent[own][grid], &embedding)),
        }
    }

    fn value(&self, hidden: &Hidden, rules: usize) -> i32 {
        let second: [i16; SECOND] = std::array::from_fn(|index| {
            let bias = i32::from(self.second_bias[index]) << (UNIT_BITS - 1);
            let sum = dot(&self.second[index], hidden) + bias;
            shift(sum, UNIT_BITS).clamp(0, HIDDEN_MAX.into()) as i16
        });
        let bias = i32::from(self.out_bias[rules]) << (UNIT_BITS - 1);
        squash(shift(dot(&self.out[rules], &second) + bias, UNIT_BITS - 1))
    }
}

/// How a grid looks to the player to move: the features of its embedding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    mine: Mask,
    theirs: Mask,
    /// The kind of a decided grid, from 1: mine, theirs, drawn for nobody, drawn for both.
    kind: u8,
    closed: bool,
}

impl Look {
    fn of(board: &Flat, grid: u8, mover: Mark) -> Look {
        let here = bit(grid);
        let kind = match (board.won_by(mover) & here != 0, board.won_by(mover.other()) & here != 0)
        {
            (false, false) => 0,
            (true, false) => 1,
            (false, true) => 2,
            (true, true) if board.rules() != Rules::Both => 3,
            (true, true) => 4,
        };
        let closed = board.playable() & here == 0;
        let marks = |mark| if closed { 0 } else { board.marks_of(mark, grid) };
        Look { mine: marks(mover), theirs: marks(mover.other()), kind, closed }
    }

    fn features(self) -> impl Iterator<Item = usize> {
        let kind = (self.kind > 0).then(|| 2 * CELLS + usize::from(self.kind) - 1);
        cells(self.mine)
            .map(usize::from)
            .chain(cells(self.theirs).map(|cell| CELLS + usize::from(cell)))
            .chain(kind)
            .chain(self.closed.then_some(FEATURES - 1))
    }

    /// Its place among the remembered contributions of its grid.
    fn slot(self) -> usize {
        let number =
            u32::from(self.mine) << 13 | u32::from(self.theirs) << 4 | u32::from(self.kind);
        (number.wrapping_mul(0x9e37_79b1) >> 23) as usize % REMEMBERED
    }
}

/// What one grid contributes.
#[derive(Clone)]
struct Part {
    look: Option<Look>,
    hidden: Hidden,
    /// To the weight of a move in each of its cells.
    local: [i32; CELLS],
    /// To the weight of a move that sends the opponent here, from another grid or from itself.
    sent: [i32; 2],
}

/// Contributions computed before; a pure cache, one per thread.
struct Memory {
    parts: Vec<Part>,
}

impl Memory {
    fn new() -> Self {
        let part = Part { look: None, hidden: [0; HIDDEN], local: [0; CELLS], sent: [0; 2] };
        Memory { parts: vec![part; CELLS * REMEMBERED] }
    }

    /// Where the contribution of a grid is; grids never displace each other.
    fn find(&mut self, net: &Net, grid: usize, look: Look) -> usize {
        let at = grid * REMEMBERED + look.slot();
        if self.parts[at].look != Some(look) {
            self.parts[at] = net.part(grid, look);
        }
        at
    }
}

/// The output of the network for one position.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    /// The value for the player to move, in units of 1 / [`VALUE_ONE`].
    pub(super) value: i32,
    /// The logits of the legal moves in ascending order, in units of 1/1024.
    pub(super) logits: Vec<i32>,
}

impl Evaluation {
    /// Evaluates a board between moves whose game is not over.
    pub(super) fn of(board: &Flat) -> Evaluation {
        MEMORY.with_borrow_mut(|memory| evaluate(&NET, memory, board))
    }
}

fn evaluate(net: &Net, memory: &mut Memory, board: &Flat) -> Evaluation {
    let (mover, rules) = (board.mover(), board.rules() as usize);
    let target = board.target().map_or(CELLS, usize::from);
    let mut sums = net.rules[rules];
    add(&mut sums, &net.targets[target]);
    let mut at = [0; CELLS];
    for (grid, at) in at.iter_mut().enumerate() {
        *at = memory.find(net, grid, Look::of(board, grid as u8, mover));
        add(&mut sums, &memory.parts[*at].hidden);
    }
    let hidden = sums.map(|sum| sum.clamp(0, HIDDEN_MAX));
    let logit = |(grid, cell): (u8, u8)| {
        let (from, to) = (usize::from(grid), usize::from(cell));
        let index = from * CELLS + to;
        let bias = i32::from(net.policy_bias[index]) << (UNIT_BITS - 1);
        let local =
            memory.parts[at[from]].local[to] + memory.parts[at[to]].sent[usize::from(from == to)];
        shift(dot(&net.policy[index], &hidden) + bias, UNIT_BITS - 1) + shift(local, UNIT_BITS)
    };
    Evaluation { value: net.value(&hidden, rules), logits: board.moves().map(logit).collect() }
}

#[inline]
fn add(sums: &mut Hidden, part: &Hidden) {
    sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
}

#[inline]
fn dot<const N: usize>(a: &[i16; N], b: &[i16; N]) -> i32 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

/// Divides by a power of two, rounding halves up.
const fn shift(sum: i32, bits: u32) -> i32 {
    (sum + (1 << (bits - 1))) >> bits
}

/// An approximation of the hyperbolic tangent of a logit; [`VALUE_ONE`] from 3 on.
fn squash(logit: i32) -> i32 {
    const SCALE: i64 = 27 << (2 * UNIT_BITS);
    let y = i64::from(logit.clamp(-3 << UNIT_BITS, 3 << UNIT_BITS));
    (y * 32 * (SCALE + y * y) / (SCALE + 9 * y * y)) as i32
}

fn row<const N: usize>(file: &mut impl Iterator<Item = i16>) -> [i16; N] {
    std::array::from_fn(|_| file.next().expect("the file has all weights"))
}

fn rows<const N: usize>(file: &mut impl Iterator<Item = i16>, count: usize) -> Vec<[i16; N]> {
    (0..count).map(|_| row(file)).collect()
}

/// Weights that are added to the hidden layer, in its units of 1/512.
fn halved(rows: Vec<Hidden>) -> Vec<Hidden> {
    rows.into_iter().map(|row| row.map(|weight| shift(weight.into(), 1) as i16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::FlatParts;

    /// A sample of the training program: the board, and what integer inference must compute.
    fn sample(line: &str) -> (Flat, i32, Vec<i32>) {
        let numbers: Vec<i32> =
            line.split(',').map(|field| field.parse().expect("a number")).collect();
        // In the sample, the lowest bit is the first cell.
        let mask = |at: usize| -> Mask {
            (0..9).filter(|cell| numbers[at] >> cell & 1 == 1).map(bit).sum()
        };
        let (won_x, won_o) = (mask(18), mask(19));
        let rules = Rules::ALL[numbers[21] as usize];
        let mut playable = 0;
        let mut marks = [(0, 0); CELLS];
        for (grid, marks) in marks.iter_mut().enumerate() {
            let (x, o) = (mask(grid), mask(CELLS + grid));
            let full = (x | o).count_ones() == 9;
            let decided = (won_x | won_o) & bit(grid as u8) != 0;
            let open = if rules == Rules::Open { !full } else { !decided };
            playable |= if open { bit(grid as u8) } else { 0 };
            *marks = if open { (x, o) } else { (ennead_game::nine::FULL, 0) };
        }
        let target = (numbers[20] < 9).then_some(numbers[20] as u8);
        let mover = Mark::X;
        let parts = FlatParts { marks, won: (won_x, won_o), playable, target, mover, rules };
        (parts.board(), numbers[22], numbers[23..].to_vec())
    }

    #[test]
    fn matches_the_training_program_exactly() {
        let mut rules = [false; RULES];
        for line in include_str!("model1.csv").lines() {
            let (board, value, logits) = sample(line);
            let found = Evaluation::of(&board);
            rules[board.rules() as usize] = true;
            assert_eq!(found.value, value, "{line}");
            let index = |(grid, cell): (u8, u8)| usize::from(grid) * CELLS + usize::from(cell);
            let legal: Vec<i32> = board.moves().map(|whole| logits[index(whole)]).collect();
            assert_eq!(found.logits, legal, "{line}");
        }
        assert_eq!(rules, [true; RULES]);
    }

    #[test]
    fn the_file_has_exactly_the_weights() {
        let count = FEATURES * INNER
            + INNER
            + INNER * EMBEDDING
            + EMBEDDING
            + CELLS * EMBEDDING * HIDDEN
            + (CELLS + 1) * HIDDEN
            + RULES * HIDDEN
            + SECOND * HIDDEN
            + SECOND
            + RULES * SECOND
            + RULES
            + CELLS * CELLS * (HIDDEN + 1)
            + CELLS * CELLS * EMBEDDING
            + 2 * CELLS * EMBEDDING;
        assert_eq!(WEIGHT_BYTES, 2 * count);
        assert!(MODEL.len() <= 128 << 10);
    }
}
