//! The command `analyse`, and bots that think.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::binary::{feed, good, misused, refused};

fn parsed(arguments: &[&str]) -> Json {
    serde_json::from_str(&good(arguments)).unwrap()
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ennead-{name}-{}", std::process::id()))
}

#[test]
fn the_page_of_the_protocol_shows_a_real_session() {
    let page = include_str!("../../../../BOT-PROTOCOL.md");
    let session = page.split("```").find_map(|block| block.strip_prefix("session\n")).unwrap();
    let said = |mark: &str| -> String {
        session
            .lines()
            .filter_map(|line| line.strip_prefix(mark))
            .map(|line| format!("{line}\n"))
            .collect()
    };
    let run = feed(&["bot", "--game", "ttt", "--bot", "best"], said("> ").as_bytes());
    assert_eq!((run.status, run.out), (0, said("< ")));
}

#[test]
fn a_known_mistake_is_found() {
    // X begins in a corner; O replies at an edge, which loses.
    let record = good(&["encode", "record", "--game", "ttt", "1 2 5 9 7 4 3"]);
    let analysis = parsed(&["analyse", &record, "--json"]);
    let moves = analysis["moves"].as_array().unwrap();
    let mistakes: Vec<usize> =
        (0..moves.len()).filter(|at| moves[*at]["mistake"] == json!(true)).collect();
    assert_eq!((mistakes, &analysis["outcome"]), (vec![1], &json!("X")));
    assert_eq!(
        (&moves[1]["before"]["value"], &moves[1]["after"]["value"]),
        (&json!(0), &json!(-1))
    );
    assert_eq!(moves[1]["before"]["exact"], true);
    assert_eq!(moves[1]["best"], "5");
    assert_eq!(analysis["accuracy"][0].as_f64().unwrap().round(), 100.0);
    assert!(analysis["accuracy"][1].as_f64().unwrap() < 100.0, "{analysis}");
    let text = good(&["analyse", &record]);
    assert!(
        text.contains("draw -> loss in 5  mistake: 5 was better")
            && text.contains("mistakes: X 0, O 1\naccuracy: X 100 %, O "),
        "{text}"
    );
}

#[test]
fn a_win_that_is_given_away_is_named() {
    let record = good(&["encode", "record", "--game", "ttt", "1 2 5 9 3"]);
    let analysis = parsed(&["analyse", &record, "--json"]);
    assert_eq!(analysis["moves"][4]["missed_win"], true, "{analysis}");
    assert_eq!(analysis["moves"][1]["missed_win"], false, "{analysis}");
    assert!(good(&["analyse", &record]).contains("win in 3 -> draw  missed win: "));
}

#[test]
fn surprising_moves_are_named() {
    // O overlooks that X completes a line.
    let record = good(&["encode", "record", "--game", "ttt", "5 1 3 2 7"]);
    let modelled = good(&["convert", "--from", "record", "--to", "record.model", &record]);
    for record in [record, modelled] {
        let analysis = parsed(&["analyse", &record, "--json"]);
        let moves = analysis["moves"].as_array().unwrap();
        let bits = |at: usize| moves[at]["surprise"].as_f64().unwrap();
        assert!(bits(3) > 3.0 && bits(4) < 1.0, "{analysis}");
        assert_eq!(
            (&moves[3]["unexpected"], &moves[4]["unexpected"]),
            (&json!(true), &json!(false))
        );
        let text = good(&["analyse", &record]);
        let unexpected = text.lines().last().unwrap();
        assert!(unexpected.contains("4. 2") && !unexpected.contains("5. 7"), "{text}");
        assert!(text.contains(" bits  "), "{text}");
    }
}

