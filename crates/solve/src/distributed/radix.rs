//! Sorting by key.

use ennead_game::Word;

/// An item that is sorted by a key.
pub(crate) trait Keyed: Copy {
    /// The type of the key.
    type Word: Word;

    /// The key.
    fn key(&self) -> Self::Word;
}

impl<W: Word> Keyed for (W,) {
    type Word = W;

    #[inline]
    fn key(&self) -> W {
        self.0
    }
}

impl<W: Word> Keyed for (W, u64) {
    type Word = W;

    #[inline]
    fn key(&self) -> W {
        self.0
    }
}

const DIGIT: u32 = 11;
const DIGITS: usize = 1 << DIGIT;
/// With fewer items, the tables of counts cost more than they save.
const FEW: usize = 4096;
/// With more passes, a comparison sort is faster.
const MAX_PASSES: u32 = 5;

/// Sorts by key: radix sort from the lowest digit, over the bits in which the keys differ.
pub(crate) fn sort<T: Keyed>(items: &mut Vec<T>) {
    let Some(first) = items.first().map(Keyed::key) else { return };
    let mut varying = 0;
    for item in items.iter() {
        varying |= item.key().wide() ^ first.wide();
    }
    let bits = u128::BITS - varying.leading_zeros();
    if items.len() < FEW || bits > MAX_PASSES * DIGIT {
        items.sort_unstable_by_key(Keyed::key);
        return;
    }
    let mut other = items.clone();
    let mut shift = 0;
    while shift < bits {
        scatter(items, &mut other, shift);
        std::mem::swap(items, &mut other);
        shift += DIGIT;
    }
}

/// Copies items into the order of one digit of their keys.
fn scatter<T: Keyed>(from: &[T], to: &mut [T], shift: u32) {
    let digit = |item: &T| item.key().bits_from(shift) as usize & (DIGITS - 1);
    let mut starts = vec![0usize; DIGITS];
    for item in from {
        starts[digit(item)] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += std::mem::replace(start, sum);
    }
    for item in from {
        let start = &mut starts[digit(item)];
        to[*start] = *item;
        *start += 1;
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::{Random, SplitMix64};

    use super::*;

    #[test]
    fn sorting_agrees_with_comparing() {
        let mut random = SplitMix64::new(2);
        for (count, bits) in [(0, 8), (10, 64), (5_000, 8), (20_000, 33), (20_000, 64)] {
            let mut items: Vec<(u64, u64)> =
                (0..count).map(|at| (random.next_u64() >> (64 - bits) | 1 << 40, at)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort(&mut items);
            assert!(items.iter().map(|item| item.0).eq(expected.iter().map(|item| item.0)));
        }
    }
}
