//! Clocks, which the server runs whether or not anybody is watching. The clocks of these matches
//! ran out long ago, so that no test waits for them.

use data_encoding::BASE64URL_NOPAD;
use ennead_store::{Entry, Event, MatchId};
use serde_json::json;

use crate::attacks::{LONG_AGO, fast, head, ids, start, until};
use crate::node::Node;
use crate::over_both_stores;

/// Waits for a match in the list of finished ones. Lists do not wake a match: the server ends it by
/// itself.
async fn wait_for_end(node: &Node, id: &str) -> serde_json::Value {
    until(async || {
        let list = node.get("/api/matches?state=finished", "").await;
        ids(&list).iter().any(|one| one == id).then_some(())
    })
    .await;
    node.get(&format!("/api/matches/{id}"), "").await
}

over_both_stores! {
    async fn time_runs_out_with_nobody_connected(node: &Node) {
        let id = MatchId::new(LONG_AGO, 1);
        let moved = Entry { at: 0, event: Event::Choices(vec![4]) };
        node.store.create(id, &head(start()), &[moved], LONG_AGO, None).await.unwrap();
        let view = wait_for_end(node, &id.to_string()).await;
        assert_eq!(
            (view["end"].as_str(), view["winner"].as_u64()),
            (Some("time"), Some(0)),
            "{view}"
        );
    }

    async fn a_late_move_is_rejected(node: &Node) {
        let id = MatchId::new(LONG_AGO, 1);
        // The server looks at it too late.
        let never = 1 << 52;
        node.store.create(id, &head(start()), &[], never, None).await.unwrap();
        let (path, token) = (format!("/api/matches/{id}"), BASE64URL_NOPAD.encode(&[1; 16]));
        let play = json!({ "ply": 0, "options": [0] });
        assert_eq!(node.refused(&format!("{path}/play"), &token, play).await, "over");
        let view = node.get(&path, "").await;
        assert_eq!(
            (view["end"].as_str(), view["winner"].as_u64(), view["ply"].as_u64()),
            (Some("time"), Some(1), Some(0)),
            "{view}"
        );
    }
}

#[tokio::test]
async fn clocks_run_while_the_server_is_down() {
    let folder = ennead_store::testing::Folder::new();
    let config = || ennead_server::Config::new(String::new());
    let node = Node::start(&folder.sqlite(), config()).await;
    let clock =
        json!({ "game": "ttt", "seats": ["person", "person"], "clock": { "per_move": 3_600 } });
    let made = node.create_with(clock).await;
    node.stop().await;
    let later = ennead_server::Config { wall: fast, ..config() };
    let node = Node::start(&folder.sqlite(), later).await;
    assert_eq!(wait_for_end(&node, &made.id).await["end"], "time");
    node.stop().await;
}
