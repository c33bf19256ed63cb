//! The network that evaluates placements: its weights and its inference.

use std::sync::LazyLock;

use ennead_game::exponential;

use crate::STONES;

/// The number of features of a stone.
pub(super) const FEATURES: usize = 32;
/// The number of features of the hand and the deck.
pub(super) const GLOBALS: usize = 8;
/// The widths of the first and second hidden layers.
const FIRST: usize = 32;
const SECOND: usize = 8;
/// The width of the layer that combines all stones and the hand.
pub(super) const HEAD: usize = 32;
/// The number of sums computed in parallel.
const LANES: usize = 8;

/// The features of a stone.
pub(super) type Features = [f32; FEATURES];
/// The contribution of a stone, or a sum of contributions.
pub(super) type Contribution = [f32; HEAD];

/// The weights by layer: the layer's unit as a float, then one byte per weight. They were trained
/// by `train/value_train.py` and `train/value_more.py`.
static WEIGHTS: &[u8] = include_bytes!("value.weights");
/// The trained network.
pub(super) static NET: LazyLock<Net> = LazyLock::new(|| Net::read(WEIGHTS));

/// The network. Two layers shared by all stones and a third layer specific to each stone turn a
/// stone's features into its contribution. The sum of all contributions and that of the hand gives
/// the value. Sums are added in a fixed order, so they are identical on every platform.
pub(super) struct Net {
    first: [[f32; FIRST]; FEATURES],
    first_bias: [f32; FIRST],
    second: [[f32; SECOND]; FIRST],
    second_bias: [f32; SECOND],
    head: [[Contribution; SECOND]; STONES],
    globals: [Contribution; GLOBALS],
    head_bias: Contribution,
    last: Contribution,
    last_bias: f32,
    /// The contributions of stones owned by the mover and by the opponent, derived from the
    /// weights.
    owned: [[Contribution; STONES]; 2],
}

impl Net {
    fn read(bytes: &[u8]) -> Net {
        let mut net = Net {
            first: [[0.0; FIRST]; FEATURES],
            first_bias: [0.0; FIRST],
            second: [[0.0; SECOND]; FIRST],
            second_bias: [0.0; SECOND],
            head: [[[0.0; HEAD]; SECOND]; STONES],
            globals: [[0.0; HEAD]; GLOBALS],
            head_bias: [0.0; HEAD],
            last: [0.0; HEAD],
            last_bias: 0.0,
            owned: [[[0.0; HEAD]; STONES]; 2],
        };
        let mut file = bytes.iter().copied();
        let mut byte = || file.next().expect("the file has all weights");
        for layer in net.layers() {
            let unit = f32::from_le_bytes([byte(), byte(), byte(), byte()]);
            layer.iter_mut().for_each(|weight| *weight = f32::from(byte() as i8) * unit);
        }
        for owner in 0..2 {
            net.owned[owner] = std::array::from_fn(|stone| net.contribution(&owned(owner), stone));
        }
        net
    }

    /// The layers in file order.
    fn layers(&mut self) -> [&mut [f32]; 9] {
        [
            self.first.as_flattened_mut(),
            &mut self.first_bias,
            self.second.as_flattened_mut(),
            &mut self.second_bias,
            self.head.as_flattened_mut().as_flattened_mut(),
            self.globals.as_flattened_mut(),
            &mut self.head_bias,
            &mut self.last,
            std::slice::from_mut(&mut self.last_bias),
        ]
    }

    /// The contribution of a stone.
    #[inline]
    pub(super) fn contribution(&self, features: &Features, stone: usize) -> Contribution {
        let mut first = self.first_bias;
        for (weights, value) in self.first.iter().zip(features).filter(|(_, value)| **value != 0.0)
        {
            add(&mut first, weights, *value);
        }
        let mut second = self.second_bias;
        for (weights, value) in self.second.iter().zip(&first) {
            add(&mut second, weights, value.max(0.0));
        }
        let mut contribution = [0.0; HEAD];
        for (weights, value) in self.head[stone].iter().zip(&second) {
            add(&mut contribution, weights, value.max(0.0));
        }
        contribution
    }

    /// The contribution of a stone that the mover (0) or the opponent (1) owns or can claim.
    #[inline]
    pub(super) fn owned(&self, owner: usize, stone: usize) -> &Contribution {
        &self.owned[owner][stone]
    }

    /// The contribution of the hand and the deck.
    #[inline]
    pub(super) fn globals(&self, globals: &[f32; GLOBALS]) -> Contribution {
        let mut contribution = self.head_bias;
        for (weights, value) in self.globals.iter().zip(globals) {
            add(&mut contribution, weights, *value);
        }
        contribution
    }

    /// The log-odds of winning, from the sum of all contributions.
    #[inline]
    pub(super) fn odds(&self, sums: &Contribution) -> f32 {
        let mut lanes = [0.0; LANES];
        for (sums, weights) in sums.chunks_exact(LANES).zip(self.last.chunks_exact(LANES)) {
            for (lane, (sum, weight)) in lanes.iter_mut().zip(sums.iter().zip(weights)) {
                *lane += sum.max(0.0) * weight;
            }
        }
        lanes.iter().fold(self.last_bias, |total, lane| total + lane)
    }
}

/// Adds `times` times `numbers` to `sums`.
#[inline]
pub(super) fn add<const N: usize>(sums: &mut [f32; N], numbers: &[f32; N], times: f32) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += times * number);
}

/// The features of a stone that the mover (0) or the opponent (1) owns or can claim.
pub(super) fn owned(owner: usize) -> Features {
    let mut features = [0.0; FEATURES];
    features[27 + owner] = 1.0;
    features
}

/// The chance of winning from the log-odds. A lookup table makes it identical on every platform.
pub(super) fn chance(odds: f32) -> f64 {
    let against = f64::from(exponential((odds.abs() * 1024.0) as i32)) / 65536.0;
    let low = against / (1.0 + against);
    if odds > 0.0 { 1.0 - low } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_exactly_the_weights() {
        let mut net = Net::read(WEIGHTS);
        let weights: usize = net.layers().iter().map(|layer| layer.len()).sum();
        assert_eq!(WEIGHTS.len(), weights + 4 * net.layers().len());
    }

    #[test]
    fn chances_follow_the_odds() {
        assert_eq!(chance(0.0), 0.5);
        assert!((chance(1.0) - 0.731).abs() < 1e-3 && (chance(-1.0) - 0.269).abs() < 1e-3);
        assert!(chance(-CERTAIN) < 1e-3 && chance(CERTAIN) > 0.999);
    }

    const CERTAIN: f32 = 20.0;
}
