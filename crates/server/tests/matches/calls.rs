//! Playing over HTTP.

use serde_json::{Value as Json, json};

use crate::node::{Node, OPERATOR};
use crate::over_both_stores;

over_both_stores! {
    async fn a_whole_game_as_text(node: &Node) {
        let made = node.create("ttt", ["person", "open"]).await;
        assert_eq!(
            node.refused(&made.path("/play"), &made.tokens[0], json!({ "ply": 0, "move": "5" }))
                .await,
            "waiting"
        );
        let joined = node.post(&made.path("/join"), "", json!({})).await;
        assert_eq!(joined["seat"], 1);
        assert_eq!(node.refused(&made.path("/join"), "", json!({})).await, "seat_taken");
        let tokens = [made.tokens[0].clone(), joined["token"].as_str().unwrap().to_string()];
        for (ply, square) in ["5", "1", "3", "2", "7"].iter().enumerate() {
            let body = json!({ "ply": ply, "move": square });
            let view = node.post(&made.path("/play"), &tokens[ply % 2], body).await;
            assert_eq!(view["ply"], ply + 1);
        }
        let view = node.get(&made.path(""), "").await;
        let expected = json!(["X", 0, "rules", "finished", null]);
        let found: Json = ["outcome", "winner", "end", "state", "turn"]
            .iter()
            .map(|key| view[*key].clone())
            .collect();
        assert_eq!(found, expected, "{view}");
        assert_eq!(view["moves"], json!(["5", "1", "3", "2", "7"]));
        let finished = node.get("/api/matches?state=finished", "").await;
        assert_eq!(finished["matches"][0]["id"], json!(made.id));
        let next = node.post(&made.path("/rematch"), &tokens[0], json!({})).await;
        assert_eq!(
            next,
            node.post(&made.path("/rematch"), &tokens[1], json!({})).await,
            "twice is the same match"
        );
        let path = format!("/api/matches/{}", next["id"].as_str().unwrap());
        assert_eq!(node.get(&path, &tokens[0]).await["you"], 1);
        assert_eq!(node.get(&made.path(""), "").await["next"], next["id"]);
    }

    async fn nested_moves_are_whole_paths(node: &Node) {
        let made = node.create("nested", ["person", "person"]).await;
        let view = node
            .post(&made.path("/play"), &made.tokens[0], json!({ "ply": 0, "move": "5.1" }))
            .await;
        assert_eq!((view["last"].clone(), view["turn"].clone()), (json!([4, 0]), json!(1)));
        let ply = view["ply"].clone();
        let body = json!({ "ply": ply, "move": "5.5" });
        assert_eq!(node.refused(&made.path("/play"), &made.tokens[1], body).await, "bad_option");
        let body = json!({ "ply": ply, "move": "1.5" });
        assert_eq!(
            node.post(&made.path("/play"), &made.tokens[1], body).await["last"],
            json!([0, 4])
        );
    }

    async fn rejections_and_their_reasons(node: &Node) {
        let made = node.create("ttt", ["person", "person"]).await;
        let play = made.path("/play");
        let [first, second] = &made.tokens;
        assert_eq!(node.refused(&play, "", json!({ "ply": 0, "options": [0] })).await, "no_seat");
        assert_eq!(
            node.refused(&play, second, json!({ "ply": 0, "options": [0] })).await,
            "not_your_turn"
        );
        assert_eq!(
            node.refused(&play, first, json!({ "ply": 0, "options": [9] })).await,
            "bad_option"
        );
        assert_eq!(
            node.refused(&play, first, json!({ "ply": 0, "move": "10" })).await,
            "bad_option"
        );
        assert_eq!(
            node.refused(&play, first, json!({ "ply": 1, "options": [0] })).await,
            "bad_option"
        );
        assert_eq!(node.refused(&play, first, json!({ "ply": 0 })).await, "bad_request");
        assert_eq!(
            node.refused(&play, first, json!({ "ply": 0, "option": 1 })).await,
            "bad_request"
        );
        assert_eq!(
            node.refused(&play, "AAAAAAAAAAAAAAAAAAAAAA", json!({ "ply": 0, "options": [0] }))
                .await,
            "wrong_token"
        );
        assert_eq!(
            node.refused(&play, "short", json!({ "ply": 0, "options": [0] })).await,
            "wrong_token"
        );
        assert_eq!(
            node.refused(
                "/api/matches/AAAAAAAAAAA/play",
                first,
                json!({ "ply": 0, "options": [0] })
            )
            .await,
            "unknown_match"
        );
        assert_eq!(
            node.refused("/api/matches/nonsense/play", first, json!({ "ply": 0, "options": [0] }))
                .await,
            "unknown_match"
        );
        assert_eq!(node.refused(&made.path("/rematch"), first, json!({})).await, "not_over");
        node.post(&play, first, json!({ "ply": 0, "options": [0] })).await;
        assert_eq!(node.refused(&play, first, json!({ "ply": 0, "options": [3] })).await, "stale");
        node.post(&play, first, json!({ "ply": 0, "options": [0] })).await;
        for body in [
            json!({}),
            json!({ "game": "chess" }),
            json!({ "game": "nested", "setup": { "depth": 0 } }),
            json!({ "game": "ttt", "seats": ["person", "bot:6"] }),
            json!({ "game": "ttt", "seats": ["person", "bot:0"] }),
            json!({ "game": "ttt", "seats": ["person"] }),
            json!({ "game": "ttt", "clock": { "per_move": 0 } }),
            json!({ "game": "ttt", "clock": { "per_move": 1e9 } }),
            json!({ "game": "ttt", "clock": { "base": 5 } }),
        ] {
            assert_eq!(node.refused("/api/matches", "", body).await, "bad_request");
        }
        let (status, json) = node.call("GET", &made.path("/record"), first, &Json::Null).await;
        assert_eq!((status, json["error"]["code"].as_str()), (409, Some("not_over")));
    }

    async fn lists_and_waiting(node: &Node) {
        let open = node.create("ttt", ["person", "open"]).await;
        let hidden = node
            .create_with(json!({ "game": "ttt", "seats": ["person", "open"], "listed": false }))
            .await;
        let list = node.get("/api/matches?state=open", "").await;
        let ids: Vec<&str> = list["matches"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|one| one["id"].as_str())
            .collect();
        assert!(ids.contains(&open.id.as_str()) && !ids.contains(&hidden.id.as_str()), "{list}");
        let made = node.create("ttt", ["person", "person"]).await;
        let waiting = made.path("?after=0&wait=20");
        let (answer, ()) = tokio::join!(node.get(&waiting, ""), async {
            node.post(&made.path("/play"), &made.tokens[0], json!({ "ply": 0, "options": [4] }))
                .await;
        });
        assert_eq!(answer["ply"], 1);
        assert_eq!(node.get(&made.path("?after=5&wait=0"), "").await["ply"], 1, "the time is up");
    }
}

