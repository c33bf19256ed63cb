//! Takebacks whose calls cross other calls on another node, with crashes between any two steps.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ennead_game::{Options, Random, Seat, SplitMix64};
use ennead_host::matches::{parse_id, parse_token};
use ennead_host::{
    Action, Beginning, Clock, Entry, Event, Finished, Head, MatchId, Reason, SeatHolder, SeatKey,
};
use ennead_judge::{History, Limits, Ms, StoredChange, Weather, What, check};
use ennead_protocol::{Code, Token};
use ennead_server::Config;
use ennead_server::simulation::{Defects, Paces, SimulatedNode, seed};
use ennead_store::memory::{Effect, Link, Loss, MemoryDatabase, MemoryKind, Passage, Request};
use ennead_store::{Store, Stored};
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use crate::games::games;

const NOW: u64 = 1_800_000_000_000;
/// The crossings of each test.
const CROSSINGS: u64 = 300;
/// Long enough for every attempt at a request.
const PATIENCE: Duration = Duration::from_secs(40);

/// A link that delays everything a little, and may lose messages.
struct Uneven {
    random: Mutex<SplitMix64>,
    loses: bool,
}

impl Uneven {
    fn ms(&self, most: u64) -> Duration {
        Duration::from_millis(self.random.lock().unwrap().below(most))
    }
}

impl Link for Uneven {
    fn passage(&self, request: Request) -> Passage {
        let (there, back) = (self.ms(5), self.ms(5));
        let is_lost = self.loses && self.random.lock().unwrap().below(12) == 0;
        let loss = match request {
            Request::Write if is_lost => Some(Loss::Answer),
            Request::Read if is_lost => Some(Loss::Request),
            _ => None,
        };
        Passage { there, back, loss }
    }

    fn hint(&self) -> Vec<Duration> {
        vec![self.ms(8)]
    }

    fn time(&self) -> u64 {
        NOW
    }
}

/// No deadline applies: only what is stored and said counts.
struct Storm;

impl Weather for Storm {
    fn clock(&self, at: Ms) -> u64 {
        NOW + at
    }

    fn when(&self, _: Ms, _: u64) -> Ms {
        Ms::MAX
    }

    fn deadline(&self, _: Ms, _: Ms) -> Ms {
        Ms::MAX
    }

    fn is_settled(&self, _: Ms) -> bool {
        false
    }
}

async fn start(
    database: &MemoryDatabase,
    defects: Defects,
    random: &mut SplitMix64,
    loses: bool,
) -> (Arc<SimulatedNode>, Arc<std::sync::atomic::AtomicBool>) {
    let link = Uneven { random: Mutex::new(SplitMix64::new(random.next_u64())), loses };
    let (store, is_alive) = database.connect(Arc::new(link));
    let mut config = Config::new(String::new());
    config.wall = || NOW;
    config.defects = defects;
    let paces = Paces { bots: Arc::new(|| Duration::ZERO), work: Arc::new(|| Duration::ZERO) };
    (SimulatedNode::start(games(), store, &config, &paces).await, is_alive)
}

fn address() -> IpAddr {
    IpAddr::from([10, 0, 0, 1])
}

/// What a player does on the other node while the opponent's takeback is granted on this one.
async fn cross(node: &SimulatedNode, id: MatchId, tokens: [Token; 2], random: &mut SplitMix64) {
    let seat = random.below(2) as usize;
    let _ = match random.below(5) {
        0 | 1 => node.act(id, tokens[seat], &Action::Resign, address()).await.map(drop),
        2 => node.take_back(id, tokens[1], address()).await.map(drop),
        3 => node.act(id, tokens[1], &Action::DeclineTakeback, address()).await.map(drop),
        _ => {
            let options = vec![0, 0];
            let action = Action::Options { ply: 56, options };
            node.act(id, tokens[1], &action, address()).await.map(drop)
        }
    };
    if random.below(2) == 0 {
        let _ = node.rematch(id, tokens[seat]).await;
    }
}

