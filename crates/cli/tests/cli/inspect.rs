//! Values bit by bit.

use crate::binary::{Run, ennead, good, refused};
use serde_json::{Value as Json, json};

#[test]
fn draws_the_bits_over_the_names() {
    let drawing = good(&["inspect", "ttt.3t", "2351957744"]);
    let expected = "\
ttt.3t  32 bits  2351957744

┌31─┬30─┬29─┬28─┬27────┬26─────────┬17─────────┬8──────────┐
│ 1 │ 0 │ 0 │ 0 │  1   │ 100001100 │ 000000011 │ 011110000 │
└───┴───┴───┴───┴──────┴───────────┴───────────┴───────────┘
  C   T   W   L   Turn       X           O        Vacancy

     31  C        1          the game goes on
";
    assert!(drawing.starts_with(expected), "{drawing}");
}

#[test]
fn lines_fit_and_end_without_spaces() {
    let record = good(&["encode", "record", "--game", "ttt", "1 2 3 5 4 6 8 7 9"]);
    let drawing = good(&["inspect", "record", &record]);
    for line in drawing.lines() {
        assert!(line.chars().count() <= 100 && line.trim_end() == line, "{line:?}");
    }
    assert!(drawing.contains("choices"), "{drawing}");
}

#[test]
fn json_has_every_field() {
    let json: Json =
        serde_json::from_str(&good(&["inspect", "ttt.tiny", "1165", "--json"])).unwrap();
    assert_eq!(
        (&json["format"], &json["bits"], &json["value"]),
        (&json!("ttt.tiny"), &json!(11), &json!("1165"))
    );
    let fields = json["fields"].as_array().unwrap();
    let mut at = 0;
    let mut bits = String::new();
    for field in fields {
        assert_eq!(field["start"], at);
        at += field["length"].as_u64().unwrap();
        bits += field["bits"].as_str().unwrap();
        assert!(field["name"].is_string() && field["meaning"].is_string());
    }
    assert_eq!(bits, format!("{:b}", 1165));
}

#[test]
fn rejects_what_decode_rejects() {
    assert_eq!(refused(&["inspect", "ttt.3t", "7"]), refused(&["decode", "ttt.3t", "7"]));
    assert_eq!(refused(&["inspect", "record", "41"]), refused(&["decode", "record", "41"]));
}

#[test]
fn colour_is_for_terminals_and_on_request() {
    let inspect = |variables: &[(&str, &str)]| -> String {
        let mut command = ennead(&["inspect", "ttt.3t", "2147484159"]);
        Run::from(command.envs(variables.iter().copied()).output().unwrap()).out
    };
    assert!(!inspect(&[]).contains('\u{1b}'));
    assert!(inspect(&[("CLICOLOR_FORCE", "1")]).contains('\u{1b}'));
    assert!(!inspect(&[("NO_COLOR", "1"), ("TERM", "xterm")]).contains('\u{1b}'));
}
