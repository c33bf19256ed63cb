//! What one way of writing has written, the same way reads.

use ennead_bits::BitString;
use ennead_game::{FormatInfo, Kind, RECORD, Show, Value};

const WAYS: [Show; 4] = [Show::Dec, Show::Hex, Show::Bin, Show::Base64url];

fn format(kind: Kind) -> FormatInfo {
    FormatInfo { kind, ..RECORD }
}

#[test]
fn numbers_are_read_as_written() {
    for number in [0, 1, 9, 10, 255, 256, u128::from(u64::MAX), u128::MAX] {
        let value = Value::Integer(number);
        for way in WAYS {
            assert_eq!(format(Kind::Integer).parse_value(&value.show(way), Some(way)), Ok(value.clone()));
        }
    }
}

#[test]
fn the_prefix_may_be_left_out_where_the_way_is_known() {
    let integer = format(Kind::Integer);
    assert_eq!(integer.parse_value("1F", Some(Show::Hex)), Ok(Value::Integer(31)));
    assert_eq!(integer.parse_value("0X1f", Some(Show::Hex)), Ok(Value::Integer(31)));
    assert_eq!(integer.parse_value("101", Some(Show::Bin)), Ok(Value::Integer(5)));
    assert!(integer.parse_value("1é", Some(Show::Hex)).is_err());
}

#[test]
fn bytes_are_read_as_written() {
    let value = Value::Bytes(vec![0, 0x41, 0xff]);
    for way in [Show::Hex, Show::Bin, Show::Base64url] {
        assert_eq!(format(Kind::Bytes).parse_value(&value.show(way), Some(way)), Ok(value.clone()));
    }
    let error = format(Kind::Bytes).parse_value("0b0101", Some(Show::Bin)).unwrap_err();
    assert_eq!(error.to_string(), "4 bit(s) are not whole bytes");
}

#[test]
fn bits_are_read_as_written_or_as_their_bytes() {
    let bits: BitString = "000010001".parse().unwrap();
    let value = Value::Bits(bits.clone());
    assert_eq!(format(Kind::Bits).parse_value(&value.show(Show::Bin), Some(Show::Bin)), Ok(value.clone()));
    for way in [Show::Hex, Show::Base64url] {
        let bytes = Value::Bytes(bits.as_bytes().to_vec());
        assert_eq!(format(Kind::Bits).parse_value(&value.show(way), Some(way)), Ok(bytes));
    }
}

#[test]
fn a_decimal_number_has_no_length() {
    for kind in [Kind::Bits, Kind::Bytes] {
        let error = format(kind).parse_value("17", Some(Show::Dec)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a decimal number does not say how long the value is: read it as bits, hex or base64url"
        );
    }
}