#[tokio::test]
async fn explanations_are_the_games_own_json() {
    let node = Node::sqlite().await;
    let made = node.create("schotten", ["person", "person"]).await;
    let explained = node.get(&made.path("/explain"), &made.tokens[0]).await;
    assert_eq!(explained["stones"].as_array().unwrap().len(), 9);
    let text = "neither side of stone 9 is complete yet";
    assert_eq!(explained["stones"][8], json!({ "stone": 8, "text": text, "best": null }));
    let made = node.create("ttt", ["person", "person"]).await;
    assert_eq!(node.get(&made.path("/explain"), "").await, json!({}));
    node.stop().await;
}

#[tokio::test]
async fn operator_calls_require_the_operator_token() {
    let node = Node::sqlite().await;
    for path in ["/metrics", "/operator"] {
        assert_eq!(node.call("GET", path, "", &Json::Null).await.0, 401);
        assert_eq!(node.call("GET", path, "wrong", &Json::Null).await.0, 401);
        assert_eq!(node.call("GET", path, OPERATOR, &Json::Null).await.0, 200);
    }
    node.create("ttt", ["person", "person"]).await;
    let (_, metrics) = node.call("GET", "/metrics", OPERATOR, &Json::Null).await;
    assert!(metrics.as_str().unwrap().contains("ennead_matches_created_total"), "{metrics}");
    for path in ["/healthz", "/readyz", "/api/openapi.json", "/api/games"] {
        assert_eq!(node.call("GET", path, "", &Json::Null).await.0, 200, "{path}");
    }
    let document = node.get("/api/openapi.json", "").await;
    for path in ["/api/matches", "/api/matches/{id}/play", "/api/explore", "/api/games"] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
}
