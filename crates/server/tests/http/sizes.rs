//! The size in each format, move by move.

use ennead_game::Options;
use serde_json::json;

use crate::{about, random_match, record, server};

#[tokio::test]
async fn every_format_that_can_hold_the_match_is_measured() {
    let server = server().await;
    let body = json!({ "record": record("ttt", "5 1 9 2 3 6 7", &Options::new()) });
    let sizes = server.post("/api/sizes", &body.to_string()).await.json();
    assert_eq!(
        sizes["formats"],
        json!([
            "ttt.tiny",
            "ttt.3t",
            "ttt.bit",
            "ttt.rank",
            "ttt.class",
            "ttt.game",
            "ttt.line",
            "record",
            "record.model"
        ])
    );
    let moves = sizes["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert_eq!(
        moves[0],
        json!({ "ply": 1, "text": "5", "bits": [5, 32, 32, 13, 10, null, 20, 24, 24] })
    );
    assert_eq!(moves[6]["bits"], json!([21, 32, 32, 13, 10, 18, 20, 24, 32]));
    assert_eq!(sizes["bound"][0], 9f64.log2());
    assert_eq!(sizes["bound"].as_array().unwrap().len(), 7);
}

#[tokio::test]
async fn a_match_of_cards_costs_thousands_of_bits_or_hundreds() {
    let game = random_match("schotten", &Options::new(), usize::MAX, 5);
    let sizes = server().await.post("/api/sizes", &about(&game.record())).await.json();
    let formats: Vec<&str> =
        sizes["formats"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert!(
        formats.contains(&"schotten.match") && !formats.contains(&"schotten.card"),
        "{formats:?}"
    );
    let last = sizes["moves"].as_array().unwrap().last().unwrap();
    let bits = |id: &str| {
        last["bits"][formats.iter().position(|format| *format == id).unwrap()].as_u64().unwrap()
    };
    assert_eq!(bits("record"), game.record().len() as u64 * 8);
    assert!(bits("schotten.match") > 30_000);
    assert_eq!(last["ply"], game.choices().len());
}

#[tokio::test]
async fn a_long_match_is_rejected_before_the_work() {
    let game = random_match("nested", &Options::new().with("depth", "4"), 20_000, 1);
    let answer = server().await.post("/api/sizes", &about(&game.record())).await;
    assert_eq!((answer.status, answer.error().0.as_str()), (413, "too_large"));
    assert!(answer.error().1.ends_with("1000 moves and 4000000 for moves times choices"));
}
