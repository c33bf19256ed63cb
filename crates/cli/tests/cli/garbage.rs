//! No input causes a panic.

use crate::binary::{feed, good, run};
use proptest::prelude::*;
use serde_json::Value as Json;

fn formats() -> Vec<String> {
    let formats: Json = serde_json::from_str(&good(&["formats", "--json"])).unwrap();
    formats
        .as_array()
        .unwrap()
        .iter()
        .map(|format| format["id"].as_str().unwrap().to_string())
        .collect()
}

/// Lines of random bytes, and lines that resemble valid ones.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        prop::collection::vec(any::<u8>().prop_filter("no line end", |byte| *byte != b'\n'), 0..40),
        "[0-9]{1,40}".prop_map(String::into_bytes),
        "0x[0-9a-f]{0,64}".prop_map(String::into_bytes),
        "[01]{0,64}".prop_map(String::into_bytes),
        "[XO.]{0,10}".prop_map(String::into_bytes),
        "([1-9] ){0,10}".prop_map(String::into_bytes),
    ];
    prop::collection::vec(line, 1..200)
        .prop_map(|lines| lines.iter().flat_map(|line| [line, &b"\n"[..]].concat()).collect())
}

/// Random arguments, including words that lead further.
const ARGUMENT: &str = "[^\0]{0,12}|-{0,3}[a-z]{0,6}|encode|decode|inspect|ttt\\.3t|record|--as|\
                        hex|--json";

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 12,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_line_gets_a_line(input in lines()) {
        let count = input.iter().filter(|byte| **byte == b'\n').count();
        for format in formats() {
            for command in ["encode", "decode", "inspect"] {
                let is_encoding = format.starts_with("record") && command == "encode";
                let game: &[&str] = if is_encoding { &["--game", "ttt"] } else { &[] };
                let output = feed(&[&[command, &format, "-"], game].concat(), &input);
                prop_assert_eq!(output.out.lines().count(), count);
                let refused = output.out.lines().any(|line| line.starts_with("error: "));
                prop_assert_eq!(output.status, i32::from(refused));
            }
        }
    }

    #[test]
    fn any_arguments_end_with_a_status(arguments in prop::collection::vec(ARGUMENT, 0..6)) {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        // `man` can write files to a given path, so it is left out.
        if !arguments.contains(&"man") && !arguments.contains(&"-") {
            run(&arguments);
        }
    }
}
