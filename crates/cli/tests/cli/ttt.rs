//! The commands of tic-tac-toe: best, graph, step, tiny.

use serde_json::{Value as Json, json};

use crate::binary::{feed, good, misused, refused};

fn parsed(arguments: &[&str]) -> Json {
    serde_json::from_str(&good(arguments)).unwrap()
}

#[test]
fn best_lists_every_move_with_its_value() {
    let best = parsed(&["best", "ttt", "XX.OO....", "--json"]);
    assert_eq!(best["value"], "win");
    assert_eq!(best["in_moves"], 1);
    assert_eq!(best["engine"], "3");
    assert_eq!(best["method"], "solved");
    assert_eq!(best["moves"][0], json!({"move": "3", "value": "win", "moves": 1}));
    assert_eq!(best["moves"].as_array().unwrap().len(), 5);
    let drawing = good(&["best", "ttt", "1 5"]);
    assert!(drawing.contains("X to move: draw"), "{drawing}");
    assert_eq!(drawing.matches("the engine's choice").count(), 1);
    assert!(drawing.ends_with("The game is solved: every value is exact."), "{drawing}");
    assert!(good(&["best", "ttt", "1 4 2 5 3"]).ends_with("The game is over."));
    assert!(refused(&["best", "ttt", "XXX......"]).starts_with("impossible board"));
    assert!(misused(&["best", "chess", "x"]).contains("ttt"));
}

#[test]
fn the_engine_depends_on_its_seed_alone() {
    let once = good(&["best", "ttt", ".........", "--seed", "9"]);
    assert_eq!(good(&["best", "ttt", ".........", "--seed", "9"]), once);
}

#[test]
fn graph_counts_saves_and_loads() {
    let counts = good(&["graph", "ttt"]);
    for line in ["nodes     765", "X has won 91", "O has won 44", "ties      3"] {
        assert!(counts.contains(line), "{counts}");
    }
    let file = std::env::temp_dir().join(format!("ennead-graph-{}", std::process::id()));
    let path = file.to_str().unwrap();
    assert_eq!(good(&["graph", "ttt", "--save", path]), counts);
    assert_eq!(good(&["graph", "ttt", "--load", path]), counts);
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    assert!(refused(&["graph", "ttt", "--load", path]).starts_with(path));
    std::fs::remove_file(&file).unwrap();
    assert!(refused(&["graph", "ttt", "--load", path]).starts_with(path));
}

#[test]
fn graph_exports_and_shows_nodes() {
    assert!(good(&["graph", "ttt", "--dot"]).starts_with("digraph"));
    let graph = parsed(&["graph", "ttt", "--json"]);
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 765);
    let node = parsed(&["graph", "ttt", "--node", "XO.......", "--json"]);
    assert_eq!(node["score"], "-inf");
    let drawing = good(&["graph", "ttt", "--node", "1 2"]);
    assert!(drawing.contains("Score      -inf") && drawing.contains("LoseDepth  3"), "{drawing}");
}

#[test]
fn step_is_total() {
    assert_eq!(good(&["step", "ttt.bit", "12582912", "20"]), "4457216\nX on square 4; O is next");
    assert_eq!(
        good(&["step", "ttt.bit", "12582912", "4"]),
        "12582912\nno change: it is X's turn, not O's; X is next"
    );
    assert_eq!(good(&["step", "ttt.bit", "0", "0b01111"]).lines().next(), Some("0"));
    assert_eq!(
        good(&["step", "ttt.bit", "458490811", "restart"]),
        "12582912\na new game; X is next"
    );
    assert_eq!(
        parsed(&["step", "ttt.bit", "new", "4", "--player", "O", "--first", "O", "--json"]),
        json!({
            "state": 8_651_264,
            "changed": true,
            "event": "O on square 4",
            "to_move": "X",
            "outcome": null,
        })
    );
    let answered = parsed(&["step", "ttt.bit", "new", "20", "--reply", "--json"]);
    assert_eq!((&answered["to_move"], &answered["changed"]), (&json!("X"), &json!(true)));
    assert!(refused(&["step", "ttt.bit", "1", "0"]).starts_with("square 0 (bits 0–1) is 01"));
    assert!(refused(&["step", "ttt.bit", "0", "x"]).contains("is not a whole number"));
}

#[test]
fn tiny_talks() {
    let talk = feed(&["tiny"], b"2\n1 4 5 3 2 3 2 1 1\n1\n4310116\n3\n");
    assert_eq!(talk.status, 0);
    assert!(
        talk.out.contains("Encoded: 4310116\nIn binary: 10000011100010001100100 (23 bits)"),
        "{}",
        talk.out
    );
    assert_eq!(talk.out.matches("X O X\nO O X\nX O X").count(), 2);
}

#[test]
fn tiny_explains_and_asks_again() {
    let talk = feed(&["tiny"], b"9\n1\nhello\n0\n1165\n2\n1 9\n\n");
    assert_eq!(talk.status, 0);
    for part in [
        "\"9\" is not on the menu: choose 1, 2 or 3.",
        "\"hello\" is not a whole number",
        "a value has 1, 5, 8, 11, 14, 17, 19, 21, 22 or 23 bits",
        "Squares: 3 2 8",
        "8 squares are free, so it is a number from 1 to 8",
        "Encoded: 1\n",
    ] {
        assert!(talk.out.contains(part), "{part}: {}", talk.out);
    }
}

#[test]
fn tiny_survives_anything() {
    let mut flood = vec![b'1', b'\n'];
    flood.extend(vec![b'7'; 1 << 20]);
    flood.extend(b"\n\xff\xfe\x1b[2J\n3");
    assert_eq!(feed(&["tiny"], &flood).status, 0);
    assert_eq!(feed(&["tiny"], b"").status, 0);
}
