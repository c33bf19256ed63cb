//! The commands `arena` and `bot`.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value as Json, json};

use crate::binary::{feed, good, misused, refused};
use crate::games::GAMES;

const ENNEAD: &str = env!("CARGO_BIN_EXE_ennead");

fn parsed(arguments: &[&str]) -> Json {
    serde_json::from_str(&good(arguments)).unwrap()
}

/// An arena's result as JSON.
fn arena(arguments: &str, bots: [&str; 2]) -> Json {
    let mut words = vec!["arena"];
    words.extend(arguments.split_whitespace());
    words.extend(["--a", bots[0], "--b", bots[1], "--json"]);
    parsed(&words)
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ennead-{name}-{}", std::process::id()))
}

fn python() -> String {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/engine.py");
    format!("engine:python3 {}", script.display())
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let play = |threads: &str| {
        let path = file(&format!("records-{threads}"));
        let words = format!(
            "ttt --games 60 --nodes 20 --seed 7 --threads {threads} --records {}",
            path.display()
        );
        let result = arena(&words, ["random", "random"]);
        let records = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        (result, records)
    };
    let (result, records) = play("1");
    assert_eq!(play("3"), (result.clone(), records.clone()));
    assert_eq!(records.lines().count(), 60);
    let outcomes = records
        .lines()
        .map(|line| parsed(&["decode", "record", "--as", "base64url", line, "--json"]));
    let outcomes: Vec<Json> = outcomes.map(|match_| match_["outcome"].clone()).collect();
    // A has the first seat in every other game.
    let won = |(number, outcome): &(usize, &Json)| {
        **outcome == json!(if number % 2 == 0 { "X" } else { "O" })
    };
    assert_eq!(result["wins"], outcomes.iter().enumerate().filter(won).count());
    assert_eq!(result["draws"], outcomes.iter().filter(|outcome| **outcome == "draw").count());
}

#[test]
fn pairs_begin_alike() {
    for (game, moves, choices) in [("ttt", 2, 2), ("nested", 3, 6), ("schotten", 0, 53)] {
        let path = file(&format!("pairs-{game}"));
        let opening = if game == "nested" { "--opening 3" } else { "" };
        let words = format!("{game} {opening} --games 8 --nodes 1 --records {}", path.display());
        arena(&words, ["random", "random"]);
        let records = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let matches: Vec<_> =
            records.lines().map(data).map(|record| GAMES.open_record(&record).unwrap()).collect();
        for pair in matches.chunks(2) {
            assert_eq!(pair[0].choices()[..choices], pair[1].choices()[..choices], "{game}");
            assert_eq!(pair[0].moves()[..moves], pair[1].moves()[..moves], "{game}");
            assert_ne!(pair[0].choices(), pair[1].choices(), "{game}");
        }
        assert_ne!(matches[0].choices()[..choices], matches[2].choices()[..choices], "{game}");
    }
}

fn data(base64url: &str) -> Vec<u8> {
    ennead_game::Value::parse_base64url(base64url, false).unwrap().to_bytes()
}

