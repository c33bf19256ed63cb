//! Matches are dealt when their last seat is taken: nobody can look at a hand before that.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use ennead_game::Options;
use ennead_host::matches::{JoinRequest, parse_id, parse_token};
use ennead_host::{Action, Event, LiveMatch, MatchId};
use ennead_protocol::{Code, Token};
use ennead_server::Config;
use ennead_server::simulation::{Paces, SimulatedNode, seed};
use ennead_store::memory::{Effect, Link, MemoryDatabase, MemoryKind, Passage, Request};
use ennead_store::{Listing, Stored};
use serde_json::{Value as Json, json};
use tokio::time::sleep;

use crate::games::games;

/// Takes three milliseconds there and three back.
struct Steady;

impl Link for Steady {
    fn passage(&self, _: Request) -> Passage {
        let ms = Duration::from_millis(3);
        Passage { there: ms, back: ms, loss: None }
    }

    fn hint(&self) -> Vec<Duration> {
        Vec::new()
    }

    fn time(&self) -> u64 {
        0
    }
}

async fn start(
    database: &MemoryDatabase,
) -> (Arc<SimulatedNode>, Arc<std::sync::atomic::AtomicBool>) {
    let (store, is_alive) = database.connect(Arc::new(Steady));
    let paces = Paces { bots: Arc::new(|| Duration::ZERO), work: Arc::new(|| Duration::ZERO) };
    (SimulatedNode::start(games(), store, &Config::new(String::new()), &paces).await, is_alive)
}

async fn create(node: &SimulatedNode, request: Json) -> (MatchId, Token) {
    let request = serde_json::from_value(request).unwrap();
    let made = node.create(request, IpAddr::from([10, 0, 0, 1])).await.unwrap();
    let token = made["seats"][0]["token"].as_str().unwrap();
    (parse_id(made["id"].as_str().unwrap()).unwrap(), parse_token(token).unwrap())
}

fn open(game: &str) -> Json {
    json!({ "game": game, "seats": ["person", "open"] })
}

#[tokio::test(start_paused = true)]
async fn a_match_is_dealt_by_the_join_that_takes_its_last_seat() {
    let database = MemoryDatabase::new(MemoryKind::Single);
    let (node, _) = start(&database).await;
    let clock = json!({ "base": 10, "increment": 1 });
    let mut request = open("schotten");
    request["clock"] = clock;
    let (id, token) = create(&node, request).await;
    for token in [None, Some(token)] {
        let json = node.json(id, token).await.unwrap();
        let found = [&json["dealt"], &json["ply"], &json["turn"], &json["state"]];
        assert_eq!(found, [&json!(false), &json!(0), &json!(null), &json!("open")]);
    }
    // Nobody is due, however long the clock is.
    sleep(Duration::from_secs(600)).await;
    let joined = node.join(id, JoinRequest::default()).await.unwrap();
    let other = parse_token(joined["token"].as_str().unwrap()).unwrap();
    for token in [None, Some(token), Some(other)] {
        let json = node.json(id, token).await.unwrap();
        let found = [json.get("dealt"), json.get("continues")];
        assert_eq!(found, [None, None]);
        assert_eq!([&json["ply"], &json["turn"]], [&json!(54), &json!(0)]);
        assert!(json["clocks"][0].as_f64().unwrap() > 9.0, "{json}");
    }
    let journal = database.journal();
    let effects: Vec<_> = journal.iter().filter(|change| change.id == id).collect();
    let Effect::Create(created) = &effects[0].effect else { panic!("{effects:?}") };
    assert_eq!(created.entries, []);
    let Effect::Append(entries) = &effects[1].effect else { panic!("{effects:?}") };
    assert!(matches!(entries[0].event, Event::Join { .. }));
    assert!(matches!(&entries[1].event, Event::Choices(choices) if choices.len() == 54));
}

/// A creator who calls a match off has seen no card.
#[tokio::test(start_paused = true)]
async fn calling_an_open_match_off_shows_no_hand() {
    let database = MemoryDatabase::new(MemoryKind::Single);
    let (node, _) = start(&database).await;
    let mut seen = Vec::new();
    for number in 0..4 {
        seed(number);
        let (id, token) = create(&node, open("schotten")).await;
        let before = node.json(id, Some(token)).await.unwrap();
        let address = IpAddr::from([10, 0, 0, 1]);
        node.act(id, token, &Action::Resign, address).await.unwrap();
        let after = node.json(id, Some(token)).await.unwrap();
        assert_eq!(after["end"], "abandoned");
        let shown = |json: &Json| [json["feed"].clone(), json["drawing"].clone()];
        seen.push([shown(&before), shown(&after)]);
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "what the creator sees depends on no deal");
}

