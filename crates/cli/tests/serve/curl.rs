//! A whole game through curl; see `curl.sh` beside this file.

use std::process::Command;

use ennead_store::testing::Folder;

use crate::database::verify;
use crate::node::{Node, ennead};

const SCRIPT: &str = include_str!("curl.sh");

#[test]
fn a_whole_game_through_curl() {
    let curl = Command::new("curl").arg("--version").output();
    assert!(curl.is_ok(), "curl is missing: this test needs it (Debian: apt-get install curl)");
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite());
    let url = format!("http://{}", node.address);
    let output = Command::new("sh").args(["-c", SCRIPT]).env("URL", url).output().unwrap();
    let (out, transcript) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{out}{transcript}");
    assert!(
        transcript.starts_with("$ curl $URL/api/matches --data {\"game\": \"ttt\""),
        "{transcript}"
    );
    let lines: Vec<&str> = out.lines().collect();
    let [outcome, end, record, refused] = lines[..] else { panic!("{out}{transcript}") };
    assert_eq!([outcome, end, refused], ["outcome: draw", "end: rules", "refused: over"]);
    let hex = record.strip_prefix("record: ").unwrap();
    let text = ennead(&["decode", "record", hex]).output().unwrap();
    assert!(String::from_utf8_lossy(&text.stdout).contains("5 1 3 7 4 6 2 8 9"), "{text:?}");
    verify(&folder.sqlite());
}
