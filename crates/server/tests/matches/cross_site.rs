//! Pages of other sites: a browser sends their requests with its user's password, and from its
//! user's machine.

use data_encoding::BASE64;
use serde_json::Value as Json;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::node::{Node, OPERATOR};

/// The headers of a form on another site, in a current browser and in an old one.
const ELSEWHERE: [&str; 3] = [
    "origin: https://evil.example\r\nsec-fetch-site: cross-site\r\n",
    "origin: https://evil.example\r\n",
    "sec-fetch-site: same-site\r\n",
];

/// The status of a request with these headers.
async fn status(node: &Node, method: &str, path: &str, headers: &str, body: &str) -> u16 {
    let (host, length) = (node.address, body.len());
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
         content-type: text/plain\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
    );
    node.send(request.as_bytes()).await.0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_of_another_site_ends_no_match_with_the_operators_password() {
    let node = Node::sqlite().await;
    let made = node.create("ttt", ["person", "person"]).await;
    let password = BASE64.encode(format!("operator:{OPERATOR}").as_bytes());
    let cached = format!("authorization: Basic {password}\r\n");
    let path = format!("/api/operator/matches/{}", made.id);
    for (method, path) in [("POST", format!("{path}/end")), ("DELETE", path.clone())] {
        for headers in ELSEWHERE {
            let headers = format!("{cached}{headers}");
            assert_eq!(status(&node, method, &path, &headers, "").await, 403, "{headers}");
        }
    }
    assert_eq!(node.get(&made.path(""), "").await["state"], "running");
    // A script of the operator sends neither header.
    assert_eq!(status(&node, "POST", &format!("{path}/end"), &cached, "").await, 200);
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_create_and_change_nothing_on_a_loopback_server() {
    let node = Node::with(|config| config.origins = vec!["https://friend.example".into()]).await;
    let made = node.create("ttt", ["person", "person"]).await;
    let (new, token) = (r#"{"game":"ttt"}"#, &made.tokens[0]);
    for headers in ELSEWHERE {
        assert_eq!(status(&node, "POST", "/api/matches", headers, new).await, 403, "{headers}");
        let headers = format!("authorization: Bearer {token}\r\n{headers}");
        assert_eq!(status(&node, "POST", &made.path("/resign"), &headers, "").await, 403);
        // Reading changes nothing, and no other site can read the answer.
        assert_eq!(status(&node, "GET", "/api/games", &headers, "").await, 200);
    }
    let list = node.get("/api/matches?state=open", "").await;
    assert_eq!(list["matches"], Json::Array(Vec::new()));
    let own = format!("origin: http://{}\r\nsec-fetch-site: same-origin\r\n", node.address);
    let configured = "origin: https://friend.example\r\nsec-fetch-site: cross-site\r\n";
    for headers in ["", &own, configured] {
        assert_eq!(status(&node, "POST", "/api/matches", headers, new).await, 201, "{headers}");
    }
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_sites_open_no_sockets() {
    let node = Node::sqlite().await;
    let open = async |name: &'static str, value: &str| {
        let mut request = format!("ws://{}/ws", node.address).into_client_request().unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
        connect_async(request).await.map(drop)
    };
    for (name, value) in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        let Err(Error::Http(answer)) = open(name, value).await else { panic!("{name}: {value}") };
        assert_eq!(answer.status(), 403);
    }
    open("origin", &format!("http://{}", node.address)).await.unwrap();
    open("sec-fetch-site", "same-origin").await.unwrap();
    node.stop().await;
}
