//! Values of positions.

use ennead_game::{Options, Turn};
use serde_json::{Value as Json, json};

use crate::support::{Answer, Server};
use crate::{about, random_match, record, server};

async fn analyse(server: &Server, moves: &str, ply: Json) -> Answer {
    let body = json!({ "record": record("ttt", moves, &Options::new()), "ply": ply });
    server.post("/api/analyse", &body.to_string()).await
}

#[tokio::test]
async fn solved_games_have_exact_values_for_every_option() {
    let server = server().await;
    let analysis = analyse(&server, "5 2", Json::Null).await.json();
    assert_eq!(
        (&analysis["worth"], &analysis["exact"], &analysis["seat"]),
        (&json!(1.0), &json!(true), &json!(0))
    );
    let options = analysis["options"].as_array().unwrap();
    assert_eq!(options.len(), 7);
    assert!(options.iter().all(|option| option["exact"] == true));
    assert_eq!(options[0]["worth"], 1.0);
    assert_eq!(options[0]["moves"], 5);
    let mut labels: Vec<u64> =
        options.iter().map(|option| option["label"].as_u64().unwrap()).collect();
    labels.sort_unstable();
    assert_eq!(labels, [0, 2, 3, 5, 6, 7, 8]);
}

#[tokio::test]
async fn any_ply_can_be_analysed_repeatedly() {
    let server = server().await;
    let first = analyse(&server, "5 2 1 9", json!(1)).await.json();
    assert_eq!(
        (&first["ply"], &first["seat"], &first["worth"]),
        (&json!(1), &json!(1), &json!(0.0))
    );
    assert_eq!(analyse(&server, "5 2 1 9", json!(1)).await.json(), first);
    let beyond = analyse(&server, "5 2 1 9", json!(5)).await;
    assert_eq!(
        (beyond.status, beyond.error().1.as_str()),
        (422, "there is no ply 5: the match has 4 choices")
    );
    for ply in [json!(-1), json!(1.5), json!("1"), json!(u64::MAX)] {
        let answer = analyse(&server, "5 2 1 9", ply.clone()).await;
        assert!([400, 422].contains(&answer.status), "{ply}: {}", answer.text());
    }
}

#[tokio::test]
async fn a_forced_last_square_has_the_value_of_its_outcome() {
    let analysis = analyse(&server().await, "5 1 9 3 2 8 7 4", Json::Null).await.json();
    assert_eq!((&analysis["worth"], &analysis["exact"]), (&json!(0.0), &json!(true)));
    assert_eq!(
        analysis["options"],
        json!([{ "option": 0, "label": 5, "worth": 0.0, "exact": true, "moves": 1, "visits": 1 }])
    );
}

#[tokio::test]
async fn nobody_chooses_after_the_end_or_during_the_shuffle() {
    let server = server().await;
    let over = analyse(&server, "5 1 9 2 3 6 7", Json::Null).await;
    assert_eq!((over.status, over.error().0.as_str()), (409, "over"));
    let shuffle = random_match("schotten", &Options::new(), 20, 1);
    let answer = server.post("/api/analyse", &about(&shuffle.record())).await;
    assert_eq!(
        (answer.status, answer.error().1.as_str()),
        (422, "chance chooses at this ply, so there is nothing to analyse")
    );
}

#[tokio::test]
async fn every_game_is_analysed_at_every_kind_of_choice() {
    let server = server().await;
    let manual = Options::new().with("claims", "manual").with("timing", "start");
    let deep = Options::new().with("depth", "1000");
    let cases = [
        ("nested", Options::new(), 21),
        ("nested", deep, 2_500),
        ("schotten", manual, 120),
        ("schotten", Options::new(), 61),
    ];
    for (name, options, choices) in cases {
        let game = random_match(name, &options, choices, 2);
        if matches!(game.turn(), Turn::Over(_)) {
            continue;
        }
        let analysis = server.post("/api/analyse", &about(&game.record())).await.json();
        assert!(analysis["ply"].as_u64().unwrap() >= choices as u64);
        let value = analysis["worth"].as_f64().unwrap();
        assert!((-1.0..=1.0).contains(&value), "{name}: {value}");
    }
}
