//! A complete server on simulated time: what waits for what, and what does not.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use ennead_game::Options;
use ennead_protocol::{ClientFrame, Features, ServerFrame};
use ennead_server::Config;
use ennead_server::simulation::{Pace, Paces, Site, seed};
use ennead_store::memory::{MemoryDatabase, MemoryKind};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::attacks::{CountingLink, config, pace};
use crate::games::games;

/// A server, and the address of its clients. Its network is as fast as its database.
struct World {
    site: Site,
    peer: SocketAddr,
    /// How long a search takes, in milliseconds.
    search: Arc<AtomicU64>,
}

impl World {
    async fn new(config: Config) -> World {
        seed(1);
        let search = Arc::new(AtomicU64::new(0));
        let ms = Arc::clone(&search);
        let bots: Pace = Arc::new(move || Duration::from_millis(ms.load(Ordering::Relaxed)));
        let link = Arc::new(CountingLink::default());
        let (store, _) = MemoryDatabase::new(MemoryKind::Single).connect(link);
        let site = Site::start(games(), store, config, &Paces { bots, work: pace(0) }).await;
        World { site, peer: SocketAddr::from(([10, 0, 0, 1], 9)), search }
    }

    /// The next searches take this long.
    fn set_search(&self, time: Duration) {
        self.search.store(time.as_millis() as u64, Ordering::Relaxed);
    }

    /// The status and the JSON of the response to a call.
    async fn call(&self, method: &str, path: &str, token: &str, body: &Json) -> (u16, Json) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        let mut stream = self.site.connect(self.peer).expect("a free connection");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.expect("a status"), serde_json::from_str(body).unwrap())
    }

    /// Reviews the match in which the first option was chosen so many times.
    async fn review(&self, choices: usize) -> (u16, Json) {
        let mut game = games().game("ttt").unwrap().game().start(&Options::new()).unwrap();
        (0..choices).for_each(|_| game.play(0).unwrap());
        let body = json!({ "record": BASE64URL_NOPAD.encode(&game.record()) });
        self.call("POST", "/api/review", "", &body).await
    }

    /// The JSON of a successful call without a body.
    async fn get(&self, path: &str, token: &str) -> Json {
        let (status, json) = self.call("GET", path, token, &Json::Null).await;
        assert_eq!(status, 200, "{path}: {json}");
        json
    }

    /// The same of a call that creates or changes something.
    async fn post(&self, path: &str, token: &str, body: &Json) -> Json {
        let (status, json) = self.call("POST", path, token, body).await;
        assert!(status == 200 || status == 201, "{path}: {status} {json}");
        json
    }

    /// Creates a match; its path and the tokens of its seats.
    async fn create(&self, body: &Json) -> (String, [String; 2]) {
        let made = self.post("/api/matches", "", body).await;
        let token =
            |seat: usize| made["seats"][seat]["token"].as_str().unwrap_or_default().to_string();
        (format!("/api/matches/{}", made["id"].as_str().unwrap()), [token(0), token(1)])
    }

    /// Waits for the first move of a bot in a new match.
    async fn see_bot_move(&self) {
        let (path, tokens) =
            self.create(&json!({ "game": "ttt", "seats": ["bot:1", "person"] })).await;
        let view = self.get(&format!("{path}?after=0"), &tokens[1]).await;
        assert_eq!(view["ply"], 1, "{view}");
    }

    /// A spectator's socket.
    async fn watch(&self, path: &str) -> WebSocketStream<DuplexStream> {
        let stream = self.site.connect(self.peer).expect("a free connection");
        let (mut socket, _) = client_async("ws://x/ws", stream).await.unwrap();
        let id = BASE64URL_NOPAD.decode(path.rsplit('/').next().unwrap().as_bytes()).unwrap();
        let id = id.try_into().unwrap();
        let open = ClientFrame::Open { id, token: None, features: Features::NONE };
        socket.send(Message::binary(open.encode())).await.unwrap();
        socket
    }
}

