//! A server on a free port, and a minimal HTTP client.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Time limit for a hanging test.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that stops with its test.
pub(crate) struct Server {
    address: SocketAddr,
    task: JoinHandle<()>,
}

/// A response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The lines of the head, in lower case.
    head: Vec<String>,
    pub(crate) body: Vec<u8>,
}

impl Server {
    /// Serves a router on a free port.
    pub(crate) async fn start(router: Router) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Server { address, task }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.get_with(path, "").await
    }

    /// `headers` are complete lines.
    pub(crate) async fn get_with(&self, path: &str, headers: &str) -> Answer {
        self.send(
            format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{headers}\r\n")
                .as_bytes(),
        )
        .await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\
             content-length: {length}\r\n\r\n"
        );
        self.send(format!("{head}{body}").as_bytes()).await
    }

    /// Sends arbitrary bytes.
    pub(crate) async fn send(&self, request: &[u8]) -> Answer {
        let talk = async {
            let mut stream = TcpStream::connect(self.address).await.unwrap();
            stream.write_all(request).await.unwrap();
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).await.unwrap();
            Answer::read(&bytes)
        };
        timeout(PATIENCE, talk).await.expect("an answer in good time")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status =
            head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let head = head.lines().skip(1).map(str::to_string).collect();
        Answer { status, head, body: bytes[end + 4..].to_vec() }
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.iter().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The JSON of a successful response.
    pub(crate) fn json(&self) -> Json {
        assert_eq!(self.status, 200, "{}", self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The code and the message of an error.
    pub(crate) fn error(&self) -> (String, String) {
        let json: Json = serde_json::from_slice(&self.body).unwrap();
        let part = |name: &str| json["error"][name].as_str().expect("an error").to_string();
        (part("code"), part("message"))
    }
}
