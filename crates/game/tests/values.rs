//! Every notation parses the text that it writes.

use ennead_bits::BitString;
use ennead_game::{FormatInfo, Kind, RECORD, Show, Value};

const NOTATIONS: [Show; 4] = [Show::Dec, Show::Hex, Show::Bin, Show::Base64url];

fn format(kind: Kind) -> FormatInfo {
    FormatInfo { kind, ..RECORD }
}

#[test]
fn numbers_round_trip() {
    for number in [0, 1, 9, 10, 255, 256, u128::from(u64::MAX), u128::MAX] {
        let value = Value::Integer(number);
        for way in NOTATIONS {
            assert_eq!(
                format(Kind::Integer).parse_value(&value.show(way), Some(way)),
                Ok(value.clone())
            );
        }
    }
}

#[test]
fn the_prefix_is_optional_in_an_explicit_notation() {
    let integer = format(Kind::Integer);
    assert_eq!(integer.parse_value("1F", Some(Show::Hex)), Ok(Value::Integer(31)));
    assert_eq!(integer.parse_value("0X1f", Some(Show::Hex)), Ok(Value::Integer(31)));
    assert_eq!(integer.parse_value("101", Some(Show::Bin)), Ok(Value::Integer(5)));
    assert!(integer.parse_value("1é", Some(Show::Hex)).is_err());
}

#[test]
fn bytes_round_trip() {
    let value = Value::Bytes(vec![0, 0x41, 0xff]);
    for way in [Show::Hex, Show::Bin, Show::Base64url] {
        assert_eq!(format(Kind::Bytes).parse_value(&value.show(way), Some(way)), Ok(value.clone()));
    }
    let error = format(Kind::Bytes).parse_value("0b0101", Some(Show::Bin)).unwrap_err();
    assert_eq!(error.to_string(), "4 bit(s) are not a whole number of bytes");
}

#[test]
fn bits_round_trip_or_parse_as_their_bytes() {
    let bits: BitString = "000010001".parse().unwrap();
    let value = Value::Bits(bits.clone());
    assert_eq!(
        format(Kind::Bits).parse_value(&value.show(Show::Bin), Some(Show::Bin)),
        Ok(value.clone())
    );
    for way in [Show::Hex, Show::Base64url] {
        let bytes = Value::Bytes(bits.as_bytes().to_vec());
        assert_eq!(format(Kind::Bits).parse_value(&value.show(way), Some(way)), Ok(bytes));
    }
}

#[test]
fn decimal_numbers_do_not_determine_a_length() {
    for kind in [Kind::Bits, Kind::Bytes] {
        let error = format(kind).parse_value("17", Some(Show::Dec)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a decimal number does not determine the length of the value: use bits, hex or \
             base64url"
        );
    }
}
