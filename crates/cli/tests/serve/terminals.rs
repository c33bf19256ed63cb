//! The terminal client and bots on a server.

#[path = "../support/terminal.rs"]
#[allow(dead_code, reason = "other tests need all of it")]
mod terminal;

use std::process::Output;

use ennead_store::testing::Folder;
use serde_json::json;

use self::terminal::Player;
use crate::node::{Node, ennead};
use crate::served_match::ServedMatch;

const ENGINE: &str =
    concat!("engine:python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/engine.py");

fn server(node: &Node) -> String {
    format!("http://{}", node.address)
}

fn run(arguments: &[&str]) -> (Output, String) {
    let output = ennead(arguments).output().unwrap();
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    (output, text)
}

#[test]
fn two_terminals_play_a_whole_match_and_a_rematch() {
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite());
    let server = server(&node);
    let mut ada = Player::start(&["play", "ttt", "--server", &server, "--name", "Ada"], 30, 120);
    ada.wait_for("Waiting for a player: http://");
    let text = ada.text();
    let link = text.split("Waiting for a player: ").nth(1).unwrap();
    let link = link.split_whitespace().next().unwrap();
    let mut bob = Player::start(&["play", "--match", link, "--name", "Bob"], 30, 120);
    bob.wait_for("you are O against Ada");
    ada.wait_for("you are X against Bob");
    // A third client finds no open seat, and watches.
    let (_, watched) = run(&["play", "--match", link]);
    assert!(watched.contains("Ada (X) against Bob (O)"), "{watched}");
    ada.send("?");
    ada.wait_for("offer a draw");
    ada.send("?");
    for (x, o) in [("1", "4"), ("2", "5")] {
        ada.wait_for("Your turn.");
        ada.send(x);
        bob.wait_for("Your turn.");
        bob.send(o);
        bob.wait_for("The opponent's turn.");
    }
    ada.wait_for("Your turn.");
    // A taken square is rejected, and the turn remains.
    ada.send("4");
    ada.send("3");
    ada.wait_for("You have won.");
    bob.wait_for("You have lost.");
    bob.send("r");
    bob.wait_for("you are X against Ada");
    ada.wait_for("The opponent plays again.");
    ada.send("r");
    ada.wait_for("you are O against Bob");
    bob.wait_for("Your turn.");
    // A move is taken back by consent, and both are in the match that begins before it.
    bob.send("1");
    ada.wait_for("Your turn.");
    bob.send("u");
    ada.wait_for("The opponent asks to take a move back.");
    ada.send("x");
    ada.wait(|screen| !screen.contents().contains("asks to take"), "end of the question");
    bob.wait_for("The opponent declines the takeback.");
    // The next request comes after the next move.
    ada.send("2");
    bob.wait_for("Your turn.");
    bob.send("3");
    ada.wait_for("Your turn.");
    bob.send("u");
    ada.wait_for("The opponent asks to take a move back.");
    ada.send("u");
    bob.wait_for("A move was taken back.");
    bob.wait_for("Your turn.");
    ada.wait_for("The opponent's turn.");
    bob.send("d");
    ada.wait_for("The opponent offers a draw.");
    // The end of the match closes a question about leaving it.
    bob.send("q");
    bob.wait_for("Leave? The match goes on without you.");
    ada.send("d");
    bob.wait_for("It is a draw by agreement.");
    bob.wait(|screen| !screen.contents().contains("Leave?"), "end of the question");
    bob.send("q");
    assert!(bob.end().success());
    ada.wait_for("It is a draw by agreement.");
    ada.send("q");
    assert!(ada.end().success());
}

/// Whole matches, including games with moves of several choices and with hidden cards.
#[test]
fn an_engine_in_another_language_takes_a_seat() {
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite());
    let server = server(&node);
    for game in ["ttt", "nested", "schotten"] {
        for seats in [["bot:1", "open"], ["open", "bot:1"]] {
            let table = ServedMatch::set_up(&node, game, seats);
            let arguments = ["bot", "--server", &server, "--match", &table.id, "--bot", ENGINE];
            let (output, text) = run(&arguments);
            assert!(output.status.success(), "{game}: {text}");
            assert!(text.starts_with("You have ") || text.starts_with("It is a draw"), "{text}");
            let shown = node.get(&table.path(""));
            assert_eq!(shown["state"], "finished", "{game}: {shown}");
            assert_eq!(shown["end"], "rules", "{game}: {shown}");
            let seat = usize::from(seats[1] == "open");
            assert_eq!(shown["seats"][seat]["player"], "engine");
        }
    }
}

/// Two of our bots play each other from outside, each on its seat.
#[test]
fn a_bot_plays_a_bot_from_outside() {
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite());
    let table = ServedMatch::set_up(&node, "connect", ["bot:1", "open"]);
    let link = format!("{}/m/{}", server(&node), table.id);
    let best = ["bot", "--match", &link, "--bot", "best", "--nodes", "200", "--name", "Best"];
    let (output, text) = run(&best);
    assert!(output.status.success(), "{text}");
    assert_eq!(node.get(&table.path(""))["seats"][1]["player"], "Best");
}

#[test]
fn moves_through_a_pipe_reach_the_server() {
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite());
    let table = ServedMatch::of_two(&node);
    let link = format!("{}/m/{}", server(&node), table.id);
    let arguments = ["play", "--match", &link, "--token", &table.tokens[0], "--plain"];
    let mut player = Player::start(&arguments, 30, 120);
    player.wait_for("Your turn.");
    player.send("99\r");
    player.wait_for("is not a move");
    player.send("5\r");
    player.wait_for("The opponent's turn.");
    assert_eq!(node.get(&table.path(""))["moves"], json!(["5"]));
    player.send("quit\r");
    player.wait_for("come back to your seat");
    assert!(player.end().success());
}

#[test]
fn what_is_not_there_is_named() {
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite());
    let server = server(&node);
    let (output, text) = run(&["play", "--server", &server, "--match", "AAAAAAAAAAA"]);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("there is no match AAAAAAAAAAA"), "{text}");
    let table = ServedMatch::set_up(&node, "ttt", ["person", "open"]);
    let nobody = ["bot", "--server", &server, "--match", &table.id, "--bot", "nobody"];
    let (output, text) = run(&nobody);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("ttt has no bot \"nobody\""), "{text}");
    // The seat is still open.
    assert_eq!(node.get(&table.path(""))["state"], "open");
    let (output, text) = run(&["play", "ttt", "--server", "http://127.0.0.1:1"]);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("cannot be reached"), "{text}");
    let (output, text) = run(&["play", "--server", &server]);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("which game"), "{text}");
    // Tokens are base64url, so one in 64 begins with a hyphen.
    let hyphen = ["play", "--server", &server, "--match", "AAAAAAAAAAA", "--token", "-J"];
    let (output, text) = run(&hyphen);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(!text.contains("unexpected argument"), "{text}");
}
