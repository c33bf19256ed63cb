//! Servers that look values up in tables.

use ennead_store::testing::Folder;
use serde_json::json;

use crate::node::{Node, ennead};

fn solve(arguments: &[&str], table: &str) {
    let output = ennead(&["solve"]).args(arguments).args(["--out", table]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_server_looks_up_what_its_tables_hold() {
    let folder = Folder::new();
    let [tiny, small] =
        ["tiny", "small"].map(|name| folder.path().join(name).display().to_string());
    solve(&["ttt"], &tiny);
    solve(&["connect", "--width", "3", "--height", "3", "--line", "3"], &small);
    let tables = ["--listen", "127.0.0.1:0", "--table", &tiny, "--table", &small];
    let node = Node::start_with(&folder.sqlite(), &tables);
    let review = |game: &str, options: &[&str], moves: &str| {
        let encode = ["encode", "record", "--game", game, moves];
        let output = ennead(&encode).args(options).output().unwrap();
        let record = String::from_utf8(output.stdout).unwrap();
        node.post("/api/review", "", &json!({ "record": record.trim() }))
    };
    let judged = review("ttt", &[], "1 2 5 9");
    assert_eq!((&judged["analyst"], &judged["moves"][1]["moves"]), (&json!("table"), &json!(5)));
    let board = ["--width", "3", "--height", "3", "--line", "3"];
    assert_eq!(review("connect", &board, "1 2 1")["analyst"], "table");
    let other = ["--width", "3", "--height", "4", "--line", "3"];
    assert_ne!(review("connect", &other, "1 2 1")["analyst"], "table");
}

#[test]
fn a_server_without_its_table_does_not_start() {
    let folder = Folder::new();
    let mut command = ennead(&["serve", "--listen", "127.0.0.1:0", "--table", "/nowhere"]);
    let output = command.env("ENNEAD_DATA", folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot read /nowhere/solution.json"), "{said}");
}
