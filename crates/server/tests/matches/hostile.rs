//! Hostile clients.

use ennead_game::{Random, SplitMix64};
use ennead_protocol::{ClientFrame, Code, Features, ServerFrame};
use ennead_server::Config;
use ennead_store::testing::Folder;
use futures_util::SinkExt;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::node::{Node, OPERATOR, PATIENCE};

/// Checks that the server still works: a match can be created and played.
async fn still_well(node: &Node) {
    let made = node.create("ttt", ["person", "person"]).await;
    node.post(&made.path("/play"), &made.tokens[0], json!({ "ply": 0, "options": [4] })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_frames_are_answered_and_change_nothing() {
    let node = Node::sqlite().await;
    let made = node.create("schotten", ["person", "person"]).await;
    let mut random = SplitMix64::new(3);
    let before = node.get(&made.path(""), "").await;
    let mut client = node.open(&made.id, &made.tokens[1]).await;
    client.state().await;
    for _ in 0..400 {
        let length = random.below(24) as usize;
        let mut bytes: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
        // Neither resigning nor opening another match.
        if matches!(bytes.first(), Some(0xf0 | 0xf1)) {
            bytes[0] = 0xf7;
        }
        client.send_bytes(bytes).await;
        assert!(matches!(client.frame().await, ServerFrame::Error { .. } | ServerFrame::State(_)));
    }
    let after = node.get(&made.path(""), "").await;
    assert_eq!(before["ply"], after["ply"]);
    still_well(&node).await;
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn huge_messages_and_text_end_in_an_error_or_the_socket() {
    let node = Node::sqlite().await;
    let made = node.create("ttt", ["person", "person"]).await;
    let mut client = node.open(&made.id, &made.tokens[0]).await;
    client.state().await;
    client.socket.send(Message::text("hello")).await.unwrap();
    assert_eq!(client.error().await.0, Code::BadFrame);
    let mut other = node.open(&made.id, &made.tokens[1]).await;
    other.state().await;
    other.send_bytes(vec![0; 5_000]).await;
    let Some(Message::Close(Some(close))) = other.message().await else { panic!("a close frame") };
    assert_eq!(u16::from(close.code), 1009, "{close}");
    let _ = client.socket.send(Message::binary(vec![0; 1 << 20])).await;
    match client.message().await {
        None => {}
        Some(Message::Close(Some(close))) => assert_eq!(u16::from(close.code), 1009, "{close}"),
        Some(other) => panic!("{other:?}"),
    }
    let (status, json) =
        node.call("POST", "/api/explore", "", &json!({ "value": "0".repeat(100_000) })).await;
    assert_eq!((status, json["error"]["code"].as_str()), (413, Some("too_large")));
    still_well(&node).await;
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_tokens_guessed_ids_and_other_seats() {
    let node = Node::sqlite().await;
    let made = node.create("ttt", ["person", "person"]).await;
    let mut client = Client::connect(node.address).await;
    client.choose(0, 0).await;
    assert_eq!(client.error().await, (Code::BadFrame, "open a match first".into()));
    client.open(&made.id, "AAAAAAAAAAAAAAAAAAAAAA").await;
    assert_eq!(client.error().await.0, Code::WrongToken);
    let mut random = SplitMix64::new(5);
    for _ in 0..50 {
        client
            .send(&ClientFrame::Open {
                id: random.next_u64().to_be_bytes(),
                token: None,
                features: Features::NONE,
            })
            .await;
        assert_eq!(client.error().await.0, Code::UnknownMatch);
    }
    client.open(&made.id, "").await;
    client.state().await;
    for frame in [
        ClientFrame::Resign,
        ClientFrame::Draw,
        ClientFrame::Rematch,
        ClientFrame::Choice { ply: 0, options: vec![0] },
    ] {
        client.send(&frame).await;
        assert_eq!(client.error().await.0, Code::NoSeat, "{frame:?}");
    }
    client.open(&made.id, &made.tokens[1]).await;
    client.state().await;
    client.choose(0, 0).await;
    assert_eq!(client.error().await.0, Code::NotYourTurn);
    still_well(&node).await;
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_cut_off() {
    let node = Node::with(|config| {
        config.limits.limit_loopback = true;
        config.limits.messages_per_second = 5;
        config.limits.calls_per_second = 5;
        config.limits.connections_per_address = 4;
    })
    .await;
    let made = node.create("ttt", ["person", "person"]).await;
    let mut client = node.open(&made.id, &made.tokens[1]).await;
    client.state().await;
    for _ in 0..100 {
        if client.socket.send(Message::binary(vec![0, 0])).await.is_err() {
            break;
        }
    }
    let mut ended = false;
    while let Some(message) = client.message().await {
        ended |= matches!(&message, Message::Close(Some(close)) if u16::from(close.code) == 1008);
    }
    assert!(ended, "a socket that floods is closed with code 1008");
    // Without pauses between them, however slow the machine is.
    let calls = "GET /api/games HTTP/1.1\r\nhost: x\r\n\r\n".repeat(40);
    let (_, answers) = node.send(calls.as_bytes()).await;
    assert!(answers.contains("HTTP/1.1 429"), "too many calls are rejected");
    let mut held = Vec::new();
    let mut refused = false;
    for _ in 0..8 {
        let mut stream = TcpStream::connect(node.address).await.unwrap();
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
        let mut byte = [0];
        refused |= !matches!(stream.read(&mut byte).await, Ok(1));
        held.push(stream);
    }
    assert!(refused, "the fifth connection of an address is refused");
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_count_as_connections_until_they_end() {
    // The call that creates the match counts as a connection until the server has closed it, which
    // a client cannot see: another server is called.
    let folder = Folder::new();
    let free = Node::start(&folder.sqlite(), Config::new(OPERATOR.into())).await;
    let made = free.create("ttt", ["person", "person"]).await;
    free.stop().await;
    let mut config = Config::new(OPERATOR.into());
    config.limits.limit_loopback = true;
    config.limits.connections_per_address = 4;
    let node = Node::start(&folder.sqlite(), config).await;
    let mut sockets = Vec::new();
    for _ in 0..4 {
        let mut client = node.open(&made.id, &made.tokens[1]).await;
        client.state().await;
        sockets.push(client);
    }
    let answers = async || {
        let mut stream = TcpStream::connect(node.address).await.unwrap();
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
        matches!(stream.read(&mut [0]).await, Ok(1))
    };
    assert!(!answers().await, "the fifth connection of an address is refused");
    sockets.pop();
    while !answers().await {}
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_open_and_slow_clients_delay_nobody() {
    let node = Node::sqlite().await;
    let mut held = Vec::new();
    for text in [
        "",
        "GET",
        "GET / HTTP/1.1\r\nhost:",
        "POST /api/matches HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
    ] {
        for _ in 0..20 {
            let mut stream = TcpStream::connect(node.address).await.unwrap();
            stream.write_all(text.as_bytes()).await.unwrap();
            held.push(stream);
        }
    }
    still_well(&node).await;
    let made = node.create("ttt", ["person", "person"]).await;
    // A spectator that never reads.
    let mut deaf = node.open(&made.id, "").await;
    let mut client = node.open(&made.id, &made.tokens[0]).await;
    client.state().await;
    for _ in 0..200 {
        client.choose(0, 4).await;
        client.state().await;
    }
    deaf.state().await;
    // An incomplete request head must end the connection.
    let mut byte = [0];
    let ended =
        tokio::time::timeout(PATIENCE, held[1].read(&mut byte)).await.expect("it is cut off");
    assert!(matches!(ended, Ok(0) | Err(_)));
    node.stop().await;
}

#[tokio::test]
async fn sockets_of_other_origins_are_rejected() {
    let node = Node::with(|config| config.origins = vec!["https://friend.example".into()]).await;
    let address = node.address;
    let upgrade = |origin: String| {
        format!(
            "GET /ws HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
             origin: {origin}\r\n\r\n"
        )
    };
    let (status, body) = node.send(upgrade("https://evil.example".into()).as_bytes()).await;
    assert_eq!((status, body.contains("forbidden")), (403, true), "{body}");
    for origin in [format!("http://{address}"), "https://friend.example".into()] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(upgrade(origin).as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 101");
    }
    node.stop().await;
}
