//! Games whose own code panics, on a real server: the match is left alone, and nothing else.

use ennead_protocol::{ServerFrame, Status};
use ennead_server::Config;
use ennead_store::testing::Folder;
use serde_json::{Value as Json, json};

use crate::brittle::{BOT, DRAWING, GO_ON, RULES, bot_panics, brittle_games};
use crate::client::Client;
use crate::node::{CreatedMatch, Node, OPERATOR};

/// A server of the game that panics.
async fn node(folder: &Folder) -> Node {
    let mut config = Config::new(OPERATOR.into());
    config.bots.nodes = Some(10);
    Node::start_with(&folder.sqlite(), config, brittle_games()).await
}

async fn play(node: &Node, made: &CreatedMatch, ply: usize, option: u32) -> (u16, Json) {
    let body = json!({ "ply": ply, "options": [option] });
    node.call("POST", &made.path("/play"), &made.tokens[ply % 2], &body).await
}

/// The error of a call about a match in quarantine. It says nothing about the match.
fn assert_left_alone(made: &CreatedMatch, (status, json): (u16, Json)) {
    let text =
        format!("match {} has failed and is left alone: the server's log has the details", made.id);
    let error = json!({ "error": { "code": "internal", "message": text } });
    assert_eq!((status, json), (500, error));
}

/// Everything but one match goes on: other matches of the game, bots, clocks and lists.
async fn all_else_is_well(node: &Node) {
    let other = node.create("brittle", ["person", "person"]).await;
    let (status, json) = play(node, &other, 0, GO_ON).await;
    assert_eq!((status, &json["ply"]), (200, &json!(1)), "{json}");
    for game in ["brittle", "ttt"] {
        let bot = node.create(game, ["person", "bot:1"]).await;
        assert_eq!(play(node, &bot, 0, GO_ON).await.0, 200);
        assert_eq!(node.get(&bot.path("?after=1"), &bot.tokens[0]).await["ply"], 2);
    }
    let clock = json!({ "per_move": 0.5 });
    let timed = json!({ "game": "ttt", "seats": ["person", "person"], "clock": clock });
    let timed = node.create_with(timed).await;
    let mut watcher = node.open(&timed.id, "").await;
    assert!(matches!(watcher.last_state().await.status, Status::Over { .. }));
    let list = node.get("/api/matches?state=running&limit=100", "").await;
    let is_listed = |one: &Json| one["id"] == other.id.as_str();
    assert!(list["matches"].as_array().unwrap().iter().any(is_listed), "{list}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_that_panic_fail_their_match_alone() {
    let folder = Folder::new();
    let node = node(&folder).await;
    let made = node.create("brittle", ["person", "person"]).await;
    assert_left_alone(&made, play(&node, &made, 0, RULES).await);
    assert_left_alone(&made, play(&node, &made, 0, GO_ON).await);
    assert_left_alone(&made, node.call("GET", &made.path(""), "", &Json::Null).await);
    all_else_is_well(&node).await;
    let metrics = node.get("/metrics", OPERATOR).await;
    assert!(metrics.as_str().unwrap().contains("ennead_quarantined_matches 1"), "{metrics}");
    node.stop().await;
    // Nothing of the move was stored: another version of the game can go on.
    let node = self::node(&folder).await;
    let (status, json) = play(&node, &made, 0, GO_ON).await;
    assert_eq!((status, &json["ply"]), (200, &json!(1)), "{json}");
    node.stop().await;
}

/// A socket that hits upon a panic goes on, and so do those of other matches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_makes_rules_panic_is_answered_with_an_error() {
    let folder = Folder::new();
    let node = node(&folder).await;
    let made = node.create("brittle", ["person", "person"]).await;
    let mut client = node.open(&made.id, &made.tokens[0]).await;
    client.state().await;
    client.choose(0, RULES).await;
    let (code, text) = client.error().await;
    assert_eq!(code, ennead_protocol::Code::Internal);
    assert!(text.ends_with("has failed and is left alone: the server's log has the details"));
    let other = node.create("brittle", ["person", "person"]).await;
    client.open(&other.id, &other.tokens[0]).await;
    assert_eq!(client.state().await.ply, 0);
    all_else_is_well(&node).await;
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drawing_that_panics_fails_its_match_alone() {
    let folder = Folder::new();
    let node = node(&folder).await;
    let made = node.create("brittle", ["person", "person"]).await;
    let mut watcher = node.open(&made.id, "").await;
    watcher.state().await;
    assert_left_alone(&made, play(&node, &made, 0, DRAWING).await);
    assert_left_alone(&made, node.call("GET", &made.path(""), "", &Json::Null).await);
    let mut second = Client::connect(node.address).await;
    second.open(&made.id, "").await;
    assert!(matches!(second.frame().await, ServerFrame::Error { .. }));
    all_else_is_well(&node).await;
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_panics_fails_its_match_alone() {
    let folder = Folder::new();
    let node = node(&folder).await;
    let made = node.create("brittle", ["person", "bot:1"]).await;
    // The move is stored; whether its answer overtakes the bot is up to the scheduler.
    play(&node, &made, 0, BOT).await;
    loop {
        let (status, json) = node.call("GET", &made.path(""), "", &Json::Null).await;
        if status != 200 {
            assert_left_alone(&made, (status, json));
            assert!(bot_panics() > 0);
            break;
        }
    }
    all_else_is_well(&node).await;
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_deletes_a_match_that_panics() {
    let folder = Folder::new();
    let node = node(&folder).await;
    let made = node.create("brittle", ["person", "person"]).await;
    assert_eq!(play(&node, &made, 0, RULES).await.0, 500);
    let path = format!("/api/operator/matches/{}", made.id);
    assert_eq!(node.call("DELETE", &path, OPERATOR, &Json::Null).await.0, 200);
    assert_eq!(node.call("GET", &made.path(""), "", &Json::Null).await.0, 404);
    node.stop().await;
}
