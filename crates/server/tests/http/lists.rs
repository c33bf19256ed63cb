//! Lists of games and formats, and the description of the calls.

use ennead_server::openapi;
use serde_json::{Value as Json, json};

use crate::{games, server};

#[tokio::test]
async fn games_list_their_set_up_options_and_bots() {
    let games = server().await.get("/api/games").await.json();
    let ids: Vec<&str> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["ttt", "nested", "schotten", "connect"]);
    let nested = &games["games"][1];
    assert_eq!(nested["title"], "Nested tic-tac-toe");
    assert_eq!(nested["seats"], json!(["X", "O"]));
    assert_eq!(nested["draws"], true);
    assert_eq!(
        nested["setup"][0],
        json!({
            "name": "depth", "kind": "number", "words": null, "texts": null, "min": 1, "max": 1000,
            "default": "2", "suggested": null, "help": "levels of grids; 1 is plain tic-tac-toe",
        })
    );
    assert_eq!(nested["setup"][1]["words"], json!(["X", "O"]));
    for option in
        games["games"].as_array().unwrap().iter().flat_map(|game| game["setup"].as_array().unwrap())
    {
        let [words, texts] = ["words", "texts"].map(|key| option[key].as_array().map(Vec::len));
        assert!(texts.is_none() || texts == words, "one text for each word: {option}");
    }
    let classic =
        json!({ "title": "Classic", "about": "A full grid without a line counts for nobody." });
    assert_eq!(nested["setup"][2]["texts"][1], classic);
    let best = &nested["levels"][4];
    assert_eq!(best["about"], "plays as well as it can");
    assert_eq!(best["level"], 5);
    for game in games["games"].as_array().unwrap() {
        let rated = |level: &Json| level["elo"].is_i64();
        assert!(game["levels"].as_array().unwrap().iter().all(rated), "{}", game["levels"]);
    }
    assert_eq!(games["games"][0]["anchor"], "perfect play");
    assert_eq!(games["games"][2]["anchor"], "a greedy bot that looks one move ahead");
    assert_eq!(nested["formats"], json!(["nested.grid", "nested.pack", "record", "record.model"]));
    assert_eq!(games["games"][2]["draws"], false);
}

#[tokio::test]
async fn formats_are_those_of_the_command_line() {
    let formats = server().await.get("/api/formats").await.json();
    let formats = formats.as_array().unwrap();
    assert_eq!(formats.len(), games().formats().len());
    assert_eq!(
        formats[0],
        json!({
            "id": "ttt.tiny", "game": "ttt",
            "summary": "up to nine placements, legal or not, as indices among the free squares",
            "min_bits": 1, "max_bits": 23, "kind": "integer",
            "options": [{
                "name": "squares", "values": [true, false], "default": "false",
                "help": "ttt.tiny: the text gives squares 1 to 9, \
                         not numbers among the free squares",
            }],
        })
    );
    assert_eq!(formats.last().unwrap()["game"], json!(null));
}

#[test]
fn the_description_matches_the_types_and_handlers() {
    let is_current = openapi::document().unwrap() == openapi::DOCUMENT;
    assert!(
        is_current,
        "crates/server/openapi.json is outdated: crates/server/examples/openapi.rs"
    );
}

#[tokio::test]
async fn the_description_names_every_call_and_every_reference_resolves() {
    let answer = server().await.get("/api/openapi.json").await;
    let document = answer.json();
    for (path, method) in [
        ("/api/games", "get"),
        ("/api/formats", "get"),
        ("/api/explore", "post"),
        ("/api/sizes", "post"),
        ("/api/replay", "post"),
        ("/api/analyse", "post"),
    ] {
        assert!(document["paths"][path][method]["responses"]["200"].is_object(), "{method} {path}");
    }
    for reference in answer.text().split("\"$ref\": \"#").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}

#[tokio::test]
async fn the_list_of_games_is_compressed_for_clients_that_accept_gzip() {
    let server = server().await;
    let plain = server.get("/api/games").await;
    let packed = server.get_with("/api/games", "accept-encoding: gzip\r\n").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.header("vary"), Some("accept-encoding"));
    assert_eq!(plain.header("content-encoding"), None);
    assert!(packed.body.len() * 2 < plain.body.len());
    let body = &packed.body[10..packed.body.len() - 8];
    assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).unwrap(), plain.body);
}
