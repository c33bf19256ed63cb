//! Sets of cells as machine words: 64, 128 or 256 bits, behind one trait.
//!
//! The rules and the bots are written once over [`Bits`]. The smallest width that holds a board is
//! chosen when a match is set up, so Connect Four runs on single 64-bit words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

/// A fixed number of bits, numbered from 0.
pub(crate) trait Bits:
    Copy
    + Debug
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The empty set.
    const NONE: Self;
    /// The number of bits.
    const WIDTH: u32;

    /// The single bit at `at`, which is below [`WIDTH`](Self::WIDTH).
    fn bit(at: u32) -> Self;
    /// Shifts all bits up by `by`; bits that leave the word are lost, even for `by >= WIDTH`.
    fn up(self, by: u32) -> Self;
    /// Shifts all bits down by `by`; bits that leave the word are lost, even for `by >= WIDTH`.
    fn down(self, by: u32) -> Self;
    /// The sum of two words read as numbers, modulo 2^WIDTH.
    fn plus(self, other: Self) -> Self;
    /// The number of bits set.
    fn count(self) -> u32;
    /// The position of the lowest bit set, or [`WIDTH`](Self::WIDTH) if the set is empty.
    fn lowest(self) -> u32;
    /// The set without its lowest bit.
    fn without_lowest(self) -> Self;
    /// The position of the bit at `index` among those set, counted from the lowest; it must exist.
    fn nth(self, index: u32) -> u32;
    /// Truncates a wide word.
    fn of(wide: Wide) -> Self;
    /// Extends the bits to a wide word.
    fn wide(self) -> Wide;

    /// Whether no bit is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether the bit at `at` is set.
    #[inline]
    fn has(self, at: u32) -> bool {
        !(self & Self::bit(at)).is_empty()
    }

    /// The positions of the bits set, ascending.
    #[inline]
    fn each(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let at = self.lowest();
            self = self.without_lowest();
            Some(at)
        })
    }

    /// The number of bits set below `at`.
    #[inline]
    fn count_below(self, at: u32) -> u32 {
        (self & !(!Self::NONE).up(at)).count()
    }
}

/// The operations that the primitive words implement alike.
macro_rules! word_operations {
    ($word:ty) => {
        const NONE: $word = 0;
        const WIDTH: u32 = <$word>::BITS;

        #[inline]
        fn bit(at: u32) -> $word {
            1 << at
        }

        #[inline]
        fn up(self, by: u32) -> $word {
            self.checked_shl(by).unwrap_or(0)
        }

        #[inline]
        fn down(self, by: u32) -> $word {
            self.checked_shr(by).unwrap_or(0)
        }

        #[inline]
        fn plus(self, other: $word) -> $word {
            self.wrapping_add(other)
        }

        #[inline]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline]
        fn lowest(self) -> u32 {
            self.trailing_zeros()
        }

        #[inline]
        fn without_lowest(self) -> $word {
            self & self.wrapping_sub(1)
        }
    };
}

impl Bits for u64 {
    word_operations!(u64);

    #[inline]
    fn nth(self, index: u32) -> u32 {
        let rest = (0..index).fold(self, |rest, _| rest.without_lowest());
        rest.lowest()
    }

    #[inline]
    fn of(wide: Wide) -> u64 {
        wide.low as u64
    }

    #[inline]
    fn wide(self) -> Wide {
        Wide { high: 0, low: self.into() }
    }
}

impl Bits for u128 {
    word_operations!(u128);

    #[inline]
    fn nth(self, index: u32) -> u32 {
        let below = (self as u64).count_ones();
        match index.checked_sub(below) {
            None => (self as u64).nth(index),
            Some(rest) => u64::BITS + ((self >> u64::BITS) as u64).nth(rest),
        }
    }

    #[inline]
    fn of(wide: Wide) -> u128 {
        wide.low
    }

    #[inline]
    fn wide(self) -> Wide {
        Wide { high: 0, low: self }
    }
}

/// 256 bits, enough for every board: 15 lanes of 15 cells plus a separator take 240.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Wide {
    pub(crate) high: u128,
    pub(crate) low: u128,
}

