//! Several servers, one PostgreSQL.

use std::thread;

use ennead_protocol::Code;
use ennead_store::testing::PostgresServer;
use serde_json::{Value as Json, json};

use crate::database::{choices, verify};
use crate::node::{Node, until};
use crate::served_match::ServedMatch;

/// Two nodes at one database.
fn two_nodes(url: &str) -> [Node; 2] {
    [Node::start(url), Node::start(url)]
}

#[test]
fn players_on_different_nodes_see_each_others_moves() {
    let url = PostgresServer::shared().database();
    let [here, there] = two_nodes(&url);
    let table = ServedMatch::of_two(&here);
    let mut players = [table.sit(&here, 0), table.sit(&there, 1)];
    let mut spectator = table.watch(&there);
    while !players[0].is_over() {
        let ply = players[0].state.ply;
        players[ply as usize % 2].play(0);
        let feeds = players.each_mut().map(|player| player.pass(ply).payload.clone());
        assert_eq!(feeds[0], feeds[1]);
        assert_eq!(feeds[0], spectator.pass(ply).payload);
    }
    assert_eq!(here.get(&table.path("/record")), there.get(&table.path("/record")));
    verify(&url);
}

#[test]
fn a_takeback_requested_on_one_node_is_granted_on_another() {
    let url = PostgresServer::shared().database();
    let [here, there] = two_nodes(&url);
    let table = ServedMatch::of_two(&here);
    let mut players = [table.sit(&here, 0), table.sit(&there, 1)];
    players[0].play(4);
    players[1].pass(0);
    let call = |node: &Node, seat: usize| {
        node.call("POST", &table.path("/takeback"), &table.tokens[seat], &json!({})).1
    };
    assert_eq!(call(&here, 0)["id"], json!(null));
    assert_eq!(there.get(&table.path(""))["takeback"], json!(0));
    // Requesting it again on another node is the same request.
    assert_eq!(call(&there, 0)["id"], json!(null));
    let fork = call(&there, 1);
    assert_eq!(call(&here, 1), fork, "there is one fork");
    until("the first node knows", || {
        (here.get(&table.path(""))["next"] == fork["id"]).then_some(())
    });
    let next = here.get(&format!("/api/matches/{}", fork["id"].as_str().unwrap()));
    assert_eq!([&next["ply"], &next["state"]], [&json!(0), &json!("running")]);
    verify(&url);
}

#[test]
fn a_client_whose_node_is_killed_continues_on_another() {
    let url = PostgresServer::shared().database();
    let [here, there] = two_nodes(&url);
    let table = ServedMatch::of_two(&here);
    let mut stays = table.sit(&there, 1);
    let mut moves = table.sit(&here, 0);
    moves.play(4);
    stays.pass(0);
    stays.play(0);
    moves.pass(1);
    let before = moves.play(0).clone();
    here.kill();
    let mut moves = table.sit(&there, 0);
    assert_eq!(moves.state, before, "one state frame is all there is to know");
    stays.pass(2);
    stays.play(0);
    moves.pass(3);
    assert!(moves.play(3).ply == 5 && choices(&url)[&table.id] == [4, 0, 0, 0, 3]);
    verify(&url);
}

/// Ends every connection except the caller's with `pg_terminate_backend`.
const CUT: &str = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[test]
fn play_continues_after_database_connections_are_cut() {
    let server = PostgresServer::shared();
    let url = server.database();
    let [here, there] = two_nodes(&url);
    let table = ServedMatch::of_two(&here);
    let mut players = [table.sit(&here, 0), table.sit(&there, 1)];
    for (ply, option) in [(0, 4), (1, 0), (2, 5)] {
        assert_ne!(server.sql(&url, CUT), "0", "there are connections to cut");
        players[ply as usize % 2].insist(option);
        players.iter_mut().for_each(|player| drop(player.pass(ply).clone()));
    }
    assert_eq!(choices(&url)[&table.id], [4, 0, 5]);
    verify(&url);
}

