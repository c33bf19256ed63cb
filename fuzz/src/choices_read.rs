//! Arbitrary bytes as choices: rejected, or the encoding of the choices they decode to.

use ennead_bits::{ChoiceDecoder, ChoiceEncoder};

pub(crate) fn choices_read(data: &[u8]) {
    let Some((count, rest)) = data.split_first() else { return };
    let Some((sizes, bytes)) = rest.split_at_checked(usize::from(*count) * 4) else { return };
    let mut decoder = ChoiceDecoder::new(bytes);
    let mut encoder = ChoiceEncoder::new();
    for size in sizes.chunks_exact(4) {
        let n = u32::from_be_bytes([size[0], size[1], size[2], size[3]]).max(1);
        let Ok(choice) = decoder.take(n) else { return };
        assert!(choice < n);
        encoder.put(choice, n);
    }
    if decoder.finish().is_ok() {
        assert_eq!(encoder.finish(), bytes);
    }
}