impl BitAnd for Wide {
    type Output = Wide;

    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        Wide { high: self.high & other.high, low: self.low & other.low }
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        Wide { high: self.high | other.high, low: self.low | other.low }
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide { high: !self.high, low: !self.low }
    }
}

impl Bits for Wide {
    const NONE: Wide = Wide { high: 0, low: 0 };
    const WIDTH: u32 = 2 * u128::BITS;

    #[inline]
    fn bit(at: u32) -> Wide {
        match at.checked_sub(u128::BITS) {
            None => Wide { high: 0, low: 1 << at },
            Some(rest) => Wide { high: 1 << rest, low: 0 },
        }
    }

    #[inline]
    fn up(self, by: u32) -> Wide {
        let carried = self.low.down(u128::BITS.saturating_sub(by));
        match by {
            0 => self,
            1..u128::BITS => Wide { high: self.high << by | carried, low: self.low << by },
            _ => Wide { high: self.low.up(by - u128::BITS), low: 0 },
        }
    }

    #[inline]
    fn down(self, by: u32) -> Wide {
        let carried = self.high.up(u128::BITS.saturating_sub(by));
        match by {
            0 => self,
            1..u128::BITS => Wide { high: self.high >> by, low: self.low >> by | carried },
            _ => Wide { high: 0, low: self.high.down(by - u128::BITS) },
        }
    }

    #[inline]
    fn plus(self, other: Wide) -> Wide {
        let (low, carry) = self.low.overflowing_add(other.low);
        Wide { high: self.high.wrapping_add(other.high).wrapping_add(carry.into()), low }
    }

    #[inline]
    fn count(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        if self.low != 0 {
            self.low.trailing_zeros()
        } else {
            u128::BITS + self.high.trailing_zeros()
        }
    }

    #[inline]
    fn without_lowest(self) -> Wide {
        if self.low != 0 {
            Wide { high: self.high, low: self.low.without_lowest() }
        } else {
            Wide { high: self.high.without_lowest(), low: 0 }
        }
    }

    #[inline]
    fn nth(self, index: u32) -> u32 {
        match index.checked_sub(self.low.count_ones()) {
            None => self.low.nth(index),
            Some(rest) => u128::BITS + self.high.nth(rest),
        }
    }

    #[inline]
    fn of(wide: Wide) -> Wide {
        wide
    }

    #[inline]
    fn wide(self) -> Wide {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares every operation with the same one on lists of bit numbers.
    fn agrees<B: Bits>() {
        let mut state = 5u64;
        for _ in 0..300 {
            let mut set = Vec::new();
            for at in 0..B::WIDTH {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                if state >> 61 == 0 {
                    set.push(at);
                }
            }
            let word = set.iter().fold(B::NONE, |word, at| word | B::bit(*at));
            assert_eq!(word.each().collect::<Vec<_>>(), set);
            assert_eq!(word.count() as usize, set.len());
            assert_eq!(B::of(word.wide()), word);
            for (index, at) in set.iter().enumerate() {
                assert_eq!(word.nth(index as u32), *at);
                assert_eq!(word.count_below(*at) as usize, index);
                assert!(word.has(*at));
            }
            for by in (0..B::WIDTH + 20).step_by(7).chain([B::WIDTH, 63, 64, 65, 127, 128, 129]) {
                let moved: Vec<u32> =
                    set.iter().map(|at| at + by).filter(|at| *at < B::WIDTH).collect();
                assert_eq!(word.up(by).each().collect::<Vec<_>>(), moved, "up {by}");
                let moved: Vec<u32> = set.iter().filter_map(|at| at.checked_sub(by)).collect();
                assert_eq!(word.down(by).each().collect::<Vec<_>>(), moved, "down {by}");
            }
        }
        assert!((!B::NONE).plus(B::bit(0)).is_empty(), "sums wrap around");
        assert_eq!(B::NONE.lowest(), B::WIDTH);
    }

    #[test]
    fn words_of_every_width_agree_with_lists() {
        agrees::<u64>();
        agrees::<u128>();
        agrees::<Wide>();
    }
}
