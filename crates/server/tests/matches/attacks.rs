//! Defects found by attacking version 0.1; each test is named after one.

use std::time::Duration;

use ennead_game::Options;
use ennead_protocol::{ClientFrame, End, Features, ServerFrame, Status};
use ennead_server::Config;
use ennead_store::testing::{Folder, PostgresServer};
use ennead_store::{
    Beginning, Clock, Entry, Event, Head, Listing, MatchId, SeatHolder, SeatKey, Store, Stored,
};
use futures_util::SinkExt;
use serde_json::{Value as Json, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::node::{Node, OPERATOR, PATIENCE};
use crate::over_both_stores;

pub(crate) const LONG_AGO: u64 = 1_770_000_000_000;

fn config() -> Config {
    Config::new(OPERATOR.into())
}

pub(crate) fn head(start: Vec<u8>) -> Head {
    let seats = [1, 2].map(|token| SeatHolder::Person(SeatKey::of(&[token; 16])));
    let (names, clock) = ([None, None], Clock::PerMove { ms: 1000 });
    Head {
        start,
        seats,
        names,
        clock,
        listed: true,
        created: LONG_AGO,
        beginning: Beginning::Fresh,
    }
}

pub(crate) fn start() -> Vec<u8> {
    ennead_ttt::GAME.game().start(&Options::new()).unwrap().record()
}

/// A record of a game that no server knows.
fn unknown_start() -> Vec<u8> {
    vec![0x5f, 0xee, 0]
}

pub(crate) async fn until<T>(mut found: impl AsyncFnMut() -> Option<T>) -> T {
    loop {
        if let Some(found) = found().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub(crate) fn ids(list: &Json) -> Vec<String> {
    let matches = list["matches"].as_array().unwrap();
    matches.iter().map(|one| one["id"].as_str().unwrap().to_string()).collect()
}

/// More unreadable rows than fit on one page of the sweep hide neither a list nor a timeout.
#[tokio::test]
async fn unreadable_rows_poison_neither_lists_nor_flags() {
    let folder = Folder::new();
    let store = Store::open(&folder.sqlite()).await.unwrap();
    for number in 0..450 {
        let id = MatchId::new(LONG_AGO, number);
        store.create(id, &head(unknown_start()), &[], number, None).await.unwrap();
    }
    let impossible = Entry { at: 0, event: Event::Choices(vec![77]) };
    let broken = MatchId::new(LONG_AGO, 900);
    store.create(broken, &head(start()), &[impossible], 1000, None).await.unwrap();
    let late = MatchId::new(LONG_AGO, 1000);
    store.create(late, &head(start()), &[], LONG_AGO, None).await.unwrap();
    store.close().await;
    let node = Node::start(&folder.sqlite(), config()).await;
    // The clock of the only readable match ran out long ago.
    let over = until(async || {
        let list = node.get("/api/matches?state=finished", "").await;
        ids(&list).contains(&late.to_string()).then_some(list)
    });
    assert_eq!(over.await["matches"][0]["outcome"], "O");
    // The list shows what it can without a replay, and omits the rest.
    let running = node.get("/api/matches?state=running", "").await;
    assert_eq!(ids(&running), [broken.to_string()]);
    let metrics = node.get("/metrics", OPERATOR).await.to_string();
    assert!(metrics.contains("ennead_quarantined_matches"), "{metrics}");
    assert!(metrics.contains("ennead_metrics_compacted_total"), "somebody compacts: {metrics}");
    node.stop().await;
    let store = Store::open(&folder.sqlite()).await.unwrap();
    let left = store.list(Listing::Running, None, 1000).await.unwrap();
    assert_eq!(left.len(), 451, "what this node cannot read is left alone");
}

/// Matches of an earlier version have no summary until a list needs it.
#[tokio::test]
async fn finished_matches_without_a_summary_are_listed_and_get_one() {
    let folder = Folder::new();
    let store = Store::open(&folder.sqlite()).await.unwrap();
    let mut game = ennead_ttt::GAME.game().start(&Options::new()).unwrap();
    [0, 2, 0, 2, 0].iter().for_each(|option| game.play(*option).unwrap());
    let Head { seats, names, clock, created, .. } = head(start());
    let reason = ennead_store::Reason::Rules;
    let finished = ennead_store::Finished {
        record: game.record(),
        seats,
        names,
        reason,
        clock,
        created,
        ended: created,
        listed: true,
        continues: None,
    };
    let id = MatchId::new(LONG_AGO, 3);
    store.put(id, &Stored::Finished(finished), None).await.unwrap();
    store.close().await;
    let node = Node::start(&folder.sqlite(), config()).await;
    let list = node.get("/api/matches?state=finished", "").await;
    assert_eq!(
        (&list["matches"][0]["outcome"], &list["matches"][0]["ply"]),
        (&json!("X"), &json!(5))
    );
    node.stop().await;
    let store = Store::open(&folder.sqlite()).await.unwrap();
    let row = store.list(Listing::Finished, None, 1).await.unwrap().remove(0);
    assert_eq!(row.read().unwrap().unwrap().ply, 5);
}

#[tokio::test]
async fn rematches_count_as_new_matches() {
    let node = Node::with(|config| {
        config.limits.limit_loopback = true;
        config.limits.matches_per_minute = 2;
        config.limits.calls_per_second = 1000;
    })
    .await;
    let made = node.create("ttt", ["person", "person"]).await;
    node.post(&made.path("/resign"), &made.tokens[0], Json::Null).await;
    let next = node.post(&made.path("/rematch"), &made.tokens[0], Json::Null).await;
    let next = format!("/api/matches/{}", next["id"].as_str().unwrap());
    node.post(&format!("{next}/resign"), &made.tokens[0], Json::Null).await;
    let path = format!("{next}/rematch");
    assert_eq!(node.refused(&path, &made.tokens[0], Json::Null).await, "too_many");
    // Finding the existing one is not limited.
    node.post(&made.path("/rematch"), &made.tokens[1], Json::Null).await;
    node.stop().await;
}

#[tokio::test]
async fn computing_is_limited_by_address() {
    let node = Node::with(|config| {
        config.limits.limit_loopback = true;
        config.limits.work_per_second = 1;
        config.limits.calls_per_second = 100_000;
        config.limits.matches_per_minute = 100_000;
    })
    .await;
    let setup = json!({ "game": "nested", "setup": { "depth": 300 } });
    let mut refused = 0;
    while refused < 3 {
        let (status, json) = node.call("POST", "/api/matches", "", &setup).await;
        if status == 429 {
            assert!(json["error"]["message"].as_str().unwrap().contains("too much computing"));
            refused += 1;
        }
    }
    node.stop().await;
}

/// Whether the next call from this address is rejected because of its computing debt.
async fn is_in_debt(node: &Node) -> bool {
    let (status, json) = node.call("GET", "/api/formats", "", &Json::Null).await;
    if status == 429 {
        assert!(json["error"]["message"].as_str().unwrap().contains("too much computing"));
    }
    status == 429
}

/// Sends frames until their cost makes calls from the same address wait.
async fn until_in_debt(node: &Node, client: &mut Client, frame: impl Fn(usize) -> ClientFrame) {
    const FRAMES: usize = 50;
    const ROUNDS: usize = 200;
    // Wait until earlier debt is paid off.
    until(async || (!is_in_debt(node).await).then_some(())).await;
    for round in 0..ROUNDS {
        for number in 0..FRAMES {
            client.send(&frame(round * FRAMES + number)).await;
        }
        let is_in_debt = is_in_debt(node).await;
        for _ in 0..FRAMES {
            let answer = client.frame().await;
            assert!(matches!(answer, ServerFrame::Detail { .. } | ServerFrame::State(_)));
        }
        if is_in_debt {
            return;
        }
    }
    panic!("{} frames cost nothing: {:?}", FRAMES * ROUNDS, frame(0));
}

/// Frames on a socket are charged for their cost, like calls.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn looks_and_opens_are_charged_by_their_cost() {
    let folder = Folder::new();
    let free = Node::start(&folder.sqlite(), config()).await;
    let deep = json!({ "game": "nested", "setup": { "depth": 60 } });
    let made = free.create_with(deep).await;
    free.stop().await;
    let mut config = config();
    config.limits.limit_loopback = true;
    config.limits.work_per_second = 2;
    config.limits.calls_per_second = 1_000_000;
    config.limits.messages_per_second = 1_000_000;
    let node = Node::start(&folder.sqlite(), config).await;
    let mut client = node.open(&made.id, &made.tokens[0]).await;
    client.state().await;
    // Looking at the same place again is free.
    let look = |number: usize| {
        let path = [number, number / 9, number / 81].map(|digit| (digit % 9) as u8).to_vec();
        ClientFrame::Look { budget: 2_000, path }
    };
    until_in_debt(&node, &mut client, look).await;
    let open = |_| Client::open_frame(&made.id, &made.tokens[0], Features::NONE);
    until_in_debt(&node, &mut client, open).await;
    drop(client);
    node.stop().await;
}

#[tokio::test]
async fn the_size_and_the_length_of_matches_are_limited() {
    let node = Node::with(|config| {
        config.limits.limit_loopback = true;
        config.limits.choices = 2;
        config.max_options = vec![("depth".into(), 3)];
    })
    .await;
    let depth = |depth: u32| json!({ "game": "nested", "setup": { "depth": depth } });
    let (status, json) = node.call("POST", "/api/matches", "", &depth(4)).await;
    assert_eq!(
        (status, &json["error"]["message"]),
        (400, &json!("depth is at most 3 on this server"))
    );
    node.post("/api/matches", "", depth(3)).await;
    let made = node.create("ttt", ["person", "person"]).await;
    for ply in 0..3 {
        let play = json!({ "ply": ply, "options": [0] });
        node.post(&made.path("/play"), &made.tokens[ply % 2], play).await;
    }
    let view = node.get(&made.path(""), "").await;
    assert_eq!((view["ply"].as_u64(), view["end"].as_str()), (Some(2), Some("abandoned")));
    node.stop().await;
}

#[tokio::test]
async fn calling_off_while_a_guest_joins_is_not_a_resignation() {
    let node = Node::sqlite().await;
    let made = node.create("ttt", ["person", "open"]).await;
    let mut host = node.open(&made.id, &made.tokens[0]).await;
    assert_eq!(host.state().await.status, Status::Waiting);
    node.post(&made.path("/join"), "", json!({})).await;
    // The host has not read the state that shows the guest.
    host.send(&ClientFrame::Resign).await;
    for _ in 0..2 {
        assert!(matches!(host.state().await.status, Status::Running { .. }));
    }
    assert_eq!(node.get(&made.path(""), "").await["state"], "running");
    // A client that reconnects knows that there is an opponent, and may resign at once.
    let mut host = node.open(&made.id, &made.tokens[0]).await;
    host.state().await;
    host.send(&ClientFrame::Resign).await;
    assert!(matches!(host.last_state().await.status, Status::Over { end: End::Resigned, .. }));
    node.stop().await;
}

/// On shutdown, every move that was played is acknowledged before the goodbye.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_in_flight_at_a_shutdown_are_acknowledged() {
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite(), config()).await;
    let mut players = Vec::new();
    for _ in 0..30 {
        let made = node.create("ttt", ["person", "person"]).await;
        let mut player = node.open(&made.id, &made.tokens[0]).await;
        player.state().await;
        players.push((made, player));
    }
    for (_, player) in &mut players {
        player.choose(0, 4).await;
    }
    let stopping = tokio::spawn(node.stop());
    let mut acknowledged = Vec::new();
    for (made, player) in &mut players {
        let mut ply = 0;
        loop {
            match player.frame().await {
                ServerFrame::State(state) => ply = state.ply,
                ServerFrame::Bye { .. } => break,
                other => panic!("{other:?}"),
            }
        }
        acknowledged.push((made.id.clone(), ply));
    }
    drop(players);
    stopping.await.unwrap();
    let store = Store::open(&folder.sqlite()).await.unwrap();
    for (id, ply) in acknowledged {
        let stored = store.load(id.parse().unwrap()).await.unwrap().unwrap();
        let played = stored.replay(crate::games::games()).unwrap().choices().len();
        assert_eq!(played, ply as usize, "{id}");
    }
}

