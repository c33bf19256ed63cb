//! The command `load`, as far as it can be tested without a server.

use std::net::TcpListener;

use serde_json::Value as Json;

use crate::binary::{misused, refused, run};

#[test]
fn wrong_usage() {
    let said = misused(&["load", "--url", "ftp://127.0.0.1:9009"]);
    assert!(said.contains("it must be http://HOST:PORT, as in http://127.0.0.1:9009"), "{said}");
    let said = misused(&["load", "--url", "https://127.0.0.1:9009"]);
    assert!(said.contains("this program speaks plain HTTP"), "{said}");
    let said = misused(&["load", "--matches", "0"]);
    assert!(
        said.starts_with("nothing to do: ask for at least one match or one idle socket"),
        "{said}"
    );
    let said = misused(&["load", "--depth", "3"]);
    assert!(said.contains("ttt") && said.contains("depth"), "{said}");
    let said = misused(&["load", "--game", "nested", "--depth", "3", "--rules", "open"]);
    assert!(said.contains("it is for depth 2 only"), "{said}");
    let said = misused(&["load", "--attack", "words"]);
    assert!(said.contains("possible values: bot-matches, lists, looks"), "{said}");
    let said = misused(&["load", "--own-server", "--url", "http://127.0.0.1:9009"]);
    assert!(said.contains("cannot be used with"), "{said}");
}

#[test]
fn a_soak_draws_the_memory_of_its_own_server() {
    let name = format!("ennead-soak-{}.svg", std::process::id());
    let file = std::env::temp_dir().join(name);
    let soak = ["load", "--soak", file.to_str().unwrap(), "--seconds", "1", "--matches", "2"];
    let run = run(&soak);
    assert!(run.err.starts_with("memory: ") && run.err.contains(" MB an hour"), "{}", run.err);
    let json: Json = serde_json::from_str(&run.out).unwrap();
    assert!(json["moves"].as_u64() > Some(0), "{json}");
    if cfg!(target_os = "linux") {
        assert!(json["memory"]["peak"].as_u64() > Some(0), "{json}");
    }
    assert!(std::fs::read_to_string(&file).unwrap().ends_with("</svg>\n"));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn an_attack_is_a_line_of_a_table() {
    let run =
        run(&["load", "--attack", "readiness", "--rounds", "1", "--window", "1", "--pairs", "2"]);
    let table = &run.out;
    let line: Vec<&str> = table.lines().nth(2).unwrap().split_whitespace().collect();
    assert_eq!((line[0], line.last()), ("readiness", Some(&"0")), "{table}");
    assert!(line[1].parse::<u64>().unwrap() > 0, "{table}");
    // On a busy machine the targets may be missed, and scripts must be able to tell.
    let misses = table.lines().nth(2).unwrap().contains('!');
    let (status, said) = match misses {
        true => (1, "error: targets were missed: readiness"),
        false => (0, ""),
    };
    assert_eq!((run.status, run.err.trim()), (status, said), "{table}");
}

/// A port that was free a moment ago has no server.
#[test]
fn no_server() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let said = refused(&["load", "--url", &format!("http://{address}")]);
    assert!(said.starts_with(&format!("cannot set up a match at http://{address}: ")), "{said}");
}
