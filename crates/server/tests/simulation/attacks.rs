//! What an audit of the server found: each test fails without the remedy.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Options, Random, SplitMix64};
use ennead_host::matches::{parse_id, parse_token};
use ennead_host::{Action, Beginning, Clock, Entry, Event, Head, MatchId, SeatHolder, SeatKey};
use ennead_protocol::{Code, Status, Token};
use ennead_server::simulation::{Pace, Paces, SimulatedNode, Update, Updates, seed};
use ennead_server::{BotConfig, Config};
use ennead_store::memory::{Effect, Link, MemoryDatabase, MemoryKind, Passage, Request};
use serde_json::{Value as Json, json};
use tokio::time::{Instant, sleep, timeout};

use crate::brittle::{BOT, GO_ON, bot_panics, brittle_games};
use crate::games::games;

/// When nodes start: far from the end of an id's unit of time.
const NOW: u64 = 1_800_000_000_000;

/// A link that counts reads.
#[derive(Default)]
pub(crate) struct CountingLink {
    reads: AtomicUsize,
    read_ms: AtomicU64,
}

impl CountingLink {
    fn reads(&self) -> usize {
        self.reads.swap(0, Ordering::Relaxed)
    }
}

impl Link for CountingLink {
    fn passage(&self, request: Request) -> Passage {
        if request != Request::Read {
            return Passage::default();
        }
        self.reads.fetch_add(1, Ordering::Relaxed);
        let back = Duration::from_millis(self.read_ms.load(Ordering::Relaxed));
        Passage { there: Duration::ZERO, back, loss: None }
    }

    fn hint(&self) -> Vec<Duration> {
        Vec::new()
    }

    fn time(&self) -> u64 {
        NOW
    }
}

pub(crate) fn config() -> Config {
    let mut config = Config::new(String::new());
    config.wall = || NOW;
    config.bots = BotConfig { nodes: Some(4), seed: Some(1), ..config.bots };
    config
}

pub(crate) fn pace(ms: u64) -> Pace {
    Arc::new(move || Duration::from_millis(ms))
}

async fn start(
    database: &MemoryDatabase,
    config: &Config,
    [bots, work]: [Pace; 2],
) -> Arc<SimulatedNode> {
    let store = database.connect(Arc::new(CountingLink::default())).0;
    SimulatedNode::start(games(), store, config, &Paces { bots, work }).await
}

async fn single(config: &Config) -> Arc<SimulatedNode> {
    start(&MemoryDatabase::new(MemoryKind::Single), config, [pace(0), pace(0)]).await
}

fn address(number: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, number])
}

async fn create(
    node: &SimulatedNode,
    request: Json,
    owner: IpAddr,
) -> (MatchId, [Option<Token>; 2]) {
    let made = node.create(serde_json::from_value(request).unwrap(), owner).await.unwrap();
    let token = |seat: usize| made["seats"][seat]["token"].as_str();
    let tokens = [0, 1].map(|seat| token(seat).map(|text| parse_token(text).unwrap()));
    (parse_id(made["id"].as_str().unwrap()).unwrap(), tokens)
}

fn people() -> Json {
    json!({ "game": "ttt", "seats": ["person", "person"] })
}

/// Waits for an update, in simulated time.
async fn hear(updates: &mut Updates, within: Duration, wanted: impl Fn(&Update) -> bool) {
    let waiting = async { while !wanted(&updates.next().await.expect("the node runs")) {} };
    timeout(within, waiting).await.expect("subscribers hear it in time");
}

/// A match of more choices than the threads of the network work on.
fn long_record() -> String {
    let options = Options::new().with("depth", "4");
    let mut game = games().game("nested").unwrap().game().start(&options).unwrap();
    let mut random = SplitMix64::new(5);
    while game.choices().len() < 600 {
        game.play(random.below(game.options().into()) as u32).unwrap();
    }
    BASE64URL_NOPAD.encode(&game.record())
}

