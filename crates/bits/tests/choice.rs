//! The choice coder: round trips, exact sizes, damaged input.

use ennead_bits::{ChoiceDecoder, ChoiceEncoder, ChoiceError, Share};
use proptest::prelude::*;

fn encode(choices: &[(u32, u32)]) -> Vec<u8> {
    let mut encoder = ChoiceEncoder::new();
    for &(choice, n) in choices {
        encoder.put(choice, n);
    }
    encoder.finish()
}

fn decode(bytes: &[u8], radices: &[u32]) -> Result<Vec<u32>, ChoiceError> {
    let mut decoder = ChoiceDecoder::new(bytes);
    let choices = radices.iter().map(|&n| decoder.take(n)).collect::<Result<Vec<_>, _>>()?;
    decoder.finish()?;
    Ok(choices)
}

fn any_choices() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let radix = prop_oneof![
        4 => 1u32..12,
        2 => Just(2u32),
        1 => 1u32..100_000,
        1 => Just(u32::MAX),
        1 => Just(256u32)
    ];
    prop::collection::vec(radix.prop_flat_map(|n| (0..n, Just(n))), 0..300)
}

proptest! {
    #[test]
    fn round_trip_within_one_byte(choices in any_choices()) {
        let bytes = encode(&choices);
        let radices: Vec<u32> = choices.iter().map(|c| c.1).collect();
        let read = decode(&bytes, &radices).unwrap();
        prop_assert_eq!(read, choices.iter().map(|c| c.0).collect::<Vec<_>>());
        let bound: f64 = radices.iter().map(|&n| f64::from(n).log2()).sum();
        let bits = (bytes.len() * 8) as f64;
        prop_assert!(bits <= bound + 8.0 + 1e-6, "{bits} bits, bound {bound}");
        prop_assert!(bits >= (bound - 8.0).floor());
    }

    #[test]
    fn accepted_bytes_encode_to_themselves(bytes in prop::collection::vec(any::<u8>(), 0..40),
                                           radices in prop::collection::vec(1u32..60, 0..120)) {
        if let Ok(choices) = decode(&bytes, &radices) {
            let pairs: Vec<_> = choices.into_iter().zip(radices).collect();
            prop_assert_eq!(encode(&pairs), bytes);
        }
    }

    #[test]
    fn damaged_input_never_decodes_to_the_same_list(
        choices in any_choices(),
        byte in any::<usize>(),
        flip in 1u8..,
    ) {
        let mut bytes = encode(&choices);
        prop_assume!(!bytes.is_empty());
        let at = byte % bytes.len();
        bytes[at] ^= flip;
        let radices: Vec<u32> = choices.iter().map(|c| c.1).collect();
        if let Ok(read) = decode(&bytes, &radices) {
            prop_assert_ne!(read, choices.iter().map(|c| c.0).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_cut_or_extended_list_is_rejected_or_decodes_to_another(
        choices in any_choices(),
        extra in any::<u8>(),
    ) {
        let bytes = encode(&choices);
        let radices: Vec<u32> = choices.iter().map(|c| c.1).collect();
        let list: Vec<u32> = choices.iter().map(|c| c.0).collect();
        for cut in 0..bytes.len().saturating_sub(1) {
            prop_assert!(decode(&bytes[..cut], &radices).is_err());
        }
        if let Some((_, shorter)) = bytes.split_last() {
            prop_assert_ne!(decode(shorter, &radices), Ok(list.clone()));
        }
        let mut longer = bytes;
        longer.push(extra);
        prop_assert_ne!(decode(&longer, &radices), Ok(list.clone()));
        longer.push(extra);
        prop_assert!(decode(&longer, &radices).is_err());
    }

    #[test]
    fn shares_round_trip(
        options in prop::collection::vec(
            (0usize..4, [1u32..50, 1u32..50, 1u32..5000, 1u32..2]),
            0..200,
        )
    ) {
        let share = |pick: usize, sizes: &[u32; 4]| Share {
            start: sizes[..pick].iter().sum(),
            size: sizes[pick],
            total: sizes.iter().sum(),
        };
        let mut encoder = ChoiceEncoder::new();
        let mut bound = 0.0;
        for (pick, sizes) in &options {
            let part = share(*pick, sizes);
            bound += (f64::from(part.total) / f64::from(part.size)).log2();
            encoder.put_share(part);
        }
        let bytes = encoder.finish();
        prop_assert!((bytes.len() * 8) as f64 <= bound + 8.0 + 1e-6);
        let mut decoder = ChoiceDecoder::new(&bytes);
        for (pick, sizes) in &options {
            let point = decoder.peek(sizes.iter().sum());
            let found = (0..4).rfind(|&i| share(i, sizes).start <= point).unwrap();
            prop_assert_eq!(found, *pick);
            decoder.take_share(share(found, sizes)).unwrap();
        }
        decoder.finish().unwrap();
    }
}

#[test]
fn short_lists_encode_to_distinct_bytes() {
    let mut seen = std::collections::HashSet::new();
    for a in 0..9 {
        for b in 0..8 {
            for c in 0..7 {
                let bytes = encode(&[(a, 9), (b, 8), (c, 7)]);
                assert!(bytes.len() <= 2);
                assert_eq!(decode(&bytes, &[9, 8, 7]).unwrap(), [a, b, c]);
                assert!(seen.insert(bytes));
            }
        }
    }
}

#[test]
fn every_two_byte_input_is_canonical_or_rejected() {
    let mut accepted = 0;
    for value in 0..=u16::MAX {
        let bytes = value.to_be_bytes();
        if let Ok(c) = decode(&bytes, &[9, 8, 7]) {
            assert_eq!(encode(&[(c[0], 9), (c[1], 8), (c[2], 7)]), bytes);
            accepted += 1;
        }
    }
    let shorter = (0..=u8::MAX).filter(|b| decode(&[*b], &[9, 8, 7]).is_ok()).count();
    assert_eq!(accepted + shorter, 9 * 8 * 7);
}

#[test]
fn powers_of_two_cost_exactly_their_bits() {
    assert_eq!(encode(&[(1, 2); 8]), [0xff]);
    assert_eq!(encode(&[(5, 256), (0x1234, 65_536)]), [5, 0x12, 0x34]);
    assert_eq!(encode(&[(0, 1); 1000]), []);
}

#[test]
fn errors_name_the_offset() {
    let bytes = encode(&[(200, 256), (3, 256)]);
    assert_eq!(
        decode(&bytes, &[256, 256, 256]).unwrap_err().to_string(),
        "the input ends before the last choice (byte 2)"
    );
    assert_eq!(
        decode(&[200, 3, 9, 9], &[256, 256]).unwrap_err().to_string(),
        "1 byte(s) too many after the last choice, from byte 3"
    );
    assert_eq!(
        decode(&[0x74, 0x53], &[9, 8, 7]).unwrap_err().to_string(),
        "byte 1 is not canonical: the encoder ends these choices with another byte"
    );
}

#[test]
fn a_million_choices_reach_the_information_bound() {
    let choices = vec![(7, 9); 1_000_000];
    let bytes = encode(&choices);
    let bound = 1e6 * 9f64.log2() / 8.0;
    assert_eq!(bytes.len(), bound.floor() as usize + 1);
}