#[tokio::test]
async fn the_operator_lists_ends_and_deletes_matches() {
    let node = Node::sqlite().await;
    let bots = node.create("nested", ["bot:5", "bot:5"]).await;
    let hidden = json!({ "game": "ttt", "listed": false, "name": "Ada" });
    let hidden = node.create_with(hidden).await;
    let path = |made: &crate::node::CreatedMatch, call: &str| {
        format!("/api/operator/matches/{}{call}", made.id)
    };
    for (method, path) in [
        ("GET", "/api/operator/matches".to_string()),
        ("POST", path(&bots, "/end")),
        ("DELETE", path(&bots, "")),
    ] {
        assert_eq!(node.call(method, &path, "", &Json::Null).await.0, 403, "{path}");
    }
    let list = node.get("/api/operator/matches", OPERATOR).await;
    let mut both = ids(&list);
    both.sort();
    let mut expected = [bots.id.clone(), hidden.id.clone()];
    expected.sort();
    assert_eq!(both, expected, "{list}");
    let mut watcher = node.open(&bots.id, "").await;
    node.post(&path(&bots, "/end"), OPERATOR, Json::Null).await;
    assert!(matches!(watcher.last_state().await.status, Status::Over { end: End::Abandoned, .. }));
    // Ending it again changes nothing.
    node.post(&path(&bots, "/end"), OPERATOR, Json::Null).await;
    for made in [&bots, &hidden] {
        assert_eq!(node.call("DELETE", &path(made, ""), OPERATOR, &Json::Null).await.0, 200);
        assert_eq!(node.call("GET", &made.path(""), "", &Json::Null).await.0, 404);
        assert_eq!(node.call("DELETE", &path(made, ""), OPERATOR, &Json::Null).await.0, 404);
    }
    node.stop().await;
}