/// Whenever the node dies, a match is open, or its last seat is taken and it is dealt.
#[tokio::test(start_paused = true)]
async fn a_crash_between_join_and_deal_is_impossible() {
    let (mut open_ones, mut dealt) = (0, 0);
    for kind in [MemoryKind::Single, MemoryKind::Shared] {
        for ms in 0..30 {
            let database = MemoryDatabase::new(kind);
            let (node, is_alive) = start(&database).await;
            let (id, _) = create(&node, open("schotten")).await;
            let joining = Arc::clone(&node);
            let join = node.spawn(async move { joining.join(id, JoinRequest::default()).await });
            sleep(Duration::from_millis(ms)).await;
            is_alive.store(false, Ordering::Relaxed);
            node.crash();
            let _ = join.await;
            sleep(Duration::from_secs(1)).await;
            let store = database.connect(Arc::new(ennead_store::memory::PerfectLink)).0;
            let stored = store.load(id).await.unwrap().unwrap();
            let live = LiveMatch::of(games(), id, stored).unwrap();
            assert_eq!(live.is_open(), live.ply() == 0, "after {ms} ms");
            assert_eq!(live.mover().is_some(), live.ply() == 54, "after {ms} ms");
            open_ones += u32::from(live.is_open());
            dealt += u32::from(!live.is_open());
        }
    }
    assert!(open_ones > 4 && dealt > 4, "{open_ones} open, {dealt} dealt");
}

/// A record in which the first seat holds six chosen cards.
fn stacked() -> (String, usize) {
    let mut game = games().game("schotten").unwrap().game().start(&Options::new()).unwrap();
    // The first cards of an ordered deck.
    while game.choices().len() < 54 {
        game.play(0).unwrap();
    }
    for _ in 0..4 {
        game.play(0).unwrap();
    }
    (BASE64URL_NOPAD.encode(&game.record()), game.choices().len())
}

#[tokio::test(start_paused = true)]
async fn a_stacked_hand_is_dealt_anew_and_the_match_says_that_it_continues() {
    let (record, plies) = stacked();
    let chosen = BASE64URL_NOPAD.decode(record.as_bytes()).unwrap();
    let chosen = games().open_record(&chosen).unwrap();
    let viewers = [0, 1].map(|seat| ennead_game::Viewer::Seat(ennead_game::Seat(seat)));
    let mut hands = Vec::new();
    for number in 0..6 {
        seed(number);
        let database = MemoryDatabase::new(MemoryKind::Single);
        let (node, _) = start(&database).await;
        let mut request = open("schotten");
        request["from"] = json!({ "record": record });
        let (id, token) = create(&node, request).await;
        let spectator = node.json(id, None).await.unwrap();
        let creator = node.json(id, Some(token)).await.unwrap();
        for json in [&spectator, &creator] {
            let found = [&json["continues"], &json["dealt"]];
            assert_eq!(found, [&json!(plies), &json!(false)]);
        }
        assert_eq!(spectator["feed"], creator["feed"], "nobody sees more than spectators");
        assert_eq!(spectator["drawing"], creator["drawing"]);
        assert_ne!(creator["drawing"], json!(""));
        node.join(id, JoinRequest::default()).await.unwrap();
        let json = node.json(id, Some(token)).await.unwrap();
        assert_eq!([&json["continues"], &json["ply"]], [&json!(plies), &json!(plies)]);
        assert_eq!(json.get("dealt"), None);
        let store = database.connect(Arc::new(ennead_store::memory::PerfectLink)).0;
        let stored = store.load(id).await.unwrap().unwrap();
        let live = LiveMatch::of(games(), id, stored).unwrap();
        let spectator = ennead_game::Viewer::Spectator;
        assert_eq!(live.game.view(spectator), chosen.view(spectator), "public play stays");
        for viewer in viewers {
            let hand = live.game.view(viewer);
            assert_ne!(hand, chosen.view(viewer), "chosen cards are dealt anew");
            hands.push(hand);
        }
        let rows = store.list(Listing::Running, None, 9).await.unwrap();
        assert_eq!(rows[0].read().unwrap().unwrap().continues, Some(plies as u32));
        let Stored::Running(running) = store.load(id).await.unwrap().unwrap() else { panic!() };
        assert_eq!(running.entries.len(), 2, "the join and the deal");
    }
    let count = hands.len();
    hands.sort_by(|one, other| one.as_slice().cmp(other.as_slice()));
    hands.dedup();
    assert_eq!(hands.len(), count, "every deal is a new one");
}

/// Nothing is hidden in an open game: whoever joins sees the position, and it is as before.
#[tokio::test(start_paused = true)]
async fn a_fork_of_an_open_game_begins_at_once() {
    let (node, _) = start(&MemoryDatabase::new(MemoryKind::Single)).await;
    let mut request = open("ttt");
    let mut game = games().game("ttt").unwrap().game().start(&Options::new()).unwrap();
    game.play(4).unwrap();
    request["from"] = json!({ "record": BASE64URL_NOPAD.encode(&game.record()) });
    let (id, token) = create(&node, request).await;
    let json = node.json(id, Some(token)).await.unwrap();
    assert_eq!([&json["ply"], &json["continues"]], [&json!(1), &json!(1)]);
    assert_eq!(json.get("dealt"), None);
    let action = Action::Options { ply: 1, options: vec![0] };
    let address = IpAddr::from([10, 0, 0, 1]);
    let waits = node.act(id, token, &action, address).await.unwrap_err();
    assert_eq!(waits.code, Code::Waiting);
}