/// Reviews are charged to those who ask for them, and nobody's moves wait for them.
#[tokio::test(start_paused = true)]
async fn reviews_are_charged_and_delay_no_move() {
    let mut config = config();
    config.limits.work_per_second = 10;
    let world = World::new(config).await;
    world.set_search(Duration::from_secs(3));
    assert_eq!(world.review(4).await.0, 200);
    let (status, json) = world.review(6).await;
    assert_eq!(status, 429, "{json}");
    assert!(json["error"]["message"].as_str().unwrap().contains("too much computing"));
    // A known answer costs nothing, and matches go on.
    assert_eq!(world.review(4).await.0, 200);
    world.set_search(Duration::ZERO);
    world.see_bot_move().await;
    sleep(Duration::from_secs(300)).await;
    assert_eq!(world.review(6).await.0, 200, "the debt is paid off");
}

/// Bots have threads of their own: a review that takes long does not hold them up.
#[tokio::test(start_paused = true)]
async fn a_bot_does_not_wait_for_a_review() {
    let world = World::new(config()).await;
    world.set_search(Duration::from_secs(20));
    let began = Instant::now();
    let playing = async {
        // Time passes once the review has begun.
        sleep(Duration::from_millis(1)).await;
        world.set_search(Duration::ZERO);
        world.see_bot_move().await;
        began.elapsed()
    };
    let ((status, _), moved) = tokio::join!(world.review(4), playing);
    assert_eq!((status, began.elapsed().as_secs()), (200, 20));
    assert!(moved < Duration::from_secs(1), "the bot waited {moved:?}");
}

/// A client that asks for much and reads nothing does not hold its answers in memory.
#[tokio::test(start_paused = true)]
async fn a_client_that_reads_nothing_is_disconnected() {
    let mut config = config();
    config.limits.calls_per_second = 1_000_000;
    let patience = config.write_timeout;
    let world = World::new(config).await;
    let mut stream = world.site.connect(world.peer).unwrap();
    // It asks for the largest answer until nobody takes its requests any more.
    let request = b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(100);
    let asking = async { while stream.write_all(&request).await.is_ok() {} };
    timeout(2 * patience, asking).await.expect("the server gives the connection up");
    stream.read_to_end(&mut Vec::new()).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn bots_play_each_other_only_while_somebody_watches() {
    let world = World::new(config()).await;
    world.set_search(Duration::from_millis(100));
    let (path, _) = world.create(&json!({ "game": "nested", "seats": ["bot:3", "bot:3"] })).await;
    let ply = async || world.get(&path, "").await["ply"].as_u64().unwrap();
    sleep(Duration::from_secs(60)).await;
    assert_eq!(ply().await, 0, "nobody watches");
    let mut socket = world.watch(&path).await;
    loop {
        let message = socket.next().await.unwrap().unwrap();
        let frame = ServerFrame::decode(&message.into_data()).unwrap();
        if matches!(frame, ServerFrame::State(state) if state.ply >= 3) {
            break;
        }
    }
    drop(socket);
    // The search that has begun ends.
    sleep(Duration::from_secs(1)).await;
    let left = ply().await;
    sleep(Duration::from_secs(60)).await;
    assert_eq!(ply().await, left, "the watcher has gone");
}

#[tokio::test(start_paused = true)]
async fn a_timed_rematch_waits_for_the_opponent() {
    let world = World::new(config()).await;
    let clock = json!({ "per_move": 0.1 });
    let body = json!({ "game": "ttt", "seats": ["person", "person"], "clock": clock });
    let (path, tokens) = world.create(&body).await;
    world.post(&format!("{path}/resign"), &tokens[0], &Json::Null).await;
    let next = world.post(&format!("{path}/rematch"), &tokens[0], &Json::Null).await;
    sleep(Duration::from_secs(10)).await;
    let path = format!("/api/matches/{}", next["id"].as_str().unwrap());
    let view = world.get(&path, &tokens[1]).await;
    assert_eq!(
        (&view["state"], &view["you"], &view["turn"]),
        (&json!("running"), &json!(0), &json!(0))
    );
    let left = view["clocks"][0].as_f64().unwrap();
    assert!(left > 5.0 && left < 5.2 && view["clocks"][1] == 0.1, "{view}");
}
