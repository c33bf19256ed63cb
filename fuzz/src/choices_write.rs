//! Arbitrary choices decode to themselves after encoding.

use ennead_bits::{ChoiceDecoder, ChoiceEncoder};

pub(crate) fn choices_write(data: &[u8]) {
    let choices: Vec<(u32, u32)> = data
        .chunks_exact(8)
        .map(|bytes| {
            let half = |at: usize| {
                u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
            };
            let n = half(0).max(1);
            (half(4) % n, n)
        })
        .collect();
    let mut encoder = ChoiceEncoder::new();
    for (choice, n) in &choices {
        encoder.put(*choice, *n);
    }
    let bytes = encoder.finish();
    let mut decoder = ChoiceDecoder::new(&bytes);
    for (choice, n) in &choices {
        assert_eq!(decoder.take(*n), Ok(*choice));
    }
    assert_eq!(decoder.finish(), Ok(()));
}
