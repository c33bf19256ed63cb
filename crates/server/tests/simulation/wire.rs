//! What an audit of connections found: bytes that arrive slowly, never, or without an end. Each
//! test fails without the remedy. The server is the real one, on simulated time.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use ennead_server::Config;
use ennead_server::simulation::{Paces, Site};
use ennead_store::memory::{Link, MemoryDatabase, MemoryKind, Passage, Request};
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::{Instant, sleep, timeout};

use crate::games::games;

/// Simulated time for a test that hangs.
const PATIENCE: Duration = Duration::from_secs(3_600);
/// The first byte of an unfinished binary message, of a continuation, and of a whole ping.
const UNFINISHED: u8 = 0x02;
const CONTINUATION: u8 = 0x00;
const PING: u8 = 0x89;
const CLOSE: u8 = 0x88;

/// A link that is always up.
struct Near;

impl Link for Near {
    fn passage(&self, _: Request) -> Passage {
        Passage::default()
    }

    fn hint(&self) -> Vec<Duration> {
        Vec::new()
    }

    fn time(&self) -> u64 {
        1_800_000_000_000
    }
}

async fn site(change: impl FnOnce(&mut Config)) -> Site {
    let mut config = Config::new(String::new());
    config.wall = || 1_800_000_000_000;
    change(&mut config);
    let store = MemoryDatabase::new(MemoryKind::Single).connect(Arc::new(Near)).0;
    let paces = Paces { bots: Arc::new(|| Duration::ZERO), work: Arc::new(|| Duration::ZERO) };
    Site::start(games(), store, config, &paces).await
}

fn address(number: u8) -> SocketAddr {
    SocketAddr::new(IpAddr::from([10, 0, 0, number]), 9)
}

/// A client's message with a mask of zero, of at most 125 bytes.
fn message(kind: u8, payload: &[u8]) -> Vec<u8> {
    [&[kind, 0x80 | payload.len() as u8, 0, 0, 0, 0], payload].concat()
}

/// Reads until a head has ended.
async fn head(stream: &mut DuplexStream) -> String {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        bytes.push(stream.read_u8().await.unwrap());
    }
    String::from_utf8(bytes).unwrap()
}

