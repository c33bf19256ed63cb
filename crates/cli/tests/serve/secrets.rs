//! Secrets that must never be logged.

use std::os::unix::fs::PermissionsExt;

use ennead_store::testing::PostgresServer;
use serde_json::{Value as Json, json};

use crate::node::Node;
use crate::served_match::ServedMatch;

const OPERATOR: &str = "the-operators-own-token";
const PASSWORD: &str = "open-sesame";

#[test]
fn no_secrets_in_the_log() {
    let url =
        PostgresServer::shared().database().replace("ennead@", &format!("ennead:{PASSWORD}@"));
    let listen = ["--listen", "127.0.0.1:0"];
    let node = Node::start_with(
        &url,
        &[&listen[..], &["--log", "trace", "--operator-token", OPERATOR]].concat(),
    );
    let table = ServedMatch::of_two(&node);
    table.sit(&node, 0).play(4);
    node.post(&table.path("/play"), &table.tokens[1], &json!({ "ply": 1, "move": "1" }));
    let open = ServedMatch::set_up(&node, "schotten", ["person", "open"]);
    let joined = node.post(&open.path("/join"), "", &json!({}));
    let wrong = "AAAAAAAAAAAAAAAAAAAAAA";
    assert_eq!(node.refusal("POST", &table.path("/resign"), wrong, &json!({})).1, "wrong_token");
    assert_eq!(node.refusal("GET", "/metrics", "a-guess", &Json::Null).0, 401);
    assert_eq!(node.call("GET", "/metrics", OPERATOR, &Json::Null).0, 200);
    assert_eq!(node.call("GET", "/operator", OPERATOR, &Json::Null).0, 200);
    let greeting = node.greeting.clone();
    let (status, rest, log) = node.terminate();
    assert!(status.success() && log.contains("serving"), "{log}");
    let said = format!("{greeting}{rest}{log}");
    let joined = joined["token"].as_str().unwrap();
    for secret in [
        OPERATOR,
        PASSWORD,
        joined,
        &open.tokens[0],
        &table.tokens[0],
        &table.tokens[1],
        wrong,
        "a-guess",
    ] {
        assert!(!said.contains(secret), "{secret} is in:\n{said}");
    }
}

/// The token created on the first start is readable by its owner only, and is kept.
#[test]
fn the_operators_token_is_kept_in_a_file() {
    let folder = ennead_store::testing::Folder::new();
    let data = folder.path().to_str().unwrap();
    let file = folder.path().join("operator-token");
    let start = || {
        Node::start_with(
            &folder.sqlite(),
            &["--listen", "127.0.0.1:0", "--log", "trace", "--data", data],
        )
    };
    let node = start();
    let token = std::fs::read_to_string(&file).unwrap().trim().to_string();
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(node.call("GET", "/metrics", &token, &Json::Null).0, 200);
    let greeting = node.greeting.clone();
    let (_, rest, log) = node.terminate();
    assert!(!format!("{greeting}{rest}{log}").contains(&token), "{log}");
    let node = start();
    assert_eq!(node.call("GET", "/metrics", &token, &Json::Null).0, 200);
}
