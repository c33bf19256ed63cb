//! The network that values placements, in integers. It began as the playing one and is frozen:
//! records depend on every number that it computes.

use std::sync::LazyLock;

use crate::STONES;

use super::odds::ONE;

/// The number of traits of a stone, and of the hand and the deck.
pub(super) const TRAITS: usize = 32;
pub(super) const GLOBALS: usize = 8;
/// The numbers that a stone is turned into, first and second.
const FIRST: usize = 32;
const SECOND: usize = 8;
/// The numbers that all stones and the hand are turned into.
const HEAD: usize = 32;
/// Weights, traits and hidden numbers are multiples of 1/4096.
const UNIT_BITS: u32 = 12;
/// Parts are this much coarser than products.
const PART_SHIFT: u32 = 2;
/// Bytes of the weights in their file.
pub(super) const WEIGHT_BYTES: usize = 2
    * (TRAITS * FIRST
        + FIRST
        + FIRST * SECOND
        + SECOND
        + STONES * SECOND * HEAD
        + GLOBALS * HEAD
        + HEAD
        + HEAD
        + 1);

/// The traits of a stone.
pub(super) type Traits = [i16; TRAITS];
/// The part of a stone, or the sum of parts, in units of 2^-22, so that any sum of them fits.
pub(super) type Part = [i32; HEAD];

/// The trained network.
pub(super) static NET: LazyLock<Net> = LazyLock::new(|| Net::read(super::MODEL));

/// The network. A stone's traits become its part by two layers, which all stones share, and a third
/// that is the stone's alone. The sum of all parts and that of the hand give the value.
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
    /// The parts of stones that the mover and the opponent own.
    owned: [[Part; STONES]; 2],
}

impl Net {
    fn read(bytes: &[u8]) -> Net {
        let mut file = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let file = &mut file;
        let mut net = Net {
            first: (0..TRAITS).map(|_| row(file)).collect(),
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
            let mut traits = [0; TRAITS];
            traits[27 + owner] = ONE as i16;
            net.owned[owner] = std::array::from_fn(|stone| net.part(&traits, stone));
        }
        net
    }

    /// The part of a stone.
    pub(super) fn part(&self, traits: &Traits, stone: usize) -> Part {
        let mut first = wide(&self.first_bias);
        for (weights, value) in self.first.iter().zip(traits).filter(|(_, value)| **value != 0) {
            add(&mut first, weights, *value);
        }
        let mut second = wide(&self.second_bias);
        for (weights, value) in self.second.iter().zip(&first) {
            add(&mut second, weights, hidden(*value));
        }
        let mut part = [0; HEAD];
        for (weights, value) in self.head[stone].iter().zip(&second) {
            add(&mut part, weights, hidden(*value));
        }
        part.map(|sum| sum >> PART_SHIFT)
    }

    /// The part of a stone that the mover (0) or the opponent (1) owns or can claim.
    pub(super) fn owned(&self, owner: usize, stone: usize) -> &Part {
        &self.owned[owner][stone]
    }

    /// The part of the hand and the deck.
    pub(super) fn globals(&self, globals: &[i16; GLOBALS]) -> Part {
        let mut part = wide(&self.head_bias);
        self.globals.iter().zip(globals).for_each(|(row, value)| add(&mut part, row, *value));
        part.map(|sum| sum >> PART_SHIFT)
    }

    /// The logarithm of the odds to win in units of 1/1024, from the sum of all parts.
    pub(super) fn odds(&self, sums: &Part) -> i32 {
        let mut total = i64::from(self.last_bias) << UNIT_BITS;
        for (sum, last) in sums.iter().zip(&self.last) {
            let value = (sum >> (UNIT_BITS - PART_SHIFT)).clamp(0, i16::MAX.into());
            total += i64::from(value * i32::from(*last));
        }
        (total >> (2 * UNIT_BITS - 10)) as i32
    }
}

fn row<const N: usize>(file: &mut impl Iterator<Item = i16>) -> [i16; N] {
    std::array::from_fn(|_| file.next().expect("the file has all weights"))
}

/// A row of biases in the units of products.
fn wide<const N: usize>(row: &[i16; N]) -> [i32; N] {
    row.map(|bias| i32::from(bias) << UNIT_BITS)
}

/// A hidden number from a sum of products: never negative, and below 8.
fn hidden(sum: i32) -> i16 {
    (sum >> UNIT_BITS).clamp(0, i16::MAX.into()) as i16
}

/// Adds a multiple of some weights.
fn add<const N: usize>(sums: &mut [i32; N], weights: &[i16; N], times: i16) {
    let products = weights.map(|weight| i32::from(weight) * i32::from(times));
    sums.iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
}