#[test]
fn the_plot_is_well_formed() {
    let path = file("plot.svg");
    let record = good(&["encode", "record", "--game", "ttt", "1 2 5 9 7 4 3"]);
    good(&["analyse", &record, "--svg", path.to_str().unwrap()]);
    let svg = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(svg.matches("<circle").count(), 7);
    assert_eq!(svg.matches("#c62828").count(), 1);
    for label in [">move<", ">advantage<", ">X wins<", ">even<"] {
        assert!(svg.contains(label), "{label}");
    }
    let check = feed_python(
        "import sys, xml.dom.minidom; xml.dom.minidom.parseString(sys.stdin.read())",
        &svg,
    );
    assert!(check, "{svg}");
}

/// Whether a Python program succeeds on this input.
fn feed_python(program: &str, input: &str) -> bool {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child =
        Command::new("python3").args(["-c", program]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait().unwrap().success()
}

#[test]
fn every_game_can_be_analysed() {
    for game in ["ttt", "nested", "schotten"] {
        let path = file(&format!("analysed-{game}"));
        let bots = ["--a", "random", "--b", "random"];
        let rest = ["--games", "2", "--nodes", "1", "--records", path.to_str().unwrap()];
        good(&[&["arena", game][..], &bots, &rest].concat());
        let records = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let record = records.lines().next().unwrap();
        let analysis = parsed(&["analyse", "--as", "base64url", record, "--nodes", "20", "--json"]);
        let moves =
            parsed(&["decode", "record", "--as", "base64url", record, "--json"])["moves"].clone();
        let analysed: Vec<Json> = analysis["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|valued| valued["move"].clone())
            .collect();
        assert_eq!(json!(analysed), moves, "{game}");
    }
    assert!(refused(&["analyse", "41"]).starts_with("record body"));
    assert!(refused(&["analyse", "zz"]).starts_with("not hexadecimal"));
    let record = good(&["encode", "record", "--game", "ttt", "1 2"]);
    assert!(
        refused(&["analyse", &record, "--bot", "random"]).contains("does not evaluate positions")
    );
    assert!(
        misused(&["analyse", &record, "--threshold", "0"])
            .contains("it is a number above 0 and up to 2")
    );
}

#[test]
fn best_searches_where_a_game_is_not_solved() {
    for (game, moves, first) in [
        ("connect", "1 2 1 2 1 2", Some("1")),
        ("nested", "5.5", None),
        ("schotten", "", None),
        ("ttt", "1 4 2 5", Some("3")),
    ] {
        let best = parsed(&["best", game, moves, "--nodes", "300", "--json"]);
        assert!(!best["moves"].as_array().unwrap().is_empty(), "{game}: {best}");
        assert_eq!(best["method"], "search", "{game}");
        let engine = best["engine"].as_str().unwrap();
        assert!(first.is_none_or(|first| engine == first && best["value"] == "win"), "{best}");
        // The response names a legal move.
        assert_eq!(best, parsed(&["best", game, moves, "--nodes", "300", "--json"]));
        let next = format!("{moves} {engine}");
        assert!(!good(&["best", game, &next, "--nodes", "50"]).is_empty(), "{game} {next}");
    }
    let connect = good(&["best", "connect", "4 4", "--nodes", "700"]);
    assert_eq!(connect.matches("the engine's choice").count(), 1);
    assert!(connect.contains("an estimate by best"), "{connect}");
    let connect = parsed(&["best", "connect", "4 4", "--nodes", "700", "--json"]);
    let estimates = connect["moves"].as_array().unwrap().iter().map(|of| of["estimate"].as_f64());
    assert!(estimates.clone().all(|one| one <= estimates.clone().next().unwrap()), "{connect}");
    assert!(good(&["best", "connect", "1 2 1 2 1 2 1"]).ends_with("X has won."));
    assert!(refused(&["best", "connect", "4 9"]).starts_with("move 2: "));
    assert!(misused(&["best", "connect", "", "--bot", "nobody"]).contains("nobody"));
    assert!(misused(&["best", "connect", "", "--rules", "open"]).contains("rules"));
}
