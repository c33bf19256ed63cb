//! Numbers: canonical encodings, and rejection of everything else.

use ennead_bits::{NumberError, begins_number, read_number, write_number};

fn written(number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_number(&mut bytes, number);
    bytes
}

#[test]
fn numbers_round_trip() {
    let powers = (0..32).flat_map(|shift| [(1u32 << shift) - 1, 1 << shift, (1 << shift) + 1]);
    for number in (0..20_000).chain(powers).chain([u32::MAX]) {
        let mut bytes = written(number);
        let length = bytes.len();
        assert!(begins_number(bytes[0]));
        assert_eq!(
            length,
            if number < 192 {
                1
            } else if number < 8_384 {
                2
            } else {
                5
            }
        );
        for cut in 0..length {
            assert_eq!(read_number(&bytes[..cut]), Err(NumberError::Cut));
        }
        bytes.push(0xab);
        assert_eq!(read_number(&bytes), Ok((number, length)));
    }
}

#[test]
fn every_three_byte_input_is_canonical_or_rejected() {
    for first in 0..=255u8 {
        for second in 0..=255u8 {
            let bytes = [first, second, 0x7f];
            match read_number(&bytes) {
                Ok((number, length)) => assert_eq!(written(number), bytes[..length]),
                Err(error) => assert_eq!(
                    error,
                    if begins_number(first) { NumberError::Cut } else { NumberError::First(first) }
                ),
            }
        }
    }
}

#[test]
fn error_messages() {
    let error = |bytes: &[u8]| read_number(bytes).unwrap_err().to_string();
    assert_eq!(error(&[0xe1]), "no number begins with 0xe1: expected 0x00 to 0xe0");
    assert_eq!(
        error(&[0xe0, 0, 0, 0x20, 0xbf]),
        "8383 is written in five bytes, but numbers below 8384 take one or two"
    );
}
