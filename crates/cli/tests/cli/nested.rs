//! The commands of nested tic-tac-toe: endgames, theorem.

use std::fs;

use serde_json::Value as Json;

use crate::binary::{good, misused, refused};

const CERTIFICATE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/nested/theorem/open-43.certificate");

#[test]
fn the_theorem_is_proven_and_certificates_are_checked() {
    let file = std::env::temp_dir().join(format!("ennead-theorem-{}", std::process::id()));
    let path = file.to_str().unwrap();
    let proven = good(&["theorem", "--certificate", path]);
    assert!(proven.starts_with("strategy: X wins within 43 plies"), "{proven}");
    assert!(proven.ends_with(&good(&["theorem", "--check", path])), "{proven}");
    let mut bytes = fs::read(path).unwrap();
    assert!(bytes == fs::read(CERTIFICATE).unwrap());
    bytes[100] ^= 1;
    fs::write(path, &bytes).unwrap();
    assert!(refused(&["theorem", "--check", path]).contains("the file is damaged"));
    fs::write(path, &bytes[..100]).unwrap();
    assert!(refused(&["theorem", "--check", path]).contains("cut off"));
    fs::remove_file(path).unwrap();
    assert!(refused(&["theorem", "--check", path]).contains(path));
    assert!(misused(&["theorem", "--check", path, "--certificate", path]).contains("--check"));
}

#[test]
fn endgames_with_one_open_grid_are_counted() {
    let figures: Json = serde_json::from_str(&good(&["endgames", "one"])).unwrap();
    assert_eq!(figures["states"], 599_022);
    assert!(refused(&["endgames", "XOX.OB.X"]).starts_with("results are nine of X, O, B"));
    assert!(refused(&["endgames", "XOXXOB.XO"]).contains("exactly two grids must be open"));
    assert!(misused(&["endgames", "XOX.OB.XO", "--rules", "open"]).contains("open"));
}
