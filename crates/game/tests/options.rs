//! Options, and values as text.

use ennead_game::{OptionSpec, Options, Show, Value, Values};

const SPECS: &[OptionSpec] = &[
    OptionSpec { name: "depth", values: Values::Numbers(1, 9), default: "2", help: "" },
    OptionSpec { name: "first", values: Values::Words(&["X", "O"]), default: "X", help: "" },
    OptionSpec { name: "quick", values: Values::Flag, default: "false", help: "" },
];

fn rejection(name: &str, value: &str) -> String {
    Options::new().with(name, value).check("nested", SPECS).unwrap_err().to_string()
}

#[test]
fn unknown_options_and_values_are_rejected() {
    assert_eq!(
        rejection("deep", "1"),
        "nested has no option --deep (it has --depth, --first, --quick)"
    );
    assert_eq!(rejection("depth", "10"), "--depth cannot be \"10\": it is a number from 1 to 9");
    assert_eq!(rejection("depth", "-1"), "--depth cannot be \"-1\": it is a number from 1 to 9");
    assert_eq!(rejection("first", "x"), "--first cannot be \"x\": it is one of X, O");
    assert_eq!(rejection("quick", "1"), "--quick cannot be \"1\": it is true or false");
    let good = Options::new().with("depth", "9").with("first", "O").with("quick", "true");
    assert!(good.check("nested", SPECS).is_ok());
    assert!(good.has("quick"));
    assert_eq!(
        Options::new().with("depth", "1").check("ttt", &[]).unwrap_err().to_string(),
        "ttt has no option --depth"
    );
}

#[test]
fn values_round_trip_through_text() {
    let number = Value::Integer(4_310_116);
    for (show, text) in [
        (Show::Dec, "4310116"),
        (Show::Hex, "0x41c464"),
        (Show::Bin, "0b10000011100010001100100"),
        (Show::Base64url, "QcRk"),
    ] {
        assert_eq!(number.show(show), text);
        if show != Show::Base64url {
            assert_eq!(Value::parse_integer(text).as_ref(), Ok(&number));
        }
    }
    assert_eq!(Value::parse_base64url("QcRk", true).as_ref(), Ok(&number));

    let bits = Value::parse_bits("000010001").unwrap();
    assert_eq!(bits.show(Show::Bin), "000010001");
    assert_eq!(bits.show(Show::Hex), "0x0880");
    assert_eq!(Value::parse_bits("0b000010001"), Ok(bits));
    assert_eq!(Value::parse_bits("0x0880"), Ok(Value::Bytes(vec![8, 0x80])));

    let bytes = Value::parse_bytes("0xAb01").unwrap();
    assert_eq!(bytes.show(Show::Hex), "ab01");
    assert_eq!(bytes.show(Show::Dec), "43777");
    assert_eq!(bytes.show(Show::Bin), "1010101100000001");
    assert_eq!(Value::parse_bytes("ab01"), Ok(bytes));
}

#[test]
fn invalid_value_text_is_rejected() {
    let long = "9".repeat(1000);
    assert_eq!(
        Value::parse_integer(&long).unwrap_err().to_string(),
        format!("\"{}…\" is too large: no format holds numbers of more than 128 bits", &long[..40])
    );
    for text in ["", "0x", "0b2", "1_000", "+5", "١"] {
        assert!(
            Value::parse_integer(text).unwrap_err().to_string().contains("is not a whole number"),
            "{text}"
        );
    }
    for (text, reason) in [
        ("abc", "3 digits are not a whole number of bytes"),
        ("0xé0", "character 0 is 'é'; digits are 0 to 9 and a to f"),
        ("abg=", "character 2 is 'g'; digits are 0 to 9 and a to f"),
        ("4Rw_", "character 1 is 'R'; the text is valid base64url"),
    ] {
        let error = Value::parse_bytes(text).unwrap_err().to_string();
        assert_eq!(error, format!("not hexadecimal: {reason}"));
    }
    assert_eq!(
        Value::parse_bytes("0b01").unwrap_err().to_string(),
        "not hexadecimal: bytes are written as hexadecimal digits, not as 0b…"
    );
    assert_eq!(
        Value::parse_bits("01a").unwrap_err().to_string(),
        "not a bit string: character 2 is 'a'; a bit string contains only 0 and 1"
    );
    assert!(Value::parse_base64url("A", false).is_err());
    assert!(Value::parse_base64url(&"A".repeat(64), true).is_err());
}
