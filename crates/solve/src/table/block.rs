//! Blocks of keys and values as bit strings.
//!
//! The first key is in the index. A block holds the Rice parameter, the gaps between its keys less
//! one, and then the values in the layer's prefix code. Bits are written from the lowest of each
//! byte.

use ennead_game::Word;

use super::codebook::{Codebook, MAX_LENGTH};

/// Most keys in a block.
#[cfg(feature = "distributed")]
pub(crate) const BLOCK: usize = 512;
/// A gap with this many ones in unary is written in full instead.
const ESCAPE: u32 = 24;
const PARAMETER_BITS: u32 = 7;
/// The most bits that fit beside the leftover of a byte.
const CHUNK: u32 = 32;

/// Writes bits.
#[cfg(feature = "distributed")]
#[derive(Default)]
struct BitSink {
    waiting: u64,
    length: u32,
}

#[cfg(feature = "distributed")]
impl BitSink {
    /// Writes up to [`CHUNK`] bits.
    #[inline]
    fn put(&mut self, bits: u64, width: u32, out: &mut Vec<u8>) {
        self.waiting |= bits << self.length;
        self.length += width;
        while self.length >= u8::BITS {
            out.push(self.waiting as u8);
            self.waiting >>= u8::BITS;
            self.length -= u8::BITS;
        }
    }

    fn finish(self, out: &mut Vec<u8>) {
        if self.length > 0 {
            out.push(self.waiting as u8);
        }
    }
}

/// Reads bits. Past the end it reads zeros; the total length reveals that.
struct BitSource<'a> {
    bytes: &'a [u8],
    at: usize,
    waiting: u64,
    length: u32,
}

impl BitSource<'_> {
    #[inline]
    fn refill(&mut self) {
        while self.length <= u64::BITS - u8::BITS {
            let byte = self.bytes.get(self.at).copied().unwrap_or(0);
            self.waiting |= u64::from(byte) << self.length;
            self.at += 1;
            self.length += u8::BITS;
        }
    }

    #[inline]
    fn skip(&mut self, width: u32) {
        self.waiting >>= width;
        self.length -= width;
    }

    /// Reads up to [`CHUNK`] bits.
    #[inline]
    fn take(&mut self, width: u32) -> u64 {
        self.refill();
        let bits = self.waiting & ((1 << width) - 1);
        self.skip(width);
        bits
    }

    fn is_overrun(&self) -> bool {
        self.at as u64 * 8 > self.bytes.len() as u64 * 8 + u64::from(self.length)
    }
}

/// The Rice parameter for gaps: the logarithm of their median.
#[cfg(feature = "distributed")]
fn parameter<W: Word>(keys: &[W]) -> u32 {
    let mut gaps: Vec<W> = keys.windows(2).map(|pair| pair[1].minus(pair[0])).collect();
    if gaps.is_empty() {
        return 0;
    }
    let middle = gaps.len() / 2;
    let median = gaps.select_nth_unstable(middle).1.wide();
    (u128::BITS - 1 - median.max(1).leading_zeros()).min(W::BITS - 1)
}

#[cfg(feature = "distributed")]
fn put_wide<W: Word>(sink: &mut BitSink, word: W, bits: u32, out: &mut Vec<u8>) {
    let mut done = 0;
    while done < bits {
        let width = (bits - done).min(CHUNK);
        sink.put(word.bits_from(done) & ((1 << width) - 1), width, out);
        done += width;
    }
}

fn take_wide(source: &mut BitSource<'_>, bits: u32) -> u128 {
    let mut word = 0;
    let mut done = 0;
    while done < bits {
        let width = (bits - done).min(CHUNK);
        word |= u128::from(source.take(width)) << done;
        done += width;
    }
    word
}