/// A connection that is upgraded to a socket, or the head of the refusal.
async fn socket(site: &Site, peer: SocketAddr, headers: &str) -> Result<DuplexStream, String> {
    let mut stream = site.connect(peer).expect("a free connection");
    let request = format!(
        "GET /ws HTTP/1.1\r\nhost: ennead\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let head = head(&mut stream).await;
    if head.starts_with("HTTP/1.1 101") { Ok(stream) } else { Err(head) }
}

/// Everything that the server sends until it closes the connection.
async fn rest(stream: &mut DuplexStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let reading = stream.read_to_end(&mut bytes);
    timeout(PATIENCE, reading).await.expect("the server closes the connection").unwrap();
    bytes
}

/// The answer to a request that closes its connection.
async fn answer(site: &Site, peer: SocketAddr, request: &str) -> String {
    let mut stream = site.connect(peer).expect("a free connection");
    stream.write_all(request.as_bytes()).await.unwrap();
    String::from_utf8(rest(&mut stream).await).unwrap()
}

/// The code of the error in an answer.
fn code(answer: &str) -> String {
    let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
    let json: Json = serde_json::from_str(body).unwrap_or_else(|_| panic!("JSON, not {answer}"));
    json["error"]["code"].as_str().expect("an error").to_string()
}

#[tokio::test(start_paused = true)]
async fn a_close_frame_is_answered_with_its_code() {
    let site = site(|_| {}).await;
    for payload in [&[][..], &[3, 232], &[3, 233], &[0x0f, 0xa0]] {
        let mut stream = socket(&site, address(1), "").await.unwrap();
        stream.write_all(&message(CLOSE, payload)).await.unwrap();
        assert_eq!(rest(&mut stream).await, [&[CLOSE, payload.len() as u8], payload].concat());
    }
    // A code that no frame may carry.
    let mut stream = socket(&site, address(1), "").await.unwrap();
    stream.write_all(&message(CLOSE, &1006_u16.to_be_bytes())).await.unwrap();
    assert_eq!(rest(&mut stream).await[2..4], 1002_u16.to_be_bytes());
}

/// The library limits the payload of a message, to which an empty fragment adds nothing.
#[tokio::test(start_paused = true)]
async fn a_message_of_empty_fragments_ends_the_socket() {
    let site = site(|_| {}).await;
    let mut stream = socket(&site, address(1), "").await.unwrap();
    stream.write_all(&message(UNFINISHED, b"")).await.unwrap();
    let fragments = message(CONTINUATION, b"").repeat(1_000);
    let sending = async { while stream.write_all(&fragments).await.is_ok() {} };
    timeout(PATIENCE, sending).await.expect("it is not read for ever");
    assert_eq!(rest(&mut stream).await[2..4], 1008_u16.to_be_bytes());
}

/// Pings between the fragments of a message are messages, and would start the count anew.
#[tokio::test(start_paused = true)]
async fn the_bytes_of_fragments_are_charged() {
    let debt = async |fragments: usize| {
        let site = site(|config| config.limits.work_per_second = 1).await;
        let mut stream = socket(&site, address(1), "").await.unwrap();
        stream.write_all(&message(UNFINISHED, b"")).await.unwrap();
        let fragments = message(CONTINUATION, b"").repeat(fragments);
        let began = Instant::now();
        for _ in 0..40 {
            stream.write_all(&fragments).await.unwrap();
            stream.write_all(&message(PING, b"")).await.unwrap();
            assert_eq!(stream.read_u16().await.unwrap(), 0x8a00, "a pong");
        }
        began.elapsed()
    };
    let (few, many) = (debt(0).await, debt(2_500).await);
    // The time in which the client earns what it is charged: a millisecond a second.
    assert!(few < Duration::from_secs(1) && many > Duration::from_secs(8), "{few:?}, {many:?}");
}

#[tokio::test(start_paused = true)]
async fn many_small_messages_at_once_are_no_endless_one() {
    let site = site(|_| {}).await;
    let mut stream = socket(&site, address(1), "").await.unwrap();
    let messages = message(0x82, &[0; 9]).repeat(1_500);
    stream.write_all(&messages).await.unwrap();
    sleep(Duration::from_secs(1)).await;
    stream.write_all(&message(CLOSE, &[3, 232])).await.unwrap();
    let heard = rest(&mut stream).await;
    assert!(heard.ends_with(&[CLOSE, 2, 3, 232]), "{:?}", &heard[heard.len() - 8..]);
}

const HALF_A_BODY: &str =
    "POST /api/matches HTTP/1.1\r\nhost: ennead\r\ncontent-length: 100\r\n\r\n{";

#[tokio::test(start_paused = true)]
async fn a_body_that_stalls_is_answered_with_an_error() {
    let site = site(|_| {}).await;
    let began = Instant::now();
    let answer = answer(&site, address(1), HALF_A_BODY).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    assert_eq!(code(&answer), "bad_request");
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_shutdown_waits_for_no_body() {
    let site = site(|_| {}).await;
    let mut stream = site.connect(address(1)).unwrap();
    stream.write_all(HALF_A_BODY.as_bytes()).await.unwrap();
    sleep(Duration::from_millis(10)).await;
    let began = Instant::now();
    site.close();
    let answer = String::from_utf8(rest(&mut stream).await).unwrap();
    assert_eq!(code(&answer), "closing");
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_client_of_a_proxy_has_as_many_sockets_as_any_other() {
    let site = site(|config| {
        config.trust_proxy = true;
        config.limits.connections_per_address = 3;
    })
    .await;
    let proxy = address(1);
    let of = |client: &str| format!("x-forwarded-for: 198.51.100.77, {client}\r\n");
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(socket(&site, proxy, &of("2001:db8::1")).await.unwrap());
    }
    // Another address of the same network, and from another proxy.
    for (proxy, client) in [(proxy, "2001:db8::2"), (address(2), "[2001:db8::3]:4711")] {
        let refused = socket(&site, proxy, &of(client)).await.unwrap_err();
        assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    }
    let list = |client: &str| {
        let headers = format!("connection: close\r\n{}", of(client));
        format!("GET /api/games HTTP/1.1\r\nhost: ennead\r\n{headers}\r\n")
    };
    let refused = answer(&site, proxy, &list("2001:db8::4")).await;
    assert!(refused.starts_with("HTTP/1.1 429") && code(&refused) == "too_many", "{refused}");
    for _ in 0..10 {
        // Requests count only until they are answered.
        assert!(answer(&site, proxy, &list("203.0.113.9")).await.starts_with("HTTP/1.1 200"));
    }
    let other = socket(&site, proxy, &of("203.0.113.9")).await.unwrap();
    drop(sockets.pop());
    sleep(Duration::from_millis(10)).await;
    let again = socket(&site, proxy, &of("2001:db8::5")).await.unwrap();
    drop((sockets, other, again));
}

#[tokio::test(start_paused = true)]
async fn all_proxies_together_have_as_many_connections_as_the_server() {
    let site = site(|config| {
        config.trust_proxy = true;
        config.limits.connections = 5;
    })
    .await;
    let held: Vec<_> = (0..5).map(|_| site.connect(address(1)).unwrap()).collect();
    assert!(site.connect(address(2)).is_none());
    drop(held);
}

#[tokio::test(start_paused = true)]
async fn malformed_requests_are_answered_with_json() {
    let site = site(|_| {}).await;
    let host = "host: ennead\r\n";
    for (line, headers, status) in [
        ("GET /api/matches?limit=many", host, 400),
        ("GET /api/matches/AAAAAAAAAAA?after=-1", host, 400),
        ("GET /api/operator/matches?limit=x", host, 400),
        ("GET /api/matches/%ff", host, 400),
        ("PUT /api/games", host, 405),
        ("GET /ws", host, 400),
        // A proxy might read the other one.
        ("GET /healthz", "host: one\r\nhost: two\r\n", 400),
        ("GET /healthz", "host: one\r\nhost: one\r\n", 400),
        ("GET /healthz", "", 400),
    ] {
        let request = format!("{line} HTTP/1.1\r\n{headers}connection: close\r\n\r\n");
        let answer = answer(&site, address(1), &request).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{line}: {answer}");
        assert!(answer.contains("content-type: application/json\r\n"), "{line}: {answer}");
        let code = code(&answer);
        assert_eq!(code, "bad_request", "{line}: {answer}");
    }
    let old = answer(&site, address(1), "GET /healthz HTTP/1.0\r\n\r\n").await;
    assert!(old.starts_with("HTTP/1.0 200"), "{old}");
}
