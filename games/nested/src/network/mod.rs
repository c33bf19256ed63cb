//! The network for depth 2: a value for the position and a weight for every move.
//!
//! Each grid has an embedding computed from its marks. The contributions of the nine embeddings to
//! a hidden layer are summed; the value and the policy are read off it. A move changes one grid, so
//! contributions are cached and most positions need only nine vector additions. All arithmetic is
//! on integers and identical on every platform.
//!
//! The bot and the record models each have their own weights. Everything that records depend on is
//! frozen: a playing network of another shape gets a new module and leaves these numbers alone.

mod vectors;

use ennead_game::nine::{CELLS, Mask, bit, cells};

use crate::{Flat, Mark, Rules};

use self::vectors::{add, dot};

const FEATURES: usize = 23;
const INNER: usize = 64;
const EMBEDDING: usize = 32;
const HIDDEN: usize = 128;
const SECOND: usize = 32;
const RULES: usize = Rules::ALL.len();

/// Weights are multiples of 1 / 1024.
const UNIT_BITS: u32 = 10;
/// Limits of activations, in the units of their layers.
const INNER_MAX: i32 = 4 << UNIT_BITS;
const EMBEDDING_MAX: i32 = 4 << UNIT_BITS;
const HIDDEN_MAX: i16 = 2047;
/// Limit of one grid's contribution to the hidden layer, so that nine of them fit into 16 bits.
const CONTRIBUTION_MAX: i32 = 2816;
/// The value 1 in the units of [`Evaluation::value`].
pub(crate) const VALUE_ONE: i32 = 1 << 15;

/// Size of a weights file in bytes.
pub(crate) const WEIGHT_BYTES: usize = 2
    * (FEATURES * INNER
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
        + 2 * CELLS * EMBEDDING);

type Hidden = [i16; HIDDEN];
type Embedding = [i16; EMBEDDING];

