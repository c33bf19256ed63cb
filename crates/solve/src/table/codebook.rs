//! Prefix codes for the values of a layer.

/// Longest code in bits; decoding looks up this many bits at once.
pub(crate) const MAX_LENGTH: u32 = 12;
const SYMBOLS: usize = 256;

/// A canonical prefix code, given by the length of each symbol's code. A layer with a single value
/// needs no bits at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Codebook {
    lengths: [u8; SYMBOLS],
    /// The bits of each symbol's code, in the order in which they are written.
    codes: [u16; SYMBOLS],
    /// For the next bits of the input: symbol and length.
    decode: Vec<(u8, u8)>,
}

impl Codebook {
    /// The optimal code for symbols with these frequencies, with codes of at most [`MAX_LENGTH`]
    /// bits.
    #[cfg(feature = "distributed")]
    pub(crate) fn of_counts(counts: &[u64; SYMBOLS]) -> Codebook {
        let mut counts = *counts;
        loop {
            let lengths = huffman_lengths(&counts);
            if lengths.iter().all(|length| u32::from(*length) <= MAX_LENGTH) {
                return Codebook::of_lengths(lengths).expect("Huffman codes are complete");
            }
            // Rare symbols get shorter codes when the counts are closer to each other.
            for count in counts.iter_mut().filter(|count| **count > 0) {
                *count = *count / 2 + 1;
            }
        }
    }

    /// The canonical code with these lengths, if they are complete: every input must have a symbol.
    fn of_lengths(lengths: [u8; SYMBOLS]) -> Option<Codebook> {
        let mut codes = [0; SYMBOLS];
        let mut decode = vec![(0, 0); 1 << MAX_LENGTH];
        let mut next = 0u32;
        let used = lengths.iter().filter(|length| **length > 0).count();
        for length in 1..=MAX_LENGTH {
            for symbol in (0..SYMBOLS).filter(|symbol| u32::from(lengths[*symbol]) == length) {
                if next >> length != 0 {
                    return None;
                }
                let code = (next.reverse_bits() >> (u32::BITS - length)) as u16;
                codes[symbol] = code;
                for tail in 0..1usize << (MAX_LENGTH - length) {
                    decode[tail << length | usize::from(code)] = (symbol as u8, length as u8);
                }
                next += 1;
            }
            next <<= 1;
        }
        let complete = next == 2 << MAX_LENGTH;
        (complete || used == 0).then_some(Codebook { lengths, codes, decode })
    }

    /// The bytes of the codebook: pairs of symbol and length; a length of 0 marks the only symbol.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let used = (0..SYMBOLS).filter(|symbol| self.lengths[*symbol] > 0);
        let bytes: Vec<u8> = used.flat_map(|symbol| [symbol as u8, self.lengths[symbol]]).collect();
        if bytes.is_empty() { vec![self.decode[0].0, 0] } else { bytes }
    }

    /// Decodes the output of [`to_bytes`](Self::to_bytes).
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Codebook> {
        if let [symbol, 0] = bytes {
            return Some(Codebook::single(*symbol));
        }
        let mut lengths = [0; SYMBOLS];
        for pair in bytes.chunks(2) {
            let [symbol, length @ 1..=12] = *pair else { return None };
            lengths[usize::from(symbol)] = length;
        }
        let codebook = Codebook::of_lengths(lengths)?;
        (codebook.to_bytes() == bytes).then_some(codebook)
    }

    fn single(symbol: u8) -> Codebook {
        Codebook {
            lengths: [0; SYMBOLS],
            codes: [0; SYMBOLS],
            decode: vec![(symbol, 0); 1 << MAX_LENGTH],
        }
    }

    /// The code of a symbol and its length.
    #[cfg(feature = "distributed")]
    #[inline]
    pub(crate) fn code(&self, symbol: u8) -> (u64, u32) {
        let at = usize::from(symbol);
        (self.codes[at].into(), self.lengths[at].into())
    }

    /// The symbol that the next bits begin with, and the length of its code.
    #[inline]
    pub(crate) fn symbol(&self, bits: u64) -> (u8, u32) {
        let (symbol, length) = self.decode[bits as usize & ((1 << MAX_LENGTH) - 1)];
        (symbol, length.into())
    }
}

/// The lengths of Huffman codes; all zero if at most one symbol occurs.
#[cfg(feature = "distributed")]
fn huffman_lengths(counts: &[u64; SYMBOLS]) -> [u8; SYMBOLS] {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    let mut lengths = [0; SYMBOLS];
    // Ties are broken by the smallest symbol, so that the code is deterministic.
    let mut heap: BinaryHeap<Reverse<(u64, u8, Vec<u8>)>> = (0..SYMBOLS)
        .filter(|symbol| counts[*symbol] > 0)
        .map(|symbol| Reverse((counts[symbol], symbol as u8, vec![symbol as u8])))
        .collect();
    while heap.len() > 1 {
        let (Some(Reverse(one)), Some(Reverse(two))) = (heap.pop(), heap.pop()) else { break };
        let members = [one.2, two.2].concat();
        members.iter().for_each(|symbol| lengths[usize::from(*symbol)] += 1);
        heap.push(Reverse((one.0 + two.0, one.1.min(two.1), members)));
    }
    lengths
}

#[cfg(feature = "distributed")]
impl Codebook {
    /// The codebook for a layer's values, or for the only value that occurs.
    pub(crate) fn for_layer(counts: &[u64; SYMBOLS]) -> Codebook {
        let mut used = (0..SYMBOLS).filter(|symbol| counts[*symbol] > 0);
        match (used.next(), used.next()) {
            (Some(_), Some(_)) => Codebook::of_counts(counts),
            (only, _) => Codebook::single(only.unwrap_or_default() as u8),
        }
    }
}

#[cfg(all(test, feature = "distributed"))]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_are_limited() {
        let mut counts = [0; SYMBOLS];
        let mut count = 1;
        for symbol in 0..40 {
            counts[symbol * 3] = count;
            count = count * 3 / 2 + 1;
        }
        let codebook = Codebook::for_layer(&counts);
        assert_eq!(Codebook::from_bytes(&codebook.to_bytes()), Some(codebook.clone()));
        for symbol in (0..120).step_by(3) {
            let (code, length) = codebook.code(symbol);
            assert!((1..=MAX_LENGTH).contains(&length));
            assert_eq!(codebook.symbol(code), (symbol, length));
        }
    }

    #[test]
    fn a_single_value_needs_no_bits() {
        let mut counts = [0; SYMBOLS];
        counts[127] = 5;
        let codebook = Codebook::for_layer(&counts);
        assert_eq!(codebook.code(127), (0, 0));
        assert_eq!(codebook.symbol(0xfff), (127, 0));
        assert_eq!(Codebook::from_bytes(&codebook.to_bytes()), Some(codebook));
    }

    #[test]
    fn incomplete_codebooks_are_rejected() {
        for bytes in
            [&[][..], &[1], &[1, 1], &[1, 1, 2, 2], &[1, 1, 2, 1, 3, 1], &[1, 13], &[2, 1, 1, 1]]
        {
            assert_eq!(Codebook::from_bytes(bytes), None, "{bytes:?}");
        }
    }
}