over_both_stores! {
    async fn names_are_shown_to_opponents_and_in_lists(node: &Node) {
        let made = node.create_with(json!({ "game": "ttt", "name": "  <b>Ada</b> " })).await;
        let list = node.get("/api/matches?state=open", "").await;
        let seat = |list: &Json, seat: usize| list["matches"][0]["seats"][seat]["player"].clone();
        assert_eq!((seat(&list, 0), seat(&list, 1)), (json!("<b>Ada</b>"), Json::Null));
        let join = made.path("/join");
        for name in ["a name that is far too long to be shown", "two\nlines"] {
            let refused = node.refused(&join, "", json!({ "name": name })).await;
            assert_eq!(refused, "bad_request");
        }
        let guest = node.post(&join, "", json!({ "name": "Zoë" })).await;
        let list = node.get("/api/matches?state=running", "").await;
        assert_eq!(seat(&list, 1), "Zoë");
        let view = node.get(&made.path(""), "").await;
        assert_eq!(view["seats"][1]["player"], "Zoë");
        // In a rematch, names stay with their people.
        let token = guest["token"].as_str().unwrap();
        node.post(&made.path("/resign"), token, Json::Null).await;
        let next = node.post(&made.path("/rematch"), token, Json::Null).await;
        let view = node.get(&format!("/api/matches/{}", next["id"].as_str().unwrap()), "").await;
        assert_eq!((&view["seats"][0]["player"], &view["seats"][1]["player"]),
            (&json!("Zoë"), &json!("<b>Ada</b>")));
        assert_eq!(ids(&node.get("/api/matches?state=finished", "").await), [made.id]);
    }
}