#[test]
fn json_contains_everything() {
    let result = arena("nested --rules count --depth 2 --games 4 --nodes 5", ["random", "random"]);
    for (key, value) in [
        ("game", json!("nested")),
        ("setup", json!({"depth": "2", "first": "X", "rules": "count"})),
        ("a", json!("random")),
        ("budget", json!({"ms": null, "nodes": 5})),
        ("opening", json!(2)),
        ("seed", json!(1)),
        ("games", json!(4)),
        ("sprt", Json::Null),
        ("faults", json!([])),
    ] {
        assert_eq!(result[key], value, "{key}");
    }
    let count = |key: &str| result[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses"), 4);
    let pairs: u64 =
        result["pairs"].as_array().unwrap().iter().map(|pair| pair.as_u64().unwrap()).sum();
    assert_eq!(pairs, 2);
    let (low, high) = (result["elo_low"].as_f64().unwrap(), result["elo_high"].as_f64().unwrap());
    assert!(low < result["elo"].as_f64().unwrap() && result["elo"].as_f64().unwrap() < high);
}

#[test]
fn a_sequential_test_stops_early() {
    let test = |elos: &str, threads: u32| {
        arena(
            &format!("ttt --games 20000 --nodes 1 --threads {threads} --sprt {elos}"),
            ["random", "random"],
        )
    };
    let better = test("--elo0 -300 --elo1 -100", 2);
    assert_eq!(better["sprt"]["verdict"], "elo1");
    assert!(better["games"].as_u64().unwrap() < 2000, "{better}");
    assert!(better["sprt"]["llr"].as_f64().unwrap() >= better["sprt"]["upper"].as_f64().unwrap());
    assert_eq!(test("--elo0 -300 --elo1 -100", 1), better);
    assert_eq!(test("--elo0 100 --elo1 300", 2)["sprt"]["verdict"], "elo0");
}

#[test]
fn invalid_contests_are_rejected() {
    let contest = |rest: &[&str]| {
        misused(&[&["arena", "ttt", "--a", "random", "--b", "random"], rest].concat())
    };
    assert!(contest(&["--games", "3"]).starts_with("--games cannot be 3: games come in pairs"));
    assert!(
        contest(&["--games", "2", "--sprt", "--elo0", "9", "--elo1", "1"])
            .starts_with("elo0 must be below elo1")
    );
    assert!(contest(&["--games", "2", "--depth", "2"]).starts_with("ttt has no option --depth"));
    assert!(
        misused(&["arena", "ttt", "--a", "random", "--b", "nobody", "--games", "2"])
            .starts_with("ttt has no bot \"nobody\": there are random, ")
    );
    let broken = refused(&["arena", "ttt", "--a", "random", "--b", "engine:false", "--games", "2"]);
    assert!(broken.starts_with("engine \"false\" exited"), "{broken}");
    let lost = refused(&[
        "arena",
        "ttt",
        "--a",
        "random",
        "--b",
        "random",
        "--games",
        "2",
        "--records",
        "/no/such/folder/file",
    ]);
    assert!(lost.starts_with("/no/such/folder/file: "));
}

#[test]
fn the_python_example_plays_every_game() {
    for game in [
        "ttt",
        "nested",
        "nested --depth 3 --rules classic",
        "schotten",
        "schotten --claims manual",
    ] {
        let result = arena(&format!("{game} --games 4 --nodes 1"), ["random", &python()]);
        assert_eq!(
            (&result["games"], &result["faults"]),
            (&json!(4), &json!([])),
            "{game}: {result}"
        );
    }
}

#[test]
fn our_bots_play_over_both_protocols() {
    let over_ennead = format!("engine:{ENNEAD} bot --game nested --bot random");
    let over_cg = format!("cg:{ENNEAD} bot --protocol cg --bot random --nodes 1");
    let result = arena("nested --rules count --games 6 --nodes 1", [&over_ennead, &over_cg]);
    assert_eq!(
        (&result["games"], &result["faults"], &result["opening"]),
        (&json!(6), &json!([]), &json!(0))
    );
    let result = arena("nested --rules count --games 4 --nodes 1", [&over_cg, &over_cg]);
    assert_eq!(result["faults"], json!([]));
    let hidden = format!("engine:{ENNEAD} bot --game schotten --bot random");
    assert_eq!(arena("schotten --games 4 --nodes 1", [&hidden, "random"])["faults"], json!([]));
}

/// `best` at depth 2 always answers the same, so only the seed of the program makes games differ.
#[test]
fn programs_play_other_games_by_their_seeds() {
    let over_cg = format!("cg:{ENNEAD} bot --protocol cg --bot random --nodes 1");
    let over_ennead = format!("engine:{ENNEAD} bot --game nested --bot random --nodes 1");
    for (number, program) in [&over_cg, &over_ennead].into_iter().enumerate() {
        let path = file(&format!("seeds-{number}"));
        let settings = "nested --rules count --opening 0 --games 6 --nodes 1";
        let words = format!("{settings} --records {}", path.display());
        let play = || {
            assert_eq!(arena(&words, ["best", program])["faults"], json!([]));
            let records = fs::read_to_string(&path).unwrap();
            fs::remove_file(&path).unwrap();
            records
        };
        let records = play();
        assert_eq!(records.lines().collect::<HashSet<_>>().len(), 6, "{records}");
        assert_eq!(play(), records, "the seed of the arena determines those of the programs");
    }
}

#[test]
fn cg_follows_a_match_from_its_start_only() {
    let over_cg = format!("cg:{ENNEAD} bot --protocol cg --bot random --nodes 1");
    for words in [
        "nested --rules count --opening 4 --games 2 --nodes 1",
        "nested --depth 3 --games 2 --nodes 1",
    ] {
        let result = arena(words, ["random", &over_cg]);
        let error = result["faults"][0]["error"].as_str().unwrap();
        assert!(error.starts_with("CodinGame's protocol follows one match of depth 2"), "{error}");
        assert_eq!((&result["wins"], &result["faults"][0]["bot"]), (&json!(2), &json!("b")));
    }
}

#[test]
fn a_codingame_session() {
    let cg = ["bot", "--protocol", "cg", "--bot", "random", "--nodes", "1"];
    let run = feed(&cg, b"-1 -1\n2\n0 0\n0 1\n");
    let cell: Vec<u8> = run.out.split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert!(run.status == 0 && cell.len() == 2 && cell.iter().all(|number| *number < 9), "{run:?}");
    // Sent to the middle grid by a move into a middle cell.
    let run = feed(&cg, b"1 1 gg\n1\n3 3\n");
    let cell: Vec<u8> = run.out.split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert!(cell.iter().all(|number| (3..6).contains(number)), "{run:?}");
    for (input, reason) in [
        ("9 0\n0\n", "the opponent's move: \"9 0\" is not a cell"),
        ("0 0\nmany\n", "\"many\" is not a number of legal cells"),
        ("-1 -1\n82\n", "82 legal cells exceed the size of the board"),
    ] {
        let run = feed(&cg, input.as_bytes());
        assert!(run.status == 1 && run.err.starts_with(&format!("error: {reason}")), "{run:?}");
    }
}

#[test]
fn a_session_of_our_protocol() {
    let bot = ["bot", "--game", "ttt", "--bot", "random"];
    let run = feed(
        &bot,
        b"ennead 1\ngame ttt\nposition\nseat 1\nview 0000\noptions 9\nlimit nodes 5\ngo\nbye\n",
    );
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "ennead 1 ennead random");
    let option: u32 = lines[1].strip_prefix("option ").unwrap().parse().unwrap();
    assert!(option < 9 && lines.len() == 2 && run.status == 0, "{run:?}");
    for (input, reason) in [
        ("hello\n", "\"hello\" is not expected here: a host begins with `ennead 1`"),
        ("ennead 7\n", "the host speaks version \"7\" of the protocol, but version 1 was expected"),
        (
            "ennead 1\ngame chess\n",
            "\"game chess\" is not expected here: this bot plays another game",
        ),
        ("ennead 1\nposition\ngo\n", "the position has no view"),
        (
            "ennead 1\nposition\nview zz\ngo\n",
            "\"view zz\" is not expected here: a view is an even number",
        ),
        ("ennead 1\nposition\nview ffff\ngo\n", "not a view: "),
        ("ennead 1\nposition\nlimit ms soon\n", "\"limit ms soon\" is not expected here"),
        ("ennead 1\nposition\n", "\"\" is not expected here: a position ends with go"),
    ] {
        let run = feed(&bot, input.as_bytes());
        assert!(run.status == 1 && run.err.starts_with(&format!("error: {reason}")), "{run:?}");
    }
    assert_eq!(feed(&bot, &[b'x'; 2 << 20]).err, "error: a line is longer than 1048576 bytes\n");
    assert!(misused(&["bot", "--bot", "random"]).starts_with("say which game"));
    assert!(
        misused(&["bot", "--protocol", "cg", "--game", "ttt", "--bot", "random"])
            .starts_with("CodinGame's protocol is for nested")
    );
}