/// A takeback that crosses another call. Returns the violations, and how the match ended.
async fn crossing(number: u64, defects: Defects) -> (Vec<String>, Option<Reason>) {
    seed(number);
    let began = Instant::now();
    let mut random = SplitMix64::new(number);
    let database = MemoryDatabase::new(MemoryKind::Shared);
    let loses = random.below(3) == 0;
    let (here, is_alive) = start(&database, defects, &mut random, loses).await;
    let (there, _) = start(&database, defects, &mut random, false).await;
    let request = json!({ "game": "schotten", "seats": ["person", "person"] });
    let request = serde_json::from_value(request).unwrap();
    let Ok(made) = here.create(request, address()).await else { return (Vec::new(), None) };
    let id = parse_id(made["id"].as_str().unwrap()).unwrap();
    let token = |seat: usize| parse_token(made["seats"][seat]["token"].as_str().unwrap()).unwrap();
    let tokens = [token(0), token(1)];
    let history = Arc::new(History::default());
    let now = move || began.elapsed().as_millis() as Ms;
    for (seat, ply) in [(Seat::FIRST, 54), (Seat::SECOND, 56)] {
        for option in [0, 1] {
            history.add(now(), What::Choice { id, seat, ply: ply + option, option: 0 });
        }
    }
    let action = Action::Options { ply: 54, options: vec![0, 0] };
    let _ = here.act(id, tokens[0], &action, address()).await;
    let _ = here.take_back(id, tokens[0], address()).await;

    let mut delay = || Duration::from_millis(random.below(25));
    let (grants, crosses, crashes) = (delay(), delay(), delay());
    let granting = Arc::clone(&here);
    let grant = here.spawn(async move {
        sleep(grants).await;
        let _ = granting.take_back(id, tokens[1], address()).await;
    });
    let mut other = SplitMix64::new(random.next_u64());
    let (node, told) = (Arc::clone(&there), Arc::clone(&history));
    let crossed = tokio::spawn(async move {
        sleep(crosses).await;
        cross(&node, id, tokens, &mut other).await;
        if node.record(id).await.is_ok() {
            told.add(now(), What::Revealed { id });
        }
    });
    if random.below(3) == 0 {
        sleep(crashes).await;
        is_alive.store(false, Ordering::Relaxed);
        here.crash();
    }
    let _ = timeout(PATIENCE, grant).await;
    crossed.await.unwrap();
    sleep(PATIENCE).await;
    let (later, _) = start(&database, defects, &mut random, false).await;
    if later.record(id).await.is_ok() {
        history.add(now(), What::Revealed { id });
    }
    let mut journal: BTreeMap<MatchId, Vec<StoredChange>> = BTreeMap::new();
    let mut reason = None;
    for change in database.journal() {
        if let (Effect::Finish(finished), true) = (&change.effect, change.id == id) {
            reason = Some(finished.reason);
        }
        let at = change.at.duration_since(began).as_millis() as Ms;
        let stored = StoredChange { at, effect: change.effect };
        journal.entry(change.id).or_default().push(stored);
    }
    let (events, ends) = (history.events(), now());
    (check(games(), &Storm, Limits::default(), &events, &journal, ends), reason)
}

fn violations(defects: Defects) -> Vec<String> {
    let one = |number| {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.unwrap().block_on(crossing(number, defects)).0
    };
    (0..CROSSINGS).flat_map(one).collect()
}

#[test]
fn a_takeback_that_crosses_other_calls_reveals_nothing_and_splits_nothing() {
    assert_eq!(violations(Defects::default()), [] as [String; 0]);
}

/// The crossings reach what they are for: each call wins sometimes.
#[test]
fn each_of_two_crossing_calls_wins_sometimes() {
    let one = |number| {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.unwrap().block_on(crossing(number, Defects::default())).1
    };
    let ends: Vec<_> = (0..60).map(one).collect();
    assert!(ends.contains(&Some(Reason::Abandoned)), "{ends:?}");
    assert!(ends.iter().any(|end| matches!(end, Some(Reason::Resigned(_)))), "{ends:?}");
}

#[test]
fn a_takeback_in_two_transactions_is_found() {
    let found = violations(Defects { takes_back_in_two: true, ..Defects::default() });
    assert!(found.iter().any(|text| text.contains("runs beside its fork")), "{found:?}");
}

#[test]
fn secrets_that_depend_on_the_reason_of_the_end_are_found() {
    let defects = Defects { takes_back_in_two: true, trusts_reasons: true, ..Defects::default() };
    let found = violations(defects);
    assert!(found.iter().any(|text| text.contains("but its fork goes on")), "{found:?}");
}

/// A match as version 0.2 stored it, with the match that follows it.
struct Old {
    database: MemoryDatabase,
    store: Store,
    id: MatchId,
    next: MatchId,
}

