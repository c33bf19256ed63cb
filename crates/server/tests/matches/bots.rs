//! Bots on the server: whole moves, reproducible, and only while somebody is there.

use std::time::Duration;

use ennead_game::{AnyMatch, Options, Random, SplitMix64};
use ennead_host::{Entry, Event, Stored};
use ennead_protocol::{ClientFrame, Code, Features, ServerFrame, StateFrame, Status};
use ennead_search::{Budget, choose_move};
use ennead_server::BotConfig;
use ennead_solve::distributed::{Plan, solve};
use ennead_store::testing::Folder;
use serde_json::json;

use crate::client::Client;
use crate::games::games;
use crate::node::{CreatedMatch, Node, OPERATOR};

const SEED: u64 = 7;
const NODES: u64 = 150;

/// A server whose bots are deterministic.
async fn steady_node() -> Node {
    node_with_nodes(NODES).await
}

async fn node_with_nodes(nodes: u64) -> Node {
    let bots = BotConfig { nodes: Some(nodes), seed: Some(SEED), ..BotConfig::default() };
    Node::with(|config| config.bots = bots).await
}

async fn open(node: &Node, made: &CreatedMatch) -> (Client, StateFrame) {
    let mut client = node.open(&made.id, &made.tokens[0]).await;
    let state = client.state().await;
    (client, state)
}

/// With next to no time to search, the strongest bot holds a drawn board, and hints are exact.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_strongest_bot_and_hints_look_positions_up() {
    let folder = Folder::new();
    let plan = Plan {
        directory: folder.path().to_path_buf(),
        workers: 1,
        hosts: None,
        memory: 64 << 20,
        resume: false,
        patience: Duration::ZERO,
        watch: std::sync::Arc::new(|_| {}),
    };
    let setup = ennead_connect::ConnectSetup::new(4, 4, 4, true).unwrap();
    solve::<ennead_connect::Connect>(&setup, &plan).unwrap();
    let node = Node::with(|config| {
        config.tables = games().open_tables([folder.path()]).unwrap();
        config.bots.nodes = Some(1);
        config.bots.seed = Some(SEED);
    })
    .await;
    let board = json!({ "game": "connect", "setup": { "width": 4, "height": 4 },
        "seats": ["person", "bot:5"] });
    let mut random = SplitMix64::new(5);
    for _ in 0..4 {
        let made = node.create_with(board.clone()).await;
        let hint = node.get(&made.path("/hint"), &made.tokens[0]).await;
        assert_eq!((&hint["exact"], &hint["reason"]), (&json!(true), &json!("it keeps the draw")));
        let (mut client, mut state) = open(&node, &made).await;
        while let Status::Running { turn, .. } = state.status {
            if turn.0 == 0 {
                let option = random.below(state.labels.len() as u64) as u32;
                client.choose(state.ply, option).await;
            }
            state = client.state().await;
        }
        let over = node.get(&made.path(""), "").await;
        assert_ne!(over["winner"], 0, "{over}");
    }
    node.stop().await;
}

/// The entries of a running match in the database; none once it is over.
async fn stored_entries(node: &Node, made: &CreatedMatch) -> Option<Vec<Entry>> {
    let stored = node.store.load(made.id.parse().unwrap()).await.unwrap();
    match stored.expect("the match is stored") {
        Stored::Running(running) => Some(running.entries),
        Stored::Finished(_) => None,
    }
}

/// Plays choices that were stored.
fn replay(game: &mut dyn AnyMatch, entries: &[Entry]) {
    for entry in entries {
        let Event::Choices(options) = &entry.event else { panic!("choices, not {entry:?}") };
        options.iter().for_each(|option| game.play(*option).unwrap());
    }
}