/// The weights, in the order of the file.
pub(crate) struct Network {
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

impl Network {
    /// Reads [`WEIGHT_BYTES`] bytes of a weights file from this repository.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let mut file = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let file = &mut file;
        Network {
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
    fn contribution(&self, grid: usize, features: GridFeatures) -> Contribution {
        let mut inner = self.inner_bias.map(i32::from);
        for feature in features.indices() {
            inner.iter_mut().zip(&self.inner[feature]).for_each(|(sum, w)| *sum += i32::from(*w));
        }
        let inner = inner.map(|sum| sum.clamp(0, INNER_MAX) as i16);
        let embedding: Embedding = std::array::from_fn(|index| {
            let sum =
                dot(&self.embed[index], &inner) + (i32::from(self.embed_bias[index]) << UNIT_BITS);
            shift(sum, UNIT_BITS).clamp(-EMBEDDING_MAX, EMBEDDING_MAX) as i16
        });
        let weights = &self.grids[grid];
        Contribution {
            features: Some(features),
            hidden: std::array::from_fn(|index| {
                shift(dot(&weights[index], &embedding), UNIT_BITS + 1)
                    .clamp(-CONTRIBUTION_MAX, CONTRIBUTION_MAX) as i16
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

    /// The value alone; the game must not be over.
    pub(crate) fn evaluate_value(&self, cache: &mut Cache, board: &Flat) -> i32 {
        self.value(&self.hidden(cache, board).0, board.rules() as usize)
    }

    /// The hidden layer, and the cache slots of the grids' contributions.
    fn hidden(&self, cache: &mut Cache, board: &Flat) -> (Hidden, [usize; CELLS]) {
        let mover = board.mover();
        let target = board.target().map_or(CELLS, usize::from);
        let mut sums = self.rules[board.rules() as usize];
        add(&mut sums, &self.targets[target]);
        let mut at = [0; CELLS];
        for (grid, at) in at.iter_mut().enumerate() {
            *at = cache.find(self, grid, GridFeatures::of(board, grid as u8, mover));
            add(&mut sums, &cache.contributions[*at].hidden);
        }
        (sums.map(|sum| sum.clamp(0, HIDDEN_MAX)), at)
    }

    /// Evaluates a board between moves; the game must not be over.
    pub(crate) fn evaluate(&self, cache: &mut Cache, board: &Flat) -> Evaluation {
        let (hidden, at) = self.hidden(cache, board);
        let logit = |(grid, cell): (u8, u8)| {
            let (from, to) = (usize::from(grid), usize::from(cell));
            let index = from * CELLS + to;
            let bias = i32::from(self.policy_bias[index]) << (UNIT_BITS - 1);
            let local = cache.contributions[at[from]].local[to]
                + cache.contributions[at[to]].sent[usize::from(from == to)];
            shift(dot(&self.policy[index], &hidden) + bias, UNIT_BITS - 1) + shift(local, UNIT_BITS)
        };
        let value = self.value(&hidden, board.rules() as usize);
        Evaluation { value, logits: board.moves().map(logit).collect() }
    }
}

/// The input features of a grid, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GridFeatures {
    mine: Mask,
    theirs: Mask,
    /// The kind of a decided grid, from 1: mine, theirs, drawn and counting for nobody, drawn and
    /// counting for both.
    kind: u8,
    closed: bool,
}

impl GridFeatures {
    fn of(board: &Flat, grid: u8, mover: Mark) -> GridFeatures {
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
        GridFeatures { mine: marks(mover), theirs: marks(mover.other()), kind, closed }
    }

    fn indices(self) -> impl Iterator<Item = usize> {
        let kind = (self.kind > 0).then(|| 2 * CELLS + usize::from(self.kind) - 1);
        cells(self.mine)
            .map(usize::from)
            .chain(cells(self.theirs).map(|cell| CELLS + usize::from(cell)))
            .chain(kind)
            .chain(self.closed.then_some(FEATURES - 1))
    }

    /// Its slot among 2^`bits` cached contributions of its grid.
    fn slot(self, bits: u32) -> usize {
        let number =
            u32::from(self.mine) << 13 | u32::from(self.theirs) << 4 | u32::from(self.kind);
        (number.wrapping_mul(0x9e37_79b1) >> (u32::BITS - bits)) as usize
    }
}

/// The contributions of one grid.
#[derive(Clone)]
struct Contribution {
    features: Option<GridFeatures>,
    hidden: Hidden,
    /// To the logit of a move in each of its cells.
    local: [i32; CELLS],
    /// To the logit of a move that sends the opponent here, from another grid or from this one.
    sent: [i32; 2],
}

/// A cache of contributions, one per thread.
pub(crate) struct Cache {
    contributions: Vec<Contribution>,
    bits: u32,
}

impl Cache {
    /// Creates a cache of at most 2^`bits` contributions per grid.
    pub(crate) fn new(bits: u32) -> Self {
        let contribution =
            Contribution { features: None, hidden: [0; HIDDEN], local: [0; CELLS], sent: [0; 2] };
        Cache { contributions: vec![contribution; CELLS << bits], bits }
    }

    /// The slot of a grid's contribution, computed if absent; grids never displace each other.
    fn find(&mut self, network: &Network, grid: usize, features: GridFeatures) -> usize {
        let at = (grid << self.bits) + features.slot(self.bits);
        if self.contributions[at].features != Some(features) {
            self.contributions[at] = network.contribution(grid, features);
        }
        at
    }
}

/// The output of the network for one position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evaluation {
    /// The value for the player to move, in units of 1 / [`VALUE_ONE`].
    pub(crate) value: i32,
    /// The logits of the legal moves in ascending order, in units of 1/1024.
    pub(crate) logits: Vec<i32>,
}

impl Evaluation {
    /// The softmax weights of the moves, relative to their sum.
    pub(crate) fn shares(&self) -> Vec<u32> {
        let best = self.logits.iter().copied().max().unwrap_or(0);
        self.logits.iter().map(|logit| exponential(best - logit)).collect()
    }
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

/// e^(-`distance` / 1024) in units of 2^-16; at least 1.
fn exponential(distance: i32) -> u32 {
    EXPONENTIAL[(distance as usize >> 4).min(EXPONENTIAL.len() - 1)]
}

/// Powers of e^(-1/64), rounded down, as long as they are above zero.
static EXPONENTIAL: [u32; 700] = {
    /// e^(-1/64) in units of 2^-62.
    const STEP: u128 = 4_540_188_453_729_421_604;
    let mut table = [0; 700];
    let mut power: u128 = 1 << 62;
    let mut at = 0;
    while at < table.len() {
        table[at] = (power >> 46) as u32 | (power >> 46 == 0) as u32;
        power = (power * STEP) >> 62;
        at += 1;
    }
    table
};

fn row<const N: usize>(file: &mut impl Iterator<Item = i16>) -> [i16; N] {
    std::array::from_fn(|_| file.next().expect("the file has all weights"))
}

fn rows<const N: usize>(file: &mut impl Iterator<Item = i16>, count: usize) -> Vec<[i16; N]> {
    (0..count).map(|_| row(file)).collect()
}

/// Weights added to the hidden layer, in its units of 1/512.
fn halved(rows: Vec<Hidden>) -> Vec<Hidden> {
    rows.into_iter().map(|row| row.map(|weight| shift(weight.into(), 1) as i16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::FlatParts;

    /// A sample from the training program: a board, and the results that integer inference must
    /// reproduce.
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

    /// Compares a network with its training program's samples, which cover every rule set.
    fn check_samples(network: &Network, samples: &str) {
        let (mut cache, mut rules) = (Cache::new(9), [false; RULES]);
        for line in samples.lines() {
            let (board, value, logits) = sample(line);
            let found = network.evaluate(&mut cache, &board);
            rules[board.rules() as usize] = true;
            assert_eq!(found.value, value, "{line}");
            let index = |(grid, cell): (u8, u8)| usize::from(grid) * CELLS + usize::from(cell);
            let legal: Vec<i32> = board.moves().map(|whole| logits[index(whole)]).collect();
            assert_eq!(found.logits, legal, "{line}");
        }
        assert_eq!(rules, [true; RULES]);
    }

    #[test]
    fn the_playing_network_matches_its_training_program_exactly() {
        let weights = include_bytes!("../bot/net.weights");
        assert_eq!(weights.len(), WEIGHT_BYTES);
        assert!(weights.len() <= 250_000);
        check_samples(&Network::read(weights), include_str!("../bot/net.weights.csv"));
    }

    #[test]
    fn the_network_of_the_model_matches_its_training_program_exactly() {
        let weights = include_bytes!("../model/model1.weights");
        assert!(weights.len() <= 128 << 10);
        check_samples(
            &Network::read(&weights[..WEIGHT_BYTES]),
            include_str!("../model/model1.csv"),
        );
    }

    #[test]
    fn powers_of_e_are_close() {
        for (step, power) in EXPONENTIAL.iter().enumerate() {
            let exact = 65536.0 * (-(step as f64) / 64.0).exp();
            assert!((f64::from(*power) - exact).abs() <= 1.0, "{step}: {power} {exact}");
        }
    }
}