/// An old match that has ended for this reason, or runs, and whose seats the next match swaps if it
/// is a rematch.
async fn old(reason: Option<Reason>, is_rematch: bool) -> Old {
    let database = MemoryDatabase::new(MemoryKind::Single);
    let store = database.connect(Arc::new(ennead_store::memory::PerfectLink)).0;
    let mut game = games().game("schotten").unwrap().game().start(&Options::new()).unwrap();
    let start = game.record();
    game.deal(&mut SplitMix64::new(3));
    let entry = Entry { at: 0, event: Event::Choices(game.choices().to_vec()) };
    let seats = [1, 2].map(|byte| SeatHolder::Person(SeatKey::of(&[byte; 16])));
    let head = Head {
        start,
        seats,
        names: [None, None],
        clock: Clock::None,
        listed: true,
        created: NOW,
        beginning: Beginning::Fresh,
    };
    let [id, next] = [1, 2].map(|number| MatchId::new(NOW, number));
    let never = NOW + 1_000_000;
    store.create(id, &head, std::slice::from_ref(&entry), never, None).await.unwrap();
    if let Some(reason) = reason {
        let finished = Finished {
            record: game.record(),
            seats,
            names: [None, None],
            reason,
            clock: Clock::None,
            created: NOW,
            ended: NOW + 9,
            listed: true,
            continues: None,
        };
        store.finish(id, 1, &finished, None).await.unwrap();
    }
    let [first, second] = seats;
    let seats = if is_rematch { [second, first] } else { seats };
    store.create(next, &Head { seats, ..head }, &[entry], never, Some(id)).await.unwrap();
    Old { database, store, id, next }
}

#[tokio::test(start_paused = true)]
async fn a_stored_match_whose_fork_lives_is_called_off_when_it_is_opened() {
    let Old { database, store, id, next } = old(None, false).await;
    let (node, _) = start(&database, Defects::default(), &mut SplitMix64::new(1), false).await;
    let json = node.json(id, Some([1; 16])).await.unwrap();
    assert_eq!((&json["end"], &json["next"]), (&json!("abandoned"), &json!(next.to_string())));
    let Ok(Some(Stored::Finished(finished))) = store.load(id).await else { panic!("it runs") };
    assert_eq!(finished.reason, Reason::Abandoned);
    assert_eq!(node.record(id).await.unwrap_err().code, Code::NotOver);
    let running = node.json(next, Some([1; 16])).await.unwrap();
    assert_eq!(running["state"], "running");
}

#[tokio::test(start_paused = true)]
async fn a_stored_match_with_a_fork_is_private_however_it_ended() {
    for reason in [Reason::Abandoned, Reason::Resigned(Seat::SECOND), Reason::Agreed] {
        for (is_rematch, is_private) in [(false, true), (true, false)] {
            let Old { database, id, .. } = old(Some(reason), is_rematch).await;
            let random = &mut SplitMix64::new(1);
            let (node, _) = start(&database, Defects::default(), random, false).await;
            let record = node.record(id).await;
            assert_eq!(record.is_err(), is_private, "{reason:?} {is_rematch}");
            // What is public looks the same to everybody.
            let public = node.json(id, None).await.unwrap();
            let own = node.json(id, Some([1; 16])).await.unwrap();
            assert_eq!(public["drawing"] != own["drawing"], is_private, "{public}");
        }
    }
}

/// Two nodes that are granted the same takeback answer with the same fork.
#[tokio::test(start_paused = true)]
async fn concurrent_grants_are_one_fork() {
    let database = MemoryDatabase::new(MemoryKind::Shared);
    let mut random = SplitMix64::new(4);
    let (here, _) = start(&database, Defects::default(), &mut random, false).await;
    let (there, _) = start(&database, Defects::default(), &mut random, false).await;
    let request = json!({ "game": "ttt", "seats": ["person", "person"] });
    let made = here.create(serde_json::from_value(request).unwrap(), address()).await.unwrap();
    let id = parse_id(made["id"].as_str().unwrap()).unwrap();
    let token = |seat: usize| parse_token(made["seats"][seat]["token"].as_str().unwrap()).unwrap();
    let choice = Action::Options { ply: 0, options: vec![4] };
    here.act(id, token(0), &choice, address()).await.unwrap();
    assert_eq!(here.take_back(id, token(0), address()).await, Ok(None));
    there.show(id, None).await.unwrap();
    let (one, other) = tokio::join!(
        here.take_back(id, token(1), address()),
        there.take_back(id, token(1), address())
    );
    let fork = one.unwrap();
    assert!(fork.is_some());
    assert_eq!(other, Ok(fork));
    // The end of a match that is over is known.
    assert_eq!(here.act(id, token(1), &Action::Abandon, address()).await, Ok(false));
}
