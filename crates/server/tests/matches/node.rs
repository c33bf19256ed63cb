//! A server in this process, with a fresh database.

use std::net::SocketAddr;
use std::time::Duration;

use ennead_kit::Games;
use ennead_server::{Config, run};
use ennead_store::Store;
use ennead_store::testing::{Folder, PostgresServer};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::client::Client;
use crate::games::games;

/// Time limit for a hanging test.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// The operator's token of every test.
pub(crate) const OPERATOR: &str = "the operator's secret";

/// A running server.
pub(crate) struct Node {
    pub(crate) address: SocketAddr,
    /// Its database.
    pub(crate) store: Store,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    /// Keeps the folder as long as the server.
    _folder: Option<Folder>,
}

impl Node {
    pub(crate) async fn sqlite() -> Node {
        let folder = Folder::new();
        let mut node = Node::start(&folder.sqlite(), Config::new(OPERATOR.into())).await;
        node._folder = Some(folder);
        node
    }

    pub(crate) async fn postgres() -> Node {
        Node::start(&PostgresServer::shared().database(), Config::new(OPERATOR.into())).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Node {
        let folder = Folder::new();
        let mut config = Config::new(OPERATOR.into());
        change(&mut config);
        let mut node = Node::start(&folder.sqlite(), config).await;
        node._folder = Some(folder);
        node
    }

    /// A server on an existing database.
    pub(crate) async fn start(url: &str, config: Config) -> Node {
        Node::start_with(url, config, games()).await
    }

    /// The same with other games.
    pub(crate) async fn start_with(url: &str, config: Config, games: Games) -> Node {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let store = Store::open(url).await.unwrap();
        let own = store.clone();
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move {
            let _ = stopped.await;
        };
        let task =
            tokio::spawn(async move { run(listener, own, config, games, shutdown).await.unwrap() });
        Node { address, store, stop, task, _folder: None }
    }

    /// Stops the server as a signal would.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        timeout(PATIENCE, self.task).await.expect("a server ends in good time").unwrap();
    }

    /// Sends a call with a token; returns the status and the JSON of the response.
    pub(crate) async fn call(
        &self,
        method: &str,
        path: &str,
        token: &str,
        body: &Json,
    ) -> (u16, Json) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let authorization = if token.is_empty() {
            String::new()
        } else {
            format!("authorization: Bearer {token}\r\n")
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{authorization}\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let (status, text) = self.send(request.as_bytes()).await;
        (status, serde_json::from_str(&text).unwrap_or(Json::String(text)))
    }

    /// Sends arbitrary bytes; returns the status and the body of the response.
    pub(crate) async fn send(&self, request: &[u8]) -> (u16, String) {
        let talk = async {
            let mut stream = TcpStream::connect(self.address).await.unwrap();
            stream.write_all(request).await.unwrap();
            let mut bytes = Vec::new();
            let _ = stream.read_to_end(&mut bytes).await;
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let text = timeout(PATIENCE, talk).await.expect("an answer in good time");
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, body.to_string())
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Json {
        let (status, json) = self.call("GET", path, token, &Json::Null).await;
        assert_eq!(status, 200, "{path}: {json}");
        json
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: Json) -> Json {
        let (status, json) = self.call("POST", path, token, &body).await;
        assert!(status == 200 || status == 201, "{path}: {status} {json}");
        json
    }

    /// The error code of a call that must fail.
    pub(crate) async fn refused(&self, path: &str, token: &str, body: Json) -> String {
        let (status, json) = self.call("POST", path, token, &body).await;
        assert!(status >= 400, "{path}: {status} {json}");
        json["error"]["code"]
            .as_str()
            .unwrap_or_else(|| panic!("{path}: {status} {json}"))
            .to_string()
    }

    /// Creates a match; returns its id and the tokens of its seats.
    pub(crate) async fn create(&self, game: &str, seats: [&str; 2]) -> CreatedMatch {
        self.create_with(json!({ "game": game, "seats": seats })).await
    }

    pub(crate) async fn create_with(&self, body: Json) -> CreatedMatch {
        let made = self.post("/api/matches", "", body).await;
        let token =
            |seat: usize| made["seats"][seat]["token"].as_str().unwrap_or_default().to_string();
        CreatedMatch { id: made["id"].as_str().unwrap().to_string(), tokens: [token(0), token(1)] }
    }

    /// A socket that has opened a match.
    pub(crate) async fn open(&self, id: &str, token: &str) -> Client {
        let mut client = Client::connect(self.address).await;
        client.open(id, token).await;
        client
    }
}

/// A created match.
pub(crate) struct CreatedMatch {
    pub(crate) id: String,
    pub(crate) tokens: [String; 2],
}

impl CreatedMatch {
    pub(crate) fn path(&self, call: &str) -> String {
        format!("/api/matches/{}{call}", self.id)
    }
}