#[tokio::test(start_paused = true)]
async fn two_matches_that_draw_the_same_id_get_two() {
    let node = single(&config()).await;
    seed(7);
    let (first, tokens) = create(&node, people(), address(1)).await;
    let mut spectator = node.open(first, None, address(2)).await.unwrap();
    let mut updates = spectator.updates().unwrap();
    seed(7);
    let (second, _) = create(&node, people(), address(1)).await;
    assert_ne!(first, second);
    let choice = Action::Options { ply: 0, options: vec![4] };
    node.act(first, tokens[0].unwrap(), &choice, address(1)).await.unwrap();
    hear(&mut updates, Duration::from_secs(1), |update| update.state.ply == 1).await;

    // A match that is over and not in memory has its id nevertheless.
    node.act(first, tokens[0].unwrap(), &Action::Resign, address(1)).await.unwrap();
    drop((spectator, updates));
    while node.sponsor(first).is_some() {
        sleep(Duration::from_millis(500)).await;
    }
    seed(7);
    let (third, _) = create(&node, people(), address(1)).await;
    assert!(third != first && third != second);
    let mut old = node.open(first, None, address(2)).await.unwrap();
    let is_over = |update: &Update| matches!(update.state.status, Status::Over { .. });
    hear(&mut old.updates().unwrap(), Duration::from_secs(1), is_over).await;
}

/// A log that offers have filled is as long as one that moves have filled.
#[tokio::test(start_paused = true)]
async fn a_log_without_moves_is_limited_too() {
    let mut config = config();
    config.limits.choices = 4;
    let database = MemoryDatabase::new(MemoryKind::Single);
    let store = database.connect(Arc::new(CountingLink::default())).0;
    let token = [1; 16];
    let head = Head {
        start: games().game("ttt").unwrap().game().start(&Options::new()).unwrap().record(),
        seats: [SeatHolder::Person(SeatKey::of(&token)); 2],
        names: [None, None],
        clock: Clock::None,
        listed: true,
        beginning: Beginning::Fresh,
        created: NOW,
    };
    // As earlier versions let players do.
    let events =
        [Event::Offer(ennead_game::Seat::FIRST), Event::Decline(ennead_game::Seat::SECOND)];
    let entries = events.iter().cycle().take(40).map(|event| Entry { at: 0, event: event.clone() });
    let id = MatchId::new(NOW, 1);
    store.create(id, &head, &entries.collect::<Vec<_>>(), NOW + 1_000_000, None).await.unwrap();
    let node = start(&database, &config, [pace(0), pace(0)]).await;
    let choice = Action::Options { ply: 0, options: vec![4] };
    node.act(id, token, &choice, address(1)).await.unwrap();
    let mut feed = node.open(id, None, address(1)).await.unwrap();
    let is_over = |update: &Update| matches!(update.state.status, Status::Over { .. });
    hear(&mut feed.updates().unwrap(), Duration::from_secs(1), is_over).await;
}