/// Makes a move, always the first option, and returns how many messages it took.
async fn make_first_choices(client: &mut Client, state: &mut StateFrame) -> usize {
    for made in 1.. {
        client.choose(state.ply, 0).await;
        *state = client.state().await;
        if !matches!(state.status, Status::Running { turn, .. } if turn.0 == 0) {
            return made;
        }
    }
    unreachable!("a move has an end")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bots_move_is_one_search_one_entry_one_commit_and_one_state() {
    let node = steady_node().await;
    for game in ["nested", "ttt", "connect", "schotten"] {
        let made = node.create(game, ["person", "bot:3"]).await;
        let kit = games().game(game).unwrap();
        let mut bot = kit.bots().bot("level3", SEED).unwrap();
        let (mut client, mut state) = open(&node, &made).await;
        for _ in 0..6 {
            let before = stored_entries(&node, &made).await.unwrap().len();
            let commits = node.store.commits().unwrap();
            let ours = make_first_choices(&mut client, &mut state).await;
            if matches!(state.status, Status::Over { .. }) {
                break;
            }
            state = client.state().await;
            let committed = (node.store.commits().unwrap() - commits) as usize;
            assert_eq!(committed, ours + 1, "{game}: the bot's move is one commit");
            let Some(entries) = stored_entries(&node, &made).await else { break };
            assert_eq!(entries.len(), before + ours + 1, "{game}: the bot's move is one entry");
            let mut replica = kit.game().start(&Options::new()).unwrap();
            replay(&mut *replica, &entries[..entries.len() - 1]);
            let expected = choose_move(&mut *bot, &*replica, Budget::nodes(NODES)).unwrap();
            // A card and its stone are two choices.
            assert!(game != "schotten" || expected.len() >= 2, "{expected:?}");
            let Event::Choices(chosen) = &entries[entries.len() - 1].event else { panic!() };
            assert!(chosen.starts_with(&expected), "{game}: {chosen:?}, the arena's {expected:?}");
            replay(&mut *replica, &entries[entries.len() - 1..]);
            assert_eq!(state.ply as usize, replica.choices().len(), "{game}: all in one state");
        }
        // The next frame answers this empty one: there is no second state.
        client.send_bytes(Vec::new()).await;
        assert_eq!(client.error().await.0, Code::BadFrame, "{game}");
    }
    node.stop().await;
}

/// The visits that bots of this process have found in their trees so far.
async fn visits_reused(node: &Node) -> u64 {
    let metrics = node.get("/metrics", OPERATOR).await;
    let mut lines = metrics.as_str().unwrap().lines();
    let found = lines.find_map(|line| line.strip_prefix("ennead_bot_visits_reused_total "));
    found.map_or(0, |number| number.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_goes_on_with_the_tree_of_its_last_move() {
    // Enough for the replies to have visits.
    let node = node_with_nodes(3_000).await;
    let made = node.create("nested", ["person", "bot:5"]).await;
    let (mut client, mut state) = open(&node, &made).await;
    let mut before = visits_reused(&node).await;
    let mut reused = Vec::new();
    for _ in 0..5 {
        make_first_choices(&mut client, &mut state).await;
        state = client.state().await;
        let now = visits_reused(&node).await;
        reused.push(now - before);
        before = now;
    }
    assert!(reused[1..].iter().sum::<u64>() > 0, "visits below the replies: {reused:?}");
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_between_bots_are_limited() {
    let node = Node::with(|config| config.bots.matches = 2).await;
    let mut watched = Vec::new();
    for _ in 0..2 {
        let made = node.create("ttt", ["bot:1", "bot:1"]).await;
        watched.push(node.open(&made.id, "").await);
    }
    let body = json!({ "game": "ttt", "seats": ["bot:1", "bot:1"] });
    assert_eq!(node.refused("/api/matches", "", body).await, "too_many");
    node.create("ttt", ["person", "bot:1"]).await;
    node.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_comes_in_frames_to_clients_that_ask_for_it() {
    let node = steady_node().await;
    let made = node.create("ttt", ["person", "bot:3"]).await;
    let mut client = Client::connect(node.address).await;
    client.open_with(&made.id, &made.tokens[0], Features::MOVES).await;
    client.state().await;
    let expected = |frame: ServerFrame, at: u32, count: usize| match frame {
        ServerFrame::Moves { first, lines } => {
            assert_eq!((first, lines.len()), (at, count), "{lines:?}");
            lines.iter().map(ToString::to_string).collect::<Vec<_>>()
        }
        other => panic!("the moves, not {other:?}"),
    };
    expected(client.frame().await, 0, 0);
    client.send(&ClientFrame::Choice { ply: 0, options: vec![4] }).await;
    client.state().await;
    assert_eq!(expected(client.frame().await, 0, 1), ["X: 5"]);
    client.state().await;
    let lines = expected(client.frame().await, 1, 1);
    let view = node.get(&made.path(""), &made.tokens[0]).await;
    assert_eq!(view["log"], json!(["X: 5", lines[0]]));
    node.stop().await;
}
