//! Bit strings, bit fields and mixed radix, compared with plain arithmetic.

use ennead_bits::{BitReader, BitString, BitWriter, MixedRadix, RadixError, bits_for};
use proptest::prelude::*;

proptest! {
    #[test]
    fn fields_round_trip(fields in prop::collection::vec((any::<u64>(), 0u32..=64), 0..60)) {
        let mut writer = BitWriter::new();
        let mut text = String::new();
        let mask = |width: u32| if width == 0 { 0 } else { u64::MAX >> (64 - width) };
        for (value, width) in &fields {
            let value = value & mask(*width);
            writer.write(value, *width);
            text.extend((0..*width).rev().map(|i| if value >> i & 1 == 1 { '1' } else { '0' }));
        }
        let bits = writer.into_bit_string();
        prop_assert_eq!(bits.to_string(), text.clone());
        prop_assert_eq!(text.parse::<BitString>().unwrap(), bits.clone());
        let mut reader = bits.reader();
        for (value, width) in &fields {
            prop_assert_eq!(reader.read(*width).unwrap(), value & mask(*width));
        }
        prop_assert_eq!(reader.left(), 0);
        prop_assert!(reader.read(1).is_err());
    }

    #[test]
    fn digits_round_trip(digits in prop::collection::vec((any::<u64>(), 1u64..2000), 0..11)) {
        let mut number = MixedRadix::new();
        for (digit, radix) in &digits {
            number.push(digit % radix, *radix).unwrap();
        }
        prop_assert!(number.value() < number.count());
        let mut rest = number.value();
        for (digit, radix) in &digits {
            prop_assert_eq!(MixedRadix::pull(&mut rest, *radix), digit % radix);
        }
        prop_assert_eq!(rest, 0);
    }
}

#[test]
fn bit_string_errors_name_the_reason() {
    assert_eq!(
        "0120".parse::<BitString>().unwrap_err().to_string(),
        "character 2 is '2'; a bit string contains only 0 and 1"
    );
    assert_eq!(
        BitString::from_bytes(&[0, 0], 5).unwrap_err().to_string(),
        "5 bits take 1 bytes, not 2"
    );
    assert_eq!(
        BitString::from_bytes(&[0b0000_0100], 5).unwrap_err().to_string(),
        "the padding after bit 5 is not zero"
    );
    assert!(BitString::from_bytes(&[0], 0).is_err());
    assert!(BitString::from_bytes(&[], 0).unwrap().is_empty());
}

#[test]
fn radix_rejects_large_digits_and_overflow() {
    let mut number = MixedRadix::new();
    assert_eq!(number.push(9, 9), Err(RadixError::Digit { digit: 9, radix: 9 }));
    number.push(0, u64::MAX).unwrap();
    number.push(0, u64::MAX).unwrap();
    assert_eq!(number.push(0, u64::MAX), Err(RadixError::Overflow));
}

#[test]
fn bits_for_is_the_rounded_up_logarithm() {
    for count in 1..=4096u64 {
        assert_eq!(bits_for(count), (count as f64).log2().ceil() as u32, "{count}");
    }
}

#[test]
fn rest_is_zero_checks_all_remaining_bits() {
    let mut reader = BitReader::new(&[0b1110_0000, 0]);
    reader.read(3).unwrap();
    assert!(reader.rest_is_zero());
    let mut reader = BitReader::new(&[0b1110_0000, 1]);
    reader.read(3).unwrap();
    assert!(!reader.rest_is_zero());
}