#[tokio::test(start_paused = true)]
async fn many_who_ask_for_a_match_load_it_once() {
    let database = MemoryDatabase::new(MemoryKind::Single);
    let first = start(&database, &config(), [pace(0), pace(0)]).await;
    let (id, _) = create(&first, people(), address(1)).await;
    first.crash();
    let link = Arc::new(CountingLink::default());
    let paces = Paces { bots: pace(0), work: pace(20) };
    let store = database.connect(link.clone()).0;
    let node = SimulatedNode::start(games(), store, &config(), &paces).await;
    // The sweep reads too, but seldom.
    for (id, is_known) in [(id, true), (MatchId::new(NOW, 77), false)] {
        link.read_ms.store(10, Ordering::Relaxed);
        link.reads();
        let calls: Vec<_> = (0..20)
            .map(|_| {
                let node = Arc::clone(&node);
                tokio::spawn(async move { node.show(id, None).await })
            })
            .collect();
        for call in calls {
            let answer = call.await.unwrap();
            assert_eq!(answer.is_ok(), is_known, "{answer:?}");
        }
        if is_known {
            let reads = link.reads();
            assert!(reads <= 3, "{reads} reads");
        }
        assert_eq!(node.holdings().matches, 1, "an unknown id leaves nothing behind");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_cancelled_swallows_no_publication() {
    let database = MemoryDatabase::new(MemoryKind::Shared);
    let there = start(&database, &config(), [pace(0), pace(0)]).await;
    let here = start(&database, &config(), [pace(0), pace(100)]).await;
    let from = json!({ "record": long_record() });
    let request = json!({ "game": "nested", "seats": ["person", "person"], "from": from });
    let (id, tokens) = create(&there, request, address(1)).await;
    let mut spectator = here.open(id, None, address(2)).await.unwrap();
    let mut updates = spectator.updates().unwrap();
    let mut state = updates.next().await.unwrap().state;
    for round in 0..12 {
        let Status::Running { turn, .. } = state.status else { panic!("it goes on") };
        let choice = Action::Options { ply: state.ply, options: vec![0] };
        let token = tokens[turn.index()].unwrap();
        there.act(id, token, &choice, address(1)).await.unwrap();
        // The match is loaded after one job and published after another one.
        let node = Arc::clone(&here);
        let call = tokio::spawn(async move { node.show(id, None).await });
        sleep(Duration::from_millis(110 + round * 7)).await;
        call.abort();
        let heard = timeout(Duration::from_secs(3), updates.next()).await;
        state = heard.expect("subscribers hear of the move").unwrap().state;
    }
}

#[tokio::test(start_paused = true)]
async fn spectators_pay_for_no_players_bots() {
    let node = single(&config()).await;
    let request = json!({ "game": "nested", "seats": ["person", "bot:1"] });
    let (id, tokens) = create(&node, request, address(1)).await;
    let wrong = node.open(id, Some([9; 16]), address(2)).await.map(drop).unwrap_err();
    assert_eq!(wrong.code, Code::WrongToken);
    let _spectator = node.open(id, None, address(2)).await.unwrap();
    assert_eq!(node.sponsor(id), Some(address(1).into()));
    let _player = node.open(id, tokens[0], address(3)).await.unwrap();
    let sponsor = node.sponsor(id);
    assert_eq!(sponsor, Some(address(3).into()), "the player has moved to another network");
    let between = json!({ "game": "nested", "seats": ["bot:1", "bot:1"] });
    let (id, _) = create(&node, between, address(1)).await;
    let _spectator = node.open(id, None, address(2)).await.unwrap();
    assert_eq!(node.sponsor(id), Some(address(2).into()), "bots that play for who watches");
}

#[tokio::test(start_paused = true)]
async fn bots_of_many_matches_delay_no_other_client() {
    delay_no_other_client(|_| address(1)).await;
}

/// Queues counted addresses, of which an IPv6 network has 2^64.
#[tokio::test(start_paused = true)]
async fn bots_of_many_addresses_of_an_ipv6_network_delay_no_other_client() {
    delay_no_other_client(|number| Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, number).into())
        .await;
}

/// The bots of 28 matches of one client, each created from another address, delay those of another
/// client by a search at most.
async fn delay_no_other_client(greedy: impl Fn(u16) -> IpAddr) {
    const SEARCH: u64 = 100;
    let mut config = config();
    config.bot_threads = 1;
    config.limits.matches_per_minute = 1_000;
    config.limits.calls_per_second = 1_000;
    let database = MemoryDatabase::new(MemoryKind::Single);
    let node = start(&database, &config, [pace(SEARCH), pace(0)]).await;
    let request = json!({ "game": "ttt", "seats": ["bot:1", "person"] });
    for number in 0..28 {
        create(&node, request.clone(), greedy(number)).await;
    }
    let (id, tokens) = create(&node, request, address(2)).await;
    let asked = Instant::now();
    let mut player = node.open(id, tokens[1], address(2)).await.unwrap();
    let mut updates = player.updates().unwrap();
    hear(&mut updates, Duration::from_secs(5), |update| update.state.ply > 0).await;
    let waited = asked.elapsed();
    assert!(waited <= Duration::from_millis(3 * SEARCH), "{waited:?}");
}

/// One match that takes long to load does not delay the flags of the others.
#[tokio::test(start_paused = true)]
async fn a_costly_match_delays_no_flag() {
    let database = MemoryDatabase::new(MemoryKind::Single);
    let first = start(&database, &config(), [pace(0), pace(0)]).await;
    let clock = |seconds: f64| {
        let clock = json!({ "per_move": seconds });
        json!({ "game": "ttt", "seats": ["person", "person"], "clock": clock })
    };
    let (costly, _) = create(&first, clock(0.5), address(1)).await;
    let (other, _) = create(&first, clock(0.6), address(1)).await;
    first.crash();
    let began = Instant::now();
    let jobs = AtomicUsize::new(0);
    let work: Pace = Arc::new(move || match jobs.fetch_add(1, Ordering::Relaxed) {
        0 => Duration::from_secs(20),
        _ => Duration::ZERO,
    });
    let _node = start(&database, &config_later(), [pace(0), work]).await;
    let is_over = |id: MatchId| {
        let journal = database.journal();
        journal.iter().any(|change| change.id == id && matches!(change.effect, Effect::Finish(_)))
    };
    while !is_over(other) {
        sleep(Duration::from_millis(50)).await;
        assert!(began.elapsed() < Duration::from_secs(2), "the flag falls late");
    }
    assert!(!is_over(costly));
}

/// A node whose clock shows that both flags have fallen.
fn config_later() -> Config {
    Config { wall: || NOW + 10_000, ..config() }
}

/// An address has a share of the matches between bots.
#[tokio::test(start_paused = true)]
async fn matches_between_bots_are_limited_by_address() {
    let mut config = config();
    config.bots.matches_per_address = 2;
    let node = single(&config).await;
    let request = json!({ "game": "ttt", "seats": ["bot:1", "bot:1"] });
    let mut watched = Vec::new();
    for _ in 0..2 {
        let (id, _) = create(&node, request.clone(), address(1)).await;
        watched.push(node.open(id, None, address(1)).await.unwrap());
    }
    let third = node.create(serde_json::from_value(request.clone()).unwrap(), address(1)).await;
    assert_eq!(third.unwrap_err().code, Code::TooMany);
    create(&node, request, address(2)).await;
}

/// The quarantine answers for a match that cannot be read, and tries again after a while.
#[tokio::test(start_paused = true)]
async fn an_unreadable_match_is_read_seldom() {
    let database = MemoryDatabase::new(MemoryKind::Single);
    let link = Arc::new(CountingLink::default());
    let store = database.connect(link.clone()).0;
    let head = Head {
        start: games().game("ttt").unwrap().game().start(&Options::new()).unwrap().record(),
        seats: [SeatHolder::Person(SeatKey::of(&[1; 16])); 2],
        names: [None, None],
        clock: Clock::None,
        listed: true,
        beginning: Beginning::Fresh,
        created: NOW,
    };
    let impossible = Entry { at: 0, event: Event::Choices(vec![77]) };
    let id = MatchId::new(NOW, 1);
    store.create(id, &head, &[impossible], NOW + 1_000_000, None).await.unwrap();
    let paces = Paces { bots: pace(0), work: pace(0) };
    let node = SimulatedNode::start(games(), store, &config(), &paces).await;
    link.reads();
    for _ in 0..1_000 {
        let failure = node.open(id, None, address(1)).await.map(drop).unwrap_err();
        assert!(failure.code == Code::Internal && failure.is_logged, "{failure}");
    }
    let reads = link.reads();
    assert!(reads <= 3, "{reads} reads");
    assert_eq!(node.holdings().matches, 0);
    sleep(Duration::from_secs(20)).await;
    link.reads();
    node.open(id, None, address(1)).await.map(drop).unwrap_err();
    assert!(link.reads() > 0, "somebody may have repaired it");
}

/// A bot that panicked was asked again as soon as its lease had expired, every two seconds.
#[tokio::test(start_paused = true)]
async fn a_bot_that_panics_is_asked_seldom() {
    let database = MemoryDatabase::new(MemoryKind::Single);
    let store = database.connect(Arc::new(CountingLink::default())).0;
    let paces = Paces { bots: pace(0), work: pace(0) };
    let node = SimulatedNode::start(brittle_games(), store, &config(), &paces).await;
    let request = json!({ "game": "brittle", "seats": ["person", "bot:1"] });
    let (other, other_tokens) = create(&node, request.clone(), address(1)).await;
    let (id, tokens) = create(&node, request, address(1)).await;
    let choice = |option| Action::Options { ply: 0, options: vec![option] };
    node.act(id, tokens[0].unwrap(), &choice(BOT), address(1)).await.unwrap();
    let asked = async |until: Duration| {
        sleep(until).await;
        bot_panics()
    };
    assert_eq!(asked(Duration::from_secs(14)).await, 1);
    let failure = node.open(id, None, address(1)).await.map(drop).unwrap_err();
    assert!(failure.code == Code::Internal && failure.is_logged, "{failure}");
    let goes_on = node.act(other, other_tokens[0].unwrap(), &choice(GO_ON), address(1)).await;
    assert_eq!(goes_on, Ok(true), "another match of the same game");
    // It is asked again after 15, 45, 105, 225, 465 and 945 seconds: it draws other numbers.
    assert!((2..=7).contains(&asked(Duration::from_secs(1_000)).await), "{}", bot_panics());
}