#[test]
fn moves_are_rejected_while_the_database_is_down_and_play_continues_afterwards() {
    let mut server = PostgresServer::start();
    let url = server.database();
    let [here, there] = two_nodes(&url);
    let table = ServedMatch::of_two(&here);
    let mut players = [table.sit(&here, 0), table.sit(&there, 1)];
    players[0].play(4);
    players[1].pass(0);
    server.stop();
    let unavailable = (503, "store_unavailable".to_string());
    assert_eq!(here.refusal("GET", "/readyz", "", &Json::Null), unavailable);
    thread::scope(|scope| {
        scope.spawn(|| {
            let play = json!({ "ply": 1, "options": [0] });
            let refusal = here.refusal("POST", &table.path("/play"), &table.tokens[1], &play);
            assert_eq!(refusal, unavailable);
        });
        let (code, message) = players[1].refused(0);
        assert_eq!(code, Code::StoreUnavailable, "{message}");
    });
    assert_eq!(here.call("GET", "/healthz", "", &Json::Null).0, 200, "the process itself is well");
    server.resume();
    players[1].insist(0);
    assert_eq!(players[0].pass(1).ply, 2);
    players[0].insist(1);
    assert_eq!(players[1].pass(2).ply, 3);
    until("both are ready again", || {
        let ready = |node: &Node| node.call("GET", "/readyz", "", &Json::Null).0 == 200;
        (ready(&here) && ready(&there)).then_some(())
    });
    assert_eq!(choices(&url)[&table.id], [4, 0, 1]);
    verify(&url);
}

const MATCHES: usize = 12;

/// The same player makes different choices on two nodes at the same time.
#[test]
fn one_of_two_concurrent_moves_is_made() {
    let url = PostgresServer::shared().database();
    let nodes = two_nodes(&url);
    for _ in 0..MATCHES {
        let table = ServedMatch::of_two(&nodes[0]);
        let mut seats = [0, 1].map(|seat| nodes.each_ref().map(|node| table.sit(node, seat)));
        while !seats[0][0].is_over() {
            let ply = seats[0][0].state.ply;
            let mover = ply as usize % 2;
            let options = seats[mover][0].state.labels.len();
            thread::scope(|scope| {
                for (player, option) in seats[mover].iter_mut().zip([0, options - 1]) {
                    scope.spawn(move || player.choose(ply, option));
                }
            });
            let [first, second] = &mut seats;
            let seen: Vec<_> = first
                .iter_mut()
                .chain(second)
                .map(|player| {
                    let state = player.pass(ply);
                    (state.ply, state.status, state.last.clone(), state.payload.clone())
                })
                .collect();
            assert!(seen.iter().all(|state| *state == seen[0] && state.0 == ply + 1), "{seen:?}");
        }
        assert_eq!(choices(&url)[&table.id].len() as u32, seats[0][0].state.ply);
    }
    verify(&url);
}

#[test]
fn a_bot_whose_node_is_killed_moves_on_another() {
    let url = PostgresServer::shared().database();
    let [here, there] = two_nodes(&url);
    let [opened, asked] =
        [(); 2].map(|()| ServedMatch::set_up(&here, "nested", ["person", "bot:5"]));
    let bots_turn = |table: &ServedMatch| {
        let mut player = table.sit(&here, 0);
        // A grid, and a cell in it.
        player.play(4);
        player.play(4).ply
    };
    let ply = [&opened, &asked].map(bots_turn)[1];
    here.kill();
    // Opening the match starts the bot.
    let mut player = opened.sit(&there, 0);
    while player.state.labels.is_empty() {
        player.pass(player.state.ply);
    }
    // If nobody opens it, the lease of the dead node expires.
    until("the bot moves", || {
        let seen = there.get(&asked.path(&format!("?after={ply}&wait=10")));
        (seen["turn"] == 0).then_some(())
    });
    verify(&url);
}