/// A clock that is two hours fast.
pub(crate) fn fast() -> u64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
    since.as_millis() as u64 + 7_200_000
}

/// An end before the first entry reaches subscribers on other nodes, and a node whose clock is fast
/// ends no match early.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_agree_on_ends_and_on_the_time() {
    let url = PostgresServer::shared().database();
    let here = Node::start(&url, config()).await;
    let there = Node::start(&url, Config { wall: fast, ..config() }).await;
    let clock =
        json!({ "game": "ttt", "seats": ["person", "person"], "clock": { "per_move": 3_600 } });
    let timed = here.create_with(clock).await;
    let made = here.create("ttt", ["person", "person"]).await;
    let mut watcher = there.open(&made.id, "").await;
    assert_eq!(watcher.state().await.ply, 0);
    here.post(&made.path("/resign"), &made.tokens[0], Json::Null).await;
    let over = watcher.last_state().await;
    assert!(matches!(over.status, Status::Over { end: End::Resigned, .. }));
    let seen = there.get(&timed.path(""), "").await;
    assert_eq!(seen["state"], "running", "a clock that is 2 h fast ends no game of 1 h");
    assert!(seen["clocks"][0].as_f64().unwrap() > 1.0, "{seen}");
    here.stop().await;
    there.stop().await;
}

