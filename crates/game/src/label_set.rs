//! Sets of labels.

use std::fmt;

const WORDS: usize = 4;

/// A set of labels. A label is a byte that says what an option stands for on the board, so a choice
/// offers at most [`LabelSet::MOST`] of them.
///
/// Options are in ascending order of their labels: option `i` has the `i`-th label of the set.
///
/// ```
/// use ennead_game::LabelSet;
/// let labels: LabelSet = [0, 5, 200].into_iter().collect();
/// assert_eq!(labels.len(), 3);
/// assert_eq!(labels.nth(1), Some(5));
/// assert_eq!(labels.option_of(200), Some(2));
/// assert_eq!(labels.option_of(4), None);
/// assert_eq!(LabelSet::from(0b10_0001), LabelSet::from_iter([0, 5]));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct LabelSet([u64; WORDS]);

impl LabelSet {
    /// The empty set.
    pub const EMPTY: LabelSet = LabelSet([0; WORDS]);
    /// The highest number of labels that a choice can offer.
    pub const MOST: u32 = u64::BITS * WORDS as u32;

    /// The labels from 0 to `count - 1`, or all labels if `count` is above [`MOST`](Self::MOST).
    pub fn first(count: u32) -> Self {
        let mut left = count;
        LabelSet(std::array::from_fn(|_| {
            let here = left.min(u64::BITS);
            left -= here;
            u64::MAX.checked_shr(u64::BITS - here).unwrap_or(0)
        }))
    }

    /// Adds a label.
    pub fn insert(&mut self, label: u8) {
        self.0[usize::from(label / 64)] |= 1 << (label % 64);
    }

    /// Whether the set contains a label.
    pub fn contains(&self, label: u8) -> bool {
        self.0[usize::from(label / 64)] >> (label % 64) & 1 == 1
    }

    /// The number of labels.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The labels in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                word = word.checked_sub(1)? & word;
                Some((at as u32 * u64::BITS + bit) as u8)
            })
        })
    }

    /// The label of an option, if the set has that many.
    pub fn nth(&self, option: u32) -> Option<u8> {
        self.iter().nth(option as usize)
    }

    /// The option that a label stands for, if it is on offer.
    pub fn option_of(&self, label: u8) -> Option<u32> {
        let word = usize::from(label / 64);
        let below = self.0[word] & ((1 << (label % 64)) - 1);
        let before: u32 = self.0[..word].iter().map(|word| word.count_ones()).sum();
        self.contains(label).then_some(before + below.count_ones())
    }

    /// The set as a big-endian number in as few bytes as possible.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes().collect()
    }

    /// The bytes of [`to_bytes`](Self::to_bytes), without allocating.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + use<> {
        let bytes = self.0.into_iter().rev().flat_map(u64::to_be_bytes);
        bytes.skip_while(|byte| *byte == 0)
    }

    /// Decodes the output of [`to_bytes`](Self::to_bytes); `None` for any other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.first() == Some(&0) || bytes.len() > WORDS * size_of::<u64>() {
            return None;
        }
        let mut set = Self::EMPTY;
        for (at, byte) in bytes.iter().rev().enumerate() {
            set.0[at / 8] |= u64::from(*byte) << (at % 8 * 8);
        }
        Some(set)
    }
}

/// A set of labels below 64 from the bits of a number.
impl From<u64> for LabelSet {
    fn from(low: u64) -> Self {
        LabelSet([low, 0, 0, 0])
    }
}

impl FromIterator<u8> for LabelSet {
    fn from_iter<I: IntoIterator<Item = u8>>(labels: I) -> Self {
        let mut set = Self::EMPTY;
        labels.into_iter().for_each(|label| set.insert(label));
        set
    }
}

impl fmt::Debug for LabelSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_shortest_encoding_is_accepted() {
        assert!(LabelSet::EMPTY.to_bytes().is_empty());
        assert_eq!(LabelSet::from(0b1_0000_0001).to_bytes(), [1, 1]);
        for labels in [vec![], vec![0], vec![63, 64], vec![255], (0..=255).collect::<Vec<u8>>()] {
            let set: LabelSet = labels.iter().copied().collect();
            assert_eq!(set.iter().collect::<Vec<u8>>(), labels);
            assert_eq!(LabelSet::from_bytes(&set.to_bytes()), Some(set));
            assert_eq!(set.len() as usize, labels.len());
        }
        assert_eq!(LabelSet::from_bytes(&[0, 1]), None);
        assert_eq!(LabelSet::from_bytes(&[1; 33]), None);
    }

    #[test]
    fn nth_and_option_of_are_inverse() {
        let set: LabelSet = [3, 64, 130, 255].into_iter().collect();
        for (option, label) in set.iter().enumerate() {
            assert_eq!(set.nth(option as u32), Some(label));
            assert_eq!(set.option_of(label), Some(option as u32));
        }
        assert_eq!(set.nth(4), None);
        assert_eq!(LabelSet::first(65), (0..65).collect());
        assert_eq!(LabelSet::first(0), LabelSet::EMPTY);
        assert_eq!(LabelSet::first(1_000).len(), LabelSet::MOST);
    }
}
