//! Detailed views of positions in a match.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{AnyMatch, Focus, Options, Seat, Viewer};
use serde_json::{Value as Json, json};

use crate::support::{Answer, Server};
use crate::{about, random_match, record, server};

async fn look(
    server: &Server,
    game: &dyn AnyMatch,
    ply: Json,
    path: &[u8],
    budget: Json,
) -> Answer {
    let record = BASE64URL_NOPAD.encode(&game.record());
    let body = json!({ "record": record, "ply": ply, "path": path, "budget": budget });
    server.post("/api/look", &body.to_string()).await
}

fn feed(game: &dyn AnyMatch, path: &[u8], budget: usize) -> String {
    let scene =
        game.scene(Viewer::Seat(Seat::FIRST), &Focus { path: path.to_vec(), budget }).unwrap();
    BASE64URL_NOPAD.encode(scene.payload())
}

fn deep(choices: usize) -> Box<dyn AnyMatch> {
    random_match("nested", &Options::new().with("depth", "6"), choices, 5)
}

#[tokio::test]
async fn a_sub_grid_is_shown_as_of_any_ply() {
    let server = server().await;
    let (game, path) = (deep(600), &[4, 4]);
    let (now, then) = (feed(&*game, path, 2_768), feed(&*deep(240), path, 2_768));
    assert!(now != then);
    for (ply, expected) in [(240, then), (600, now)] {
        let seen = look(&server, &*game, json!(ply), path, json!(2_768)).await.json();
        assert!(seen["feed"] == expected, "at ply {ply}");
        assert!(seen["ply"].as_u64().unwrap() >= ply, "forced choices are made: {}", seen["ply"]);
    }
}

#[tokio::test]
async fn steps_of_a_replay_are_looked_at_by_their_ply() {
    let server = server().await;
    let game = deep(300);
    let replay = server.post("/api/replay", &about(&game.record())).await.json();
    let steps = replay["steps"].as_array().unwrap();
    for step in &steps[..steps.len() - 1] {
        let whole = look(&server, &*game, step["ply"].clone(), &[], Json::Null).await.json();
        assert_eq!(whole, json!({ "ply": step["ply"], "feed": step["feeds"][0] }));
    }
    // The last one counts forced choices that are not in the record.
    let last = look(&server, &*game, Json::Null, &[], Json::Null).await.json();
    let end = steps.last().unwrap();
    assert_eq!(last, json!({ "ply": end["ply"], "feed": end["feeds"][0] }));
}

#[tokio::test]
async fn everything_but_the_record_is_optional() {
    let body = json!({ "record": record("ttt", "5 1", &Options::new()) });
    let seen = server().await.post("/api/look", &body.to_string()).await.json();
    assert_eq!(seen, json!({ "ply": 2, "feed": "gEAAAA" }));
}

#[tokio::test]
async fn missing_parts_are_rejected() {
    let server = server().await;
    let game = deep(60);
    let cases: [(Json, &[u8], &str); 4] = [
        (json!(61), &[], "there is no ply 61: the match has 60 choices"),
        (
            json!(60),
            &[0; 6],
            "that cannot be looked at: the path has 6 cells, but a grid's path has \
             at most 5 here",
        ),
        (
            json!(60),
            &[0; 9_000],
            "that cannot be looked at: the path has 9000 cells, but a grid's path \
             has at most 5 here",
        ),
        (
            json!(60),
            &[3, 9],
            "that cannot be looked at: cell 1 of the path is 9, but cells are 0 to 8",
        ),
    ];
    for (ply, path, message) in cases {
        let answer = look(&server, &*game, ply, path, Json::Null).await;
        assert_eq!(
            (answer.status, answer.error()),
            (422, ("bad_value".to_string(), message.to_string()))
        );
    }
    let flat = random_match("schotten", &Options::new(), 80, 1);
    let answer = look(&server, &*flat, Json::Null, &[0], Json::Null).await;
    assert_eq!(
        (answer.status, answer.error().1.as_str()),
        (
            422,
            "that cannot be looked at: the path has 1 cell(s), but this game is \
             always shown whole: send no path"
        )
    );
}

#[tokio::test]
async fn numbers_out_of_range_are_bad_requests_and_budgets_have_a_limit() {
    let server = server().await;
    let record = BASE64URL_NOPAD.encode(&deep(60).record());
    for wrong in [
        json!({ "ply": -1 }),
        json!({ "path": [256] }),
        json!({ "path": [-1] }),
        json!({ "budget": "1" }),
    ] {
        let mut body = wrong;
        body["record"] = json!(record);
        let answer = server.post("/api/look", &body.to_string()).await;
        assert_eq!((answer.status, answer.error().0.as_str()), (400, "bad_request"), "{body}");
    }
    let game = deep(60);
    let most = look(&server, &*game, Json::Null, &[], json!(u64::MAX)).await.json();
    assert_eq!(most["feed"], feed(&*game, &[], 64 << 10));
    let least = look(&server, &*game, Json::Null, &[], json!(0)).await;
    assert_eq!((least.status, least.error().0.as_str()), (422, "bad_value"));
    assert!(least.error().1.starts_with("that cannot be looked at: "), "{}", least.error().1);
}