/// A readiness check writes to the database, so strangers must not be able to repeat it at will.
#[cfg(unix)]
#[tokio::test]
async fn readiness_checks_do_not_write_each_time() {
    const CALLS: u64 = 200;
    let server = PostgresServer::shared();
    let url = server.database();
    let node = Node::start(&url, config()).await;
    // Only transactions that write have an id.
    let written = || server.sql(&url, "SELECT txid_current()").parse::<u64>().unwrap();
    let before = written();
    for _ in 0..CALLS {
        assert_eq!(node.call("GET", "/readyz", "", &Json::Null).await.0, 200);
    }
    let writes = written() - before;
    assert!((2..CALLS / 2).contains(&writes), "{writes} writes");
    node.stop().await;
}

/// An idle connection costs its buffers, not a copy of the router. Other tests in the same process
/// would count, too.
#[cfg(target_os = "linux")]
#[test]
fn a_connection_takes_few_bytes() {
    let mut process = std::process::Command::new(std::env::current_exe().unwrap());
    let test = "attacks::connections_take_few_bytes";
    let output = process.args(["--ignored", "--exact", test, "--nocapture"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("1 passed"), "{text}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
#[ignore = "started by a_connection_takes_few_bytes"]
async fn connections_take_few_bytes() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    const CONNECTIONS: usize = 400;
    let resident = || {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    };
    let node = Node::sqlite().await;
    let mut connections = Vec::new();
    let mut before = 0;
    for number in 0..CONNECTIONS + 50 {
        if number == 50 {
            before = resident();
        }
        let mut stream = tokio::net::TcpStream::connect(node.address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        assert!(stream.read(&mut [0; 512]).await.unwrap() > 0);
        connections.push(stream);
    }
    let each = resident().saturating_sub(before) / CONNECTIONS;
    assert!(each < 32 << 10, "{each} bytes for each connection");
    drop(connections);
    node.stop().await;
}

/// Messages that are no frames cost their sender something too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_and_pings_are_charged() {
    for message in [Message::text("hello"), Message::Ping(vec![0; 8].into())] {
        let node = Node::with(|config| {
            config.limits.limit_loopback = true;
            config.limits.work_per_second = 1;
            config.limits.calls_per_second = 1_000_000;
        })
        .await;
        let mut client = Client::connect(node.address).await;
        for _ in 0..100 {
            client.socket.send(message.clone()).await.unwrap();
        }
        let charged = until(async || is_in_debt(&node).await.then_some(()));
        timeout(PATIENCE, charged).await.expect("messages are charged");
        drop(client);
        node.stop().await;
    }
}
