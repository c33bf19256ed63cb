//! Clients that disconnect before they receive a response.

use std::io::Write;
use std::net::TcpStream;

use ennead_store::testing::Folder;
use serde_json::json;

use crate::node::Node;
use crate::served_match::ServedMatch;

const ROUNDS: usize = 40;

/// Once, a move whose sender disconnected was stored but published to nobody, not even when it was
/// sent again.
#[test]
fn a_move_is_published_although_its_sender_disconnects() {
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite());
    for _ in 0..ROUNDS {
        let table = ServedMatch::of_two(&node);
        let mut opponent = table.sit(&node, 1);
        let play = json!({ "ply": 0, "options": [4] });
        hang_up(&node, &table.path("/play"), &table.tokens[0], &play.to_string());
        node.post(&table.path("/play"), &table.tokens[0], &play);
        assert_eq!(opponent.pass(0).last, [4]);
    }
}

/// Sends a call without waiting for the response.
fn hang_up(node: &Node, path: &str, token: &str, body: &str) {
    let mut stream = TcpStream::connect(node.address).unwrap();
    let (host, length) = (node.address, body.len());
    let head = format!("POST {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\n");
    stream.write_all(format!("{head}content-length: {length}\r\n\r\n{body}").as_bytes()).unwrap();
}