/// Encodes ascending keys, and their values if there is a codebook.
#[cfg(feature = "distributed")]
pub(crate) fn encode<W: Word>(
    keys: &[W],
    values: &[u8],
    codebook: Option<&Codebook>,
    out: &mut Vec<u8>,
) {
    let mut sink = BitSink::default();
    let parameter = parameter(keys);
    sink.put(parameter.into(), PARAMETER_BITS, out);
    for pair in keys.windows(2) {
        let gap = pair[1].minus(pair[0]).minus(W::of(1));
        let quotient = gap.wide() >> parameter;
        if quotient < u128::from(ESCAPE) {
            let quotient = quotient as u32;
            sink.put((1 << quotient) - 1, quotient + 1, out);
            put_wide(&mut sink, gap, parameter, out);
        } else {
            sink.put((1 << ESCAPE) - 1, ESCAPE, out);
            put_wide(&mut sink, gap, W::BITS, out);
        }
    }
    for value in values.iter().take_while(|_| codebook.is_some()) {
        let (code, length) = codebook.map_or((0, 0), |codebook| codebook.code(*value));
        sink.put(code, length, out);
    }
    sink.finish(out);
}

/// Decodes a block of `count` keys that begins with `first`; `None` if the bytes do not hold that
/// many. Overwrites both lists.
pub(crate) fn decode<W: Word>(
    bytes: &[u8],
    first: W,
    count: usize,
    codebook: Option<&Codebook>,
    keys: &mut Vec<W>,
    values: &mut Vec<u8>,
) -> Option<()> {
    keys.clear();
    values.clear();
    let mut source = BitSource { bytes, at: 0, waiting: 0, length: 0 };
    let parameter = source.take(PARAMETER_BITS) as u32;
    if parameter >= W::BITS {
        return None;
    }
    let mut key = first;
    keys.push(key);
    for _ in 1..count {
        source.refill();
        let quotient = source.waiting.trailing_ones();
        let gap = if quotient < ESCAPE {
            source.skip(quotient + 1);
            u128::from(quotient) << parameter | take_wide(&mut source, parameter)
        } else {
            source.skip(ESCAPE);
            take_wide(&mut source, W::BITS)
        };
        key = key.plus(W::of(gap)).plus(W::of(1));
        keys.push(key);
    }
    if let Some(codebook) = codebook {
        for _ in 0..count {
            source.refill();
            let (value, length) = codebook.symbol(source.waiting);
            debug_assert!(length <= MAX_LENGTH);
            source.skip(length);
            values.push(value);
        }
    }
    (!source.is_overrun()).then_some(())
}

#[cfg(all(test, feature = "distributed"))]
mod tests {
    use ennead_game::{Random, SplitMix64};

    use super::*;

    fn check<W: Word>(keys: &[W], values: &[u8], codebook: Option<&Codebook>) {
        let mut bytes = Vec::new();
        encode(keys, values, codebook, &mut bytes);
        let (mut back, mut read) = (Vec::new(), Vec::new());
        let count = keys.len();
        assert_eq!(decode(&bytes, keys[0], count, codebook, &mut back, &mut read), Some(()));
        assert_eq!(back, keys);
        if codebook.is_some() {
            assert_eq!(read, values);
        }
        assert_eq!(decode(&[], keys[0], count, codebook, &mut back, &mut read), None);
    }

    #[test]
    fn blocks_round_trip() {
        let mut random = SplitMix64::new(1);
        for round in 0..200u64 {
            let count = 1 + random.below(BLOCK as u64);
            let (mut small, mut wide) = (Vec::new(), Vec::new());
            let (mut key, mut long) = (random.below(1 << 40), u128::from(random.next_u64()));
            let mut counts = [0; 256];
            let mut values = Vec::new();
            for _ in 0..count {
                let outlier = if random.below(30) == 0 { random.next_u64() >> 12 } else { 0 };
                key += 1 + random.below(1 << (round % 20)) + outlier;
                long += 1 + (u128::from(random.next_u64()) << (round % 50));
                small.push(key);
                wide.push(long);
                let value = (random.next_u64().trailing_zeros() % 9) as u8 * 3;
                counts[usize::from(value)] += 1;
                values.push(value);
            }
            let codebook = Codebook::for_layer(&counts);
            check(&small, &values, Some(&codebook));
            check(&small, &[], None);
            check(&wide, &values, Some(&codebook));
        }
    }
}
