//! Clocks, which the server runs whether or not anybody is watching.

use ennead_game::{Outcome, Seat};
use ennead_protocol::{End, Status};
use serde_json::json;

use crate::node::Node;
use crate::over_both_stores;

/// Polls until a match is over.
async fn wait_for_end(node: &Node, path: &str) -> serde_json::Value {
    loop {
        let view = node.get(path, "").await;
        if view["state"] == "finished" {
            return view;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

over_both_stores! {
    async fn time_runs_out_with_nobody_connected(node: &Node) {
        let clock =
            json!({ "game": "ttt", "seats": ["person", "person"], "clock": { "per_move": 0.3 } });
        let made = node.create_with(clock).await;
        let before = node
            .post(&made.path("/play"), &made.tokens[0], json!({ "ply": 0, "options": [4] }))
            .await;
        assert_eq!(before["clocks"][0], 0.3);
        // Lists do not wake a match: the server does so by itself.
        loop {
            let list = node.get("/api/matches?state=finished", "").await;
            if list["matches"].as_array().unwrap().iter().any(|one| one["id"] == made.id.as_str()) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        let view = wait_for_end(node, &made.path("")).await;
        assert_eq!(
            (view["end"].as_str(), view["winner"].as_u64()),
            (Some("time"), Some(0)),
            "{view}"
        );
    }

    async fn a_late_move_is_rejected(node: &Node) {
        let clock = json!({
            "game": "ttt",
            "seats": ["person", "person"],
            "clock": { "base": 0.2, "increment": 0.0 },
        });
        let made = node.create_with(clock).await;
        let mut client = node.open(&made.id, &made.tokens[0]).await;
        assert!(client.state().await.clocks.is_some());
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        client.choose(0, 0).await;
        let over = Status::Over { outcome: Some(Outcome::Win(Seat::SECOND)), end: End::Time };
        let state = client.last_state().await;
        assert_eq!((state.status, state.ply), (over, 0));
    }
}

#[tokio::test]
async fn clocks_run_while_the_server_is_down() {
    let folder = ennead_store::testing::Folder::new();
    let config = || ennead_server::Config::new(String::new());
    let node = Node::start(&folder.sqlite(), config()).await;
    let clock =
        json!({ "game": "ttt", "seats": ["person", "person"], "clock": { "per_move": 0.1 } });
    let made = node.create_with(clock).await;
    node.stop().await;
    tokio::time::sleep(std::time::Duration::from_millis(150)).await;
    let node = Node::start(&folder.sqlite(), config()).await;
    assert_eq!(wait_for_end(&node, &made.path("")).await["end"], "time");
    node.stop().await;
}
