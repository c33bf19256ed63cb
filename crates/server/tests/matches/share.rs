//! What links, programs and spectators see of a match: previews, QR codes, views, earlier
//! positions.

use serde_json::json;

use crate::node::Node;

const MARKUP: &str = "<b>Ada</b> & \"Co\"";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn link_previews_name_the_players_and_the_result() {
    let node = Node::sqlite().await;
    let wish = json!({ "game": "ttt", "seats": ["person", "open"], "name": MARKUP });
    let made = node.create_with(wish).await;
    let page = async |path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
        let (status, page) = node.send(request.as_bytes()).await;
        assert_eq!(status, 200, "{path}");
        page
    };
    let link = format!("/m/{}", made.id);
    let invited = page(&link).await;
    let title = "&lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Co&quot; invites you to Tic-tac-toe";
    assert!(invited.contains(&format!("<title>{title}</title>")), "{invited}");
    assert!(invited.contains(&format!("property=\"og:title\" content=\"{title}\"")), "{invited}");
    assert!(!invited.contains("<b>"), "{invited}");
    let joined = node.post(&made.path("/join"), "", json!({ "name": "Bob" })).await;
    let guest = joined["token"].as_str().unwrap();
    assert!(page(&link).await.contains("against Bob</title>"));
    node.post(&made.path("/resign"), guest, json!({})).await;
    assert!(page(&format!("/r/{}/", made.id)).await.contains("beat Bob</title>"));
    // If there is no match, the page itself reports that.
    assert!(page("/m/AAAAAAAAAAA").await.contains("<title>Ennead</title>"));
    assert!(page("/m/nonsense").await.contains("<title>Ennead</title>"));
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_has_a_qr_code() {
    let node = Node::sqlite().await;
    let code = node.post("/api/qr", "", json!({ "text": "http://a/m/AAAAAAAAAAA" })).await;
    assert!(code["size"].as_u64().unwrap() >= 21, "{code}");
    let long = json!({ "text": "x".repeat(301) });
    assert_eq!(node.refused("/api/qr", "", long).await, "bad_request");
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn views_come_before_forced_choices_and_lines_name_them() {
    let node = Node::sqlite().await;
    let made = node.create("nested", ["person", "person"]).await;
    let body = json!({ "ply": 0, "line": [4, 0] });
    let shown = node.post(&made.path("/play"), &made.tokens[0], body).await;
    // The server has made the forced choice of the grid.
    assert_eq!(shown["ply"], 3, "{shown}");
    let shown = node.get(&made.path("?view=true"), &made.tokens[1]).await;
    assert_eq!(shown["view_ply"], 2, "{shown}");
    assert!(shown["view"].is_string());
    let other = node.get(&made.path("?view=true"), &made.tokens[0]).await;
    assert_eq!(other["view_ply"], 3, "{other}");
    assert!(node.get(&made.path(""), &made.tokens[0]).await["view"].is_null());
    let two = json!({ "ply": 3, "line": [0], "options": [0] });
    assert_eq!(node.refused(&made.path("/play"), &made.tokens[1], two).await, "bad_request");
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn earlier_positions_are_those_that_the_viewer_saw() {
    let node = Node::sqlite().await;
    let made = node.create("schotten", ["person", "person"]).await;
    let before: Vec<_> = [
        node.get(&made.path(""), &made.tokens[0]).await["feed"].clone(),
        node.get(&made.path(""), &made.tokens[1]).await["feed"].clone(),
    ]
    .into();
    assert_ne!(before[0], before[1], "the hands differ");
    let turn = node.get(&made.path(""), "").await;
    let mover = turn["turn"].as_u64().unwrap() as usize;
    let body = json!({ "ply": turn["ply"], "move": "0>4" });
    node.post(&made.path("/play"), &made.tokens[mover], body).await;
    for (token, before) in made.tokens.iter().zip(before) {
        let history = node.get(&made.path("/history"), token).await;
        let steps = history["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 2, "{history}");
        assert_eq!(steps[0]["feed"], before);
        let now = node.get(&made.path(""), token).await;
        assert_eq!(steps[1]["feed"], now["feed"]);
    }
    node.stop().await;
}
