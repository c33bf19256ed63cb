//! Sources of randomness, which the core takes as arguments and never owns.

/// A source of random numbers. Every `FnMut() -> u64` implements it.
///
/// ```
/// use ennead_game::Random;
/// let mut always_five = || 5u64;
/// assert_eq!(always_five.next_u64(), 5);
/// ```
pub trait Random {
    /// Sixty-four random bits.
    fn next_u64(&mut self) -> u64;

    /// A uniformly distributed number below `n`.
    ///
    /// # Panics
    /// If `n` is 0.
    fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is no number below 0");
        // Multiply and keep the high half. Redraw in the small part of the range that would bias
        // the result.
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }
}

impl<F: FnMut() -> u64> Random for F {
    fn next_u64(&mut self) -> u64 {
        self()
    }
}

/// The splitmix64 generator: small, fast, identical on every platform, not cryptographically
/// secure.
///
/// ```
/// use ennead_game::{Random, SplitMix64};
/// let mut random = SplitMix64::new(1);
/// assert_eq!(random.next_u64(), 0x910a_2dec_8902_5cc1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Creates a generator with this initial state.
    pub const fn new(state: u64) -> Self {
        SplitMix64 { state }
    }

    /// The current state: a generator created with it continues this one's sequence.
    pub const fn state(&self) -> u64 {
        self.state
    }
}

impl Random for SplitMix64 {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Bounded numbers by remainder: `next_u64() % n`.
///
/// Slightly biased, but easy to reproduce in any language. Only for the digest games.
#[derive(Clone, Debug)]
pub struct Modulo<R>(pub R);

impl<R: Random> Random for Modulo<R> {
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next_u64() % n
    }
}
