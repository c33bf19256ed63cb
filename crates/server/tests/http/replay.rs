//! Replays of matches.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Options, Turn};
use serde_json::json;

use crate::{about, random_match, record, server};

#[tokio::test]
async fn each_move_has_a_board() {
    let server = server().await;
    let body = json!({ "record": record("ttt", "5 1 9 3 2 8 7 4 6", &Options::new()) });
    let replay = server.post("/api/replay", &body.to_string()).await.json();
    assert_eq!(replay["title"], "Tic-tac-toe");
    assert_eq!(replay["seats"], json!(["X", "O"]));
    assert_eq!(replay["outcome"], "draw");
    let steps = replay["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 10);
    assert_eq!(
        steps[0],
        json!({
            "ply": 0, "seat": null, "text": "", "feeds": ["AAAAAA", "AAAAAA"], "last": [],
            "labels": [0, 1, 2, 3, 4, 5, 6, 7, 8], "turn": 0,
        })
    );
    assert_eq!(
        steps[2],
        json!({
            "ply": 2, "seat": 1, "text": "1", "feeds": ["gEAAAA", "gEAAAA"], "last": [0],
            "labels": [1, 2, 3, 5, 6, 7, 8], "turn": 0,
        })
    );
    assert_eq!(steps[9]["turn"], json!(null));
    assert_eq!(steps[9]["labels"], json!([]));
}

#[tokio::test]
async fn forced_choices_of_the_next_move_are_made() {
    let body = json!({ "record": record("nested", "5.1 1.5", &Options::new()) });
    let replay = server().await.post("/api/replay", &body.to_string()).await.json();
    let steps = replay["steps"].as_array().unwrap();
    assert_eq!(replay["setup"], json!({ "depth": "2", "first": "X", "rules": "both" }));
    // Two choices per move, and the grid that the next move must go to.
    assert_eq!(
        steps.iter().map(|step| step["ply"].as_u64().unwrap()).collect::<Vec<_>>(),
        [0, 3, 5]
    );
    assert_eq!(steps[1]["last"], json!([4, 0]));
    assert_eq!(steps[1]["labels"], json!([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    assert_eq!(steps[2]["labels"], json!([1, 2, 3, 4, 5, 6, 7, 8]));
}

#[tokio::test]
async fn each_seat_sees_its_own_hand_after_the_deal() {
    let game = random_match("schotten", &Options::new(), usize::MAX, 7);
    assert!(matches!(game.turn(), Turn::Over(_)));
    let replay = server().await.post("/api/replay", &about(&game.record())).await.json();
    let steps = replay["steps"].as_array().unwrap();
    assert_eq!(steps.len(), game.moves().len() + 1);
    assert_eq!(steps[0]["ply"], 54);
    assert_ne!(steps[0]["feeds"][0], steps[0]["feeds"][1]);
    for step in steps {
        for feed in step["feeds"].as_array().unwrap() {
            assert!(BASE64URL_NOPAD.decode(feed.as_str().unwrap().as_bytes()).unwrap().len() <= 83);
        }
    }
    assert_eq!(replay["outcome"].as_str().unwrap().split(' ').next(), Some("player"));
}

#[tokio::test]
async fn unfinished_matches_of_every_length_are_shown() {
    let server = server().await;
    for game in ["ttt", "nested", "schotten"] {
        for choices in 0..80 {
            let game = random_match(game, &Options::new(), choices, 3);
            let replay = server.post("/api/replay", &about(&game.record())).await.json();
            let steps = replay["steps"].as_array().unwrap();
            let last = steps.last().unwrap();
            assert!((0..=1).contains(&(steps.len() - 1 - game.moves().len())));
            assert!(last["ply"].as_u64().unwrap() >= choices.min(game.choices().len()) as u64);
        }
    }
}

#[tokio::test]
async fn a_half_made_move_has_no_text() {
    let game = random_match("schotten", &Options::new(), 55, 3);
    let replay = server().await.post("/api/replay", &about(&game.record())).await.json();
    let steps = replay["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 2);
    assert_eq!(
        (&steps[1]["text"], &steps[1]["seat"], &steps[1]["turn"]),
        (&json!(""), &json!(0), &json!(0))
    );
    assert_eq!(steps[1]["last"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn matches_with_too_many_moves_are_rejected() {
    let game = random_match("nested", &Options::new().with("depth", "5"), 10_400, 1);
    let answer = server().await.post("/api/replay", &about(&game.record())).await;
    assert_eq!(answer.status, 413);
    let (moves, choices) = (game.moves().len(), game.choices().len());
    assert_eq!(
        answer.error().1,
        format!(
            "the match has {moves} moves of {choices} choices: the limits are 2000 \
             moves and 40000000 for moves times choices"
        )
    );
}
