//! The transposition table.

use crate::bits::Bits;

const LEAST_ENTRIES: u64 = 1 << 10;
const MOST_ENTRIES: u64 = 1 << 19;

/// The meaning of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value itself.
    Exact,
    /// A lower bound.
    AtLeast,
    /// An upper bound.
    AtMost,
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchEntry<B> {
    stones: [B; 2],
    pub(super) value: i16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The bit of the best move.
    pub(super) best: u8,
}

/// A table of fixed size with always-replace. It compares whole positions, so hash collisions
/// cannot cause wrong results.
pub(super) struct Table<B> {
    entries: Vec<Option<SearchEntry<B>>>,
}

impl<B: Bits> Table<B> {
    /// Creates a table sized for a search of this many nodes.
    pub(super) fn new(nodes: u64) -> Self {
        let entries = nodes.clamp(LEAST_ENTRIES, MOST_ENTRIES).next_power_of_two();
        Table { entries: vec![None; entries as usize] }
    }

    fn place(&self, stones: [B; 2]) -> usize {
        let mix = stones.iter().fold(0u64, |mix, side| {
            let low = side.wide().low;
            let folded = (low as u64) ^ ((low >> 64) as u64).rotate_left(29);
            (mix ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        });
        (mix ^ mix >> 32) as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(super) fn get(&self, stones: [B; 2]) -> Option<&SearchEntry<B>> {
        self.entries[self.place(stones)].as_ref().filter(|entry| entry.stones == stones)
    }

    #[inline]
    pub(super) fn put(&mut self, stones: [B; 2], value: i32, depth: u32, bound: Bound, best: u32) {
        let place = self.place(stones);
        let (value, depth, best) = (value as i16, depth as u8, best as u8);
        self.entries[place] = Some(SearchEntry { stones, value, depth, bound, best });
    }
}
