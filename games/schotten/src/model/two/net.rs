//! The network that evaluates placements, in integer arithmetic. It started as the playing network
//! and is frozen: records depend on every number it computes.

use std::sync::LazyLock;

use crate::STONES;

use super::odds::ONE;

/// The number of features of a stone, and of the hand and the deck.
pub(super) const FEATURES: usize = 32;
pub(super) const GLOBALS: usize = 8;
/// The widths of the first and second hidden layers.
const FIRST: usize = 32;
const SECOND: usize = 8;
/// The width of the layer that combines all stones and the hand.
const HEAD: usize = 32;
/// Weights, features and activations are multiples of 1/4096.
const UNIT_BITS: u32 = 12;
/// Contributions are coarser than products by this many bits.
const CONTRIBUTION_SHIFT: u32 = 2;
/// Size of the weights in the file, in bytes.
pub(super) const WEIGHT_BYTES: usize = 2
    * (FEATURES * FIRST
        + FIRST
        + FIRST * SECOND
        + SECOND
        + STONES * SECOND * HEAD
        + GLOBALS * HEAD
        + HEAD
        + HEAD
        + 1);

/// The features of a stone.
pub(super) type Features = [i16; FEATURES];
/// The contribution of a stone, or a sum of contributions, in units of 2^-22, so that no sum
/// overflows.
pub(super) type Contribution = [i32; HEAD];

/// The trained network.
pub(super) static NET: LazyLock<Net> = LazyLock::new(|| Net::read(super::MODEL));

/// The network. Two layers shared by all stones and a third layer specific to each stone turn a
/// stone's features into its contribution. The sum of all contributions and that of the hand gives
/// the value.
pub(super) struct Net {
    first: Vec<[i16; FIRST]>,
    first_bias: [i16; FIRST],
    second: Vec<[i16; SECOND]>,
    second_bias: [i16; SECOND],
    head: Vec<[[i16; HEAD]; SECOND]>,
    globals: Vec<[i16; HEAD]>,
    head_bias: [i16; HEAD],
    last: [i16; HEAD],
    last_bias: i16,
    /// The contributions of stones owned by the mover and by the opponent.
    owned: [[Contribution; STONES]; 2],
}

impl Net {
    fn read(bytes: &[u8]) -> Net {
        let mut file = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let file = &mut file;
        let mut net = Net {
            first: (0..FEATURES).map(|_| row(file)).collect(),
            first_bias: row(file),
            second: (0..FIRST).map(|_| row(file)).collect(),
            second_bias: row(file),
            head: (0..STONES).map(|_| std::array::from_fn(|_| row(file))).collect(),
            globals: (0..GLOBALS).map(|_| row(file)).collect(),
            head_bias: row(file),
            last: row(file),
            last_bias: row::<1>(file)[0],
            owned: [[[0; HEAD]; STONES]; 2],
        };
        for owner in 0..2 {
            let mut features = [0; FEATURES];
            features[27 + owner] = ONE as i16;
            net.owned[owner] = std::array::from_fn(|stone| net.contribution(&features, stone));
        }
        net
    }

    /// The contribution of a stone.
    pub(super) fn contribution(&self, features: &Features, stone: usize) -> Contribution {
        let mut first = wide(&self.first_bias);
        for (weights, value) in self.first.iter().zip(features).filter(|(_, value)| **value != 0) {
            add(&mut first, weights, *value);
        }
        let mut second = wide(&self.second_bias);
        for (weights, value) in self.second.iter().zip(&first) {
            add(&mut second, weights, hidden(*value));
        }
        let mut contribution = [0; HEAD];
        for (weights, value) in self.head[stone].iter().zip(&second) {
            add(&mut contribution, weights, hidden(*value));
        }
        contribution.map(|sum| sum >> CONTRIBUTION_SHIFT)
    }

    /// The contribution of a stone that the mover (0) or the opponent (1) owns or can claim.
    pub(super) fn owned(&self, owner: usize, stone: usize) -> &Contribution {
        &self.owned[owner][stone]
    }

    /// The contribution of the hand and the deck.
    pub(super) fn globals(&self, globals: &[i16; GLOBALS]) -> Contribution {
        let mut contribution = wide(&self.head_bias);
        self.globals
            .iter()
            .zip(globals)
            .for_each(|(row, value)| add(&mut contribution, row, *value));
        contribution.map(|sum| sum >> CONTRIBUTION_SHIFT)
    }

    /// The log-odds of winning in units of 1/1024, from the sum of all contributions.
    pub(super) fn odds(&self, sums: &Contribution) -> i32 {
        let mut total = i64::from(self.last_bias) << UNIT_BITS;
        for (sum, last) in sums.iter().zip(&self.last) {
            let value = (sum >> (UNIT_BITS - CONTRIBUTION_SHIFT)).clamp(0, i16::MAX.into());
            total += i64::from(value * i32::from(*last));
        }
        (total >> (2 * UNIT_BITS - 10)) as i32
    }
}

fn row<const N: usize>(file: &mut impl Iterator<Item = i16>) -> [i16; N] {
    std::array::from_fn(|_| file.next().expect("the file has all weights"))
}

/// A row of biases, in the units of products.
fn wide<const N: usize>(row: &[i16; N]) -> [i32; N] {
    row.map(|bias| i32::from(bias) << UNIT_BITS)
}

/// An activation from a sum of products, clamped to be non-negative and below 8.
fn hidden(sum: i32) -> i16 {
    (sum >> UNIT_BITS).clamp(0, i16::MAX.into()) as i16
}

/// Adds `times` times `weights` to `sums`.
fn add<const N: usize>(sums: &mut [i32; N], weights: &[i16; N], times: i16) {
    let products = weights.map(|weight| i32::from(weight) * i32::from(times));
    sums.iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `train/model2_samples.py` computes the same odds.
    #[test]
    fn matches_the_reference_exactly() {
        let samples = include_str!("../model2.csv");
        assert!(samples.lines().count() >= 20, "there are samples");
        for line in samples.lines() {
            let numbers: Vec<i32> =
                line.split(',').map(|field| field.parse().expect("a number")).collect();
            let number = |at: usize| numbers[at] as i16;
            let mut sums = NET.globals(&std::array::from_fn(|at| number(STONES * FEATURES + at)));
            for stone in 0..STONES {
                let features = std::array::from_fn(|at| number(stone * FEATURES + at));
                let contribution = NET.contribution(&features, stone);
                sums.iter_mut().zip(contribution).for_each(|(sum, one)| *sum += one);
            }
            assert_eq!(Some(&NET.odds(&sums)), numbers.last(), "{line}");
        }
    }
}
