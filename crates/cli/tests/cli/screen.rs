//! Playing on a real pseudo-terminal, with the picture as a terminal would show it.

#[path = "../support/terminal.rs"]
mod terminal;

use std::io::Read;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, open};

use self::terminal::{PATIENCE, Player};
use crate::binary::good;
use crate::solve::{Scratch, damage};

fn ttt() -> Player {
    let mut player =
        Player::start(&["play", "ttt", "--opponent", "random", "--seed", "4"], 40, 100);
    player.wait_for("Your turn.");
    player
}

#[test]
fn a_whole_game_of_tic_tac_toe() {
    let mut player = ttt();
    assert!(player.screen.screen().alternate_screen() && player.screen.screen().hide_cursor());
    // Keys pressed while the bot thinks, or for a taken square, have no effect.
    let mut squares = "519234678".chars().cycle();
    player
        .wait_while("The record has ", |player| player.send(&squares.next().unwrap().to_string()));
    player.wait_for("The record has ");
    player.wait_for(" Record ");
    player.send("q");
    player.wait_for("record: ");
    assert!(player.end().success());
}

/// A damaged table proves that the review reads it.
#[test]
fn a_review_looks_positions_up_in_a_table() {
    let scratch = Scratch::new("review");
    let table = scratch.file("table");
    good(&["solve", "ttt", "--out", &table]);
    damage(Path::new(&scratch.file("table/layer-001.table")));
    let play = ["play", "ttt", "--opponent", "random", "--seed", "4", "--table", &table];
    let mut player = Player::start(&play, 40, 100);
    player.wait_for("Your turn.");
    let mut squares = "519234678".chars().cycle();
    player
        .wait_while("The record has ", |player| player.send(&squares.next().unwrap().to_string()));
    player.send("v");
    player.wait_for("layer-001.table: ");
    player.send("\x03");
    assert!(player.end().success());
}

#[test]
fn the_start_screen_leads_to_a_game() {
    let mut player = Player::start(&["play", "--opponent", "random", "--seed", "4"], 30, 90);
    player.wait_for("E N N E A D");
    player.send("\x1b[B");
    player.wait_for("depth");
    player.send("\r\r");
    player.wait_for("you may play anywhere");
    player.send("qy");
    assert!(player.end().success());
}

#[test]
fn another_size_and_a_tiny_window() {
    let mut player = ttt();
    player.resize(5, 18);
    player.wait_for("Make the");
    player.resize(24, 80);
    player.wait_for("Your turn.");
    player.wait_for("none yet");
    player.send("5");
    player.wait_for("1 5");
    player.send("\x03");
    assert!(player.end().success());
}

#[test]
fn a_key_and_another_size_at_once() {
    let mut player = ttt();
    for rows in [24, 30, 26, 32] {
        player.at_once(|player| {
            player.send("\t");
            player.resize(rows, 80);
        });
        player.wait_for("Your turn.");
    }
    player.send("\x03");
    assert!(player.end().success());
}

#[test]
fn a_window_that_was_tiny_for_a_moment() {
    let mut player = ttt();
    player.at_once(|player| {
        player.resize(5, 18);
        player.resize(40, 100);
    });
    player.wait_for("Your turn.");
    player.send("\x03");
    assert!(player.end().success());
}

#[test]
fn more_keys_than_are_read_at_once() {
    let mut player = ttt();
    player.at_once(|player| player.send(&format!("{}?", "\t".repeat(3000))));
    player.wait_for("any key closes");
    player.send("\x03");
    assert!(player.end().success());
}

#[test]
fn control_c_restores_the_terminal() {
    for arguments in
        [&["play"][..], &["play", "schotten", "--seed", "1"], &["play", "nested", "--depth", "5"]]
    {
        let mut player = Player::start(arguments, 40, 100);
        player.wait(
            |screen| screen.alternate_screen() && screen.contents().contains("quit"),
            "screen",
        );
        player.send("\x03");
        assert!(player.end().success());
    }
}

#[test]
fn a_termination_signal_restores_the_terminal() {
    let player = ttt();
    let kill =
        std::process::Command::new("kill").arg(player.child.id().to_string()).status().unwrap();
    assert!(kill.success());
    assert!(player.end().success());
}

#[test]
fn a_click_plays() {
    let mut player = ttt();
    let text = player.text();
    let (row, line) =
        text.lines().enumerate().find(|(_, line)| line.contains(" 3 ")).expect("square 3 is free");
    let column = line.chars().position(|c| c == '3').unwrap();
    player.send(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
    player.wait_for("1 3");
    player.send("qy");
    assert!(player.end().success());
}

#[test]
fn errors_appear_on_the_restored_terminal() {
    let mut player = Player::start(&["play", "nested", "--depth", "3", "--rules", "open"], 24, 80);
    player.wait_for("for depth 2 only");
    assert!(!player.end().success());
}

#[test]
fn plain_lines_on_a_terminal() {
    let mut player =
        Player::start(&["play", "ttt", "--plain", "--opponent", "random", "--seed", "4"], 24, 80);
    player.wait_for("> ");
    assert!(!player.screen.screen().alternate_screen());
    player.send("5\n");
    player.wait_for("The opponent plays");
    player.send("quit\n");
    assert!(player.end().success());
}

#[test]
fn a_terminal_that_is_gone_ends_the_program() {
    let (mut pty, pts) = open().unwrap();
    pty.resize(Size::new(40, 100)).unwrap();
    let command =
        Command::new(env!("CARGO_BIN_EXE_ennead")).args(["play", "ttt", "--opponent", "random"]);
    let mut child = command.env("TERM", "xterm-256color").spawn(pts).unwrap();
    let mut shown = Vec::new();
    while !String::from_utf8_lossy(&shown).contains("Your turn.") {
        let mut bytes = [0; 4096];
        let count = pty.read(&mut bytes).unwrap();
        shown.extend_from_slice(&bytes[..count]);
    }
    drop(pty);
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("the program goes on without a terminal");
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Waiting for the rest of the sequence must not keep the screen from being drawn.
#[test]
fn a_half_typed_escape_sequence_does_not_block_the_screen() {
    let mut player = ttt();
    player.send("\x1b[");
    player.resize(30, 90);
    player.wait_for("Your turn.");
    // This completes the sequence: an arrow key.
    player.send("A");
    player.send("5");
    player.wait_for("  1 5");
    player.send("qy");
    assert!(player.end().success());
}

#[test]
fn lessons_on_the_full_screen() {
    let mut player = Player::start(&["play", "ttt", "--lessons"], 24, 80);
    player.wait_for("Lesson 1 of 3 · Three in a row");
    player.wait_for("You have two marks in the top row.");
    player.send("9");
    player.wait_for("That leaves the row open.");
    for (lesson, square) in [(1, "3"), (2, "3"), (3, "4")] {
        player.wait_for(&format!("Lesson {lesson} of 3"));
        player.send(square);
        player.wait_for("Enter goes on.");
        player.send("\r");
    }
    player.wait_for("E N N E A D");
    player.send("q");
    assert!(player.end().success());
}
