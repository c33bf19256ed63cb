//! Positions that were searched before.

use crate::bits::Bits;

const LEAST_ENTRIES: u64 = 1 << 10;
const MOST_ENTRIES: u64 = 1 << 19;

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value itself.
    Exact,
    /// The position is worth this or more.
    AtLeast,
    /// The position is worth this or less.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<B> {
    stones: [B; 2],
    pub(super) value: i16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The best move's bit.
    pub(super) best: u8,
}

/// A table of fixed size in which a new entry replaces an old one. It compares whole positions, so
/// that it is never wrong.
pub(super) struct Table<B> {
    entries: Vec<Option<Entry<B>>>,
}

impl<B: Bits> Table<B> {
    /// A table for a search of so many nodes.
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
    pub(super) fn get(&self, stones: [B; 2]) -> Option<&Entry<B>> {
        self.entries[self.place(stones)].as_ref().filter(|entry| entry.stones == stones)
    }

    #[inline]
    pub(super) fn put(&mut self, stones: [B; 2], value: i32, depth: u32, bound: Bound, best: u32) {
        let place = self.place(stones);
        let (value, depth, best) = (value as i16, depth as u8, best as u8);
        self.entries[place] = Some(Entry { stones, value, depth, bound, best });
    }
}
