//! Load on a real server with a real database, in this process.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use ennead_kit::Games;
use ennead_load::{
    Attack, CostlySetup, LoadResult, Plan, Progress, Siege, Watched, attack, attack_report, report,
    run,
};
use ennead_server::Config;
use ennead_store::{Event, MatchId, Store, Stored};
use serde_json::{Map, Value as Json, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// Time limit for a run that does not get anywhere.
const PATIENCE: Duration = Duration::from_secs(120);

/// The games of the tests.
fn games() -> Games {
    static GAMES: Games =
        Games::new(&[&ennead_ttt::GAME, &ennead_nested::GAME, &ennead_schotten::GAME]);
    GAMES
}

/// A folder, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("ennead-load-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn database(&self) -> String {
        format!("sqlite:{}/matches.db", self.0.display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server on a dedicated thread, until it is stopped.
struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Server {
    /// Port 0 is any free one.
    fn start(database: &str, port: u16) -> Server {
        Server::start_with(database, port, Config::new("the operator's secret".into()))
    }

    fn start_with(database: &str, port: u16, config: Config) -> Server {
        let runtime = Runtime::new().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let listener = runtime.block_on(TcpListener::bind(("127.0.0.1", port))).unwrap();
        let address = listener.local_addr().unwrap();
        let store = runtime.block_on(Store::open(database)).unwrap();
        let thread = std::thread::spawn(move || {
            let shutdown = async { drop(stopped.await) };
            runtime
                .block_on(ennead_server::run(listener, store, config, games(), shutdown))
                .unwrap();
        });
        Server { address, stop, thread }
    }

    fn stop(self) {
        self.stop.send(()).unwrap();
        self.thread.join().unwrap();
    }

    fn plan(&self, game: &str, setup: &[(&str, Json)]) -> Plan {
        Plan {
            address: format!("http://{}", self.address).parse().unwrap(),
            game: game.into(),
            setup: setup.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect(),
            matches: 8,
            time: PATIENCE,
            idle: 0,
            watched: Watched::default(),
            ledger: None,
        }
    }
}

/// Plays until there is enough.
fn play_until(plan: &Plan, is_enough: impl Fn(&Progress) -> bool) -> LoadResult {
    let mut found = false;
    let outcome = run(plan, |progress| {
        found = is_enough(&progress);
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(found, "{outcome:?}");
    outcome.unwrap()
}

/// Plays, and checks that there are no errors and that states are at most this large.
fn plays_well(server: &Server, game: &str, setup: &[(&str, Json)], most: usize) {
    let outcome = play_until(&server.plan(game, setup), |progress| progress.moves > 100);
    let tally = &outcome.tally;
    assert!(tally.errors.is_empty() && tally.reconnects == 0, "{tally:?}");
    assert!(tally.states.most <= most, "{game}: a state of {} bytes", tally.states.most);
    assert!(tally.states.frames >= 2 * tally.moves, "both players hear of every choice");
    latencies_add_up(&outcome, 8);
}

/// A match waits for one choice at a time, so its latencies sum to at most its duration.
fn latencies_add_up(outcome: &LoadResult, matches: u32) {
    let histogram = &outcome.tally.latencies;
    let waited = histogram.mean() * histogram.len() as f64 / 1e6;
    let time = outcome.elapsed.as_secs_f64() * f64::from(matches);
    assert_eq!(histogram.len(), outcome.tally.moves);
    assert!(waited > 0.0 && waited < time * 1.01, "{waited} s of {time} s");
}

#[test]
fn every_game_is_played() {
    let folder = Folder::new();
    let server = Server::start(&folder.database(), 0);
    plays_well(&server, "ttt", &[], 24);
    plays_well(&server, "nested", &[], 64);
    plays_well(&server, "nested", &[("depth", json!(3)), ("rules", json!("count"))], 600);
    plays_well(&server, "schotten", &[], 96);
    plays_well(&server, "schotten", &[("claims", json!("manual")), ("timing", json!("start"))], 96);
    server.stop();
}

#[test]
fn finished_matches_are_followed_by_rematches() {
    let folder = Folder::new();
    let server = Server::start(&folder.database(), 0);
    let plan = server.plan("ttt", &[]);
    let outcome = play_until(&plan, |progress| progress.finished > 8);
    let json = report(&plan, &outcome);
    assert_eq!((&json["game"], &json["matches"]), (&json!("ttt"), &json!(8)));
    assert!(
        json["moves_per_second"].as_f64().unwrap() > 0.0
            && json["latency_ms"]["p999"].as_f64().unwrap() > 0.0
    );
    assert_eq!(json["errors"], json!({ "total": 0, "kinds": {} }));
    assert_eq!(json["bytes"]["sent"]["frames"], json!(outcome.tally.sent.frames));
    server.stop();
}

#[test]
fn idle_sockets_stay() {
    let folder = Folder::new();
    let server = Server::start(&folder.database(), 0);
    // The server is in this process.
    let watched = Watched(Some(std::process::id()));
    let plan = Plan { matches: 0, idle: 100, watched, ..server.plan("schotten", &[]) };
    let outcome = play_until(&plan, |progress| progress.idle == 100);
    if watched.bytes().is_some() {
        let memory = &report(&plan, &outcome)["memory"];
        assert!(memory["per_idle_socket"].is_u64() && memory["after"].is_u64(), "{memory}");
        assert!(outcome.memory.svg().contains("<polyline"));
    }
    assert_eq!(
        report(&plan, &outcome)["idle"],
        json!({ "asked": 100, "opened": 100, "stayed": 100 })
    );
    server.stop();
}

/// Honest players keep playing during attacks, which per-address limits contain.
#[test]
fn attacks_are_survived() {
    let folder = Folder::new();
    let mut config = Config::new("the operator's secret".into());
    config.limits.limit_loopback = true;
    config.max_options = vec![("depth".into(), 100)];
    let server = Server::start_with(&folder.database(), 0, config);
    let address = format!("http://{}", server.address).parse().unwrap();
    let costly =
        CostlySetup { game: "nested".into(), option: "depth".into(), values: vec![1_000, 100] };
    let siege = Siege {
        game: "ttt".into(),
        setup: Map::new(),
        costly: Some(costly),
        pairs: 2,
        pace: Duration::from_millis(10),
        rounds: 1,
        window: Duration::from_millis(250),
        attackers: 2,
        patience: Duration::ZERO,
    };
    let watched = Watched(Some(std::process::id()));
    let results = [Attack::Looks, Attack::Connections, Attack::Garbage]
        .map(|kind| attack(&siege, kind, &address, watched, |_| {}).unwrap());
    for result in &results {
        assert_eq!((result.rounds.len(), result.errors), (1, 0), "{result:?}");
        let round = result.rounds[0];
        assert!(round.quiet_moves > 0 && round.attacked_moves > 0, "{result:?}");
        assert!(result.strikes.sent() > 0, "{result:?}");
    }
    let json = attack_report(&siege, &results);
    assert_eq!(json["attacks"][0]["attack"], json!("looks"));
    assert!(json["attacks"][0]["ratio"].as_f64().unwrap() > 0.0);
    server.stop();
}

/// The contents of the ledger are in the store after a restart.
#[test]
fn a_restart_is_survived() {
    let folder = Folder::new();
    let server = Server::start(&folder.database(), 0);
    let ledger = folder.0.join("ledger");
    let plan = Plan { ledger: Some(ledger.clone()), ..server.plan("ttt", &[]) };
    let port = server.address.port();
    let (running, restarted) = (Cell::new(Some(server)), OnceCell::new());
    // The number of moves when the server was back.
    let before = Cell::new(None);
    play_until(&plan, |progress| {
        if restarted.get().is_some_and(JoinHandle::is_finished) && progress.reconnects >= 8 {
            let moves = before.get().unwrap_or(progress.moves);
            before.set(Some(moves));
            return progress.moves > moves + 100;
        }
        if progress.moves > 100
            && let Some(server) = running.take()
        {
            // The players must receive the goodbye, so the server shuts down beside this thread.
            let database = folder.database();
            let restart = std::thread::spawn(move || {
                server.stop();
                Server::start(&database, port)
            });
            restarted.set(restart).expect("it is restarted once");
        }
        false
    });
    restarted.into_inner().unwrap().join().unwrap().stop();
    check_ledger(&ledger, &folder.database());
}

fn check_ledger(ledger: &Path, database: &str) {
    let runtime = Runtime::new().unwrap();
    let store = runtime.block_on(Store::open_to_read(database)).unwrap();
    let mut stored = BTreeMap::new();
    let text = std::fs::read_to_string(ledger).unwrap();
    assert!(text.lines().count() > 100);
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let id: MatchId = words[0].parse().unwrap();
        let choices = stored
            .entry(words[0])
            .or_insert_with(|| choices(runtime.block_on(store.load(id)).unwrap().unwrap()));
        let (ply, option): (usize, u32) = (words[1].parse().unwrap(), words[2].parse().unwrap());
        assert_eq!(choices.get(ply), Some(&option), "{line}");
    }
}

fn choices(stored: Stored) -> Vec<u32> {
    match stored {
        Stored::Finished(finished) => {
            games().open_record(&finished.record).unwrap().choices().to_vec()
        }
        Stored::Running(running) => running
            .entries
            .into_iter()
            .filter_map(|entry| match entry.event {
                Event::Choices(choices) => Some(choices),
                _ => None,
            })
            .flatten()
            .collect(),
    }
}

#[test]
fn impossible_measurements_are_rejected_with_the_reason() {
    let folder = Folder::new();
    let server = Server::start(&folder.database(), 0);
    let error = |plan: &Plan| run(plan, |_| ControlFlow::Continue(())).unwrap_err().to_string();
    let plan = server.plan("ttt", &[]);
    assert_eq!(
        error(&Plan { matches: 0, ..plan.clone() }),
        "nothing to do: ask for at least one match or one idle socket"
    );
    let refused = error(&Plan { game: "chess".into(), setup: Map::new(), ..plan.clone() });
    assert!(
        refused.starts_with(&format!(
            "cannot set up a match at http://{}: bad_request: ",
            server.address
        )),
        "{refused}"
    );
    let unwritable = error(&Plan { ledger: Some(folder.0.join("no/ledger")), ..plan.clone() });
    assert!(unwritable.starts_with("cannot write "), "{unwritable}");
    server.stop();
    let gone = error(&plan);
    assert!(gone.contains("refused"), "{gone}");
}
