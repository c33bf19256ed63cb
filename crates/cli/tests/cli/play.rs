//! Playing through a pipe: whole games, wrong moves, hints, end of input.

use crate::binary::{feed, misused, run};
use crate::games::GAMES;

/// Every possible move, repeated so often that one of them is legal at each turn.
fn all_moves(game: &str) -> String {
    let round: String = match game {
        "ttt" => (1..=9).map(|square| format!("{square}\n")).collect(),
        "connect" => (1..=7).map(|column| format!("{column}\n")).collect(),
        "nested" => (0..81).map(|cell| format!("{}.{}\n", cell / 9 + 1, cell % 9 + 1)).collect(),
        _ => (0..54)
            .map(|place| format!("{}>{}\n", place % 6, place / 6))
            .chain(["pass\n".into()])
            .collect(),
    };
    round.repeat(81)
}

#[test]
fn whole_games_of_every_game_through_a_pipe() {
    for game in GAMES.iter() {
        for seat in ["first", "second"] {
            let arguments =
                ["play", game.id(), "--opponent", "random", "--seed", "5", "--seat", seat];
            let run = feed(&arguments, all_moves(game.id()).as_bytes());
            assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", game.id());
            let last: Vec<&str> = run.out.lines().rev().take(3).collect();
            assert!(last[1].starts_with("The record has "), "{}: {last:?}", game.id());
            let record = last[0].strip_prefix("record: ").expect("the record comes with the end");
            let decoded = feed(&["decode", "record", "--as", "base64url", record], b"");
            assert_eq!(decoded.status, 0, "{}: {}", game.id(), decoded.err);
        }
    }
}

#[test]
fn wrong_lines_are_explained_and_change_nothing() {
    let run = feed(
        &["play", "ttt", "--opponent", "random", "--seed", "1"],
        b"hello\n10\n\n\xff\nundo\nquit\n",
    );
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("\"hello\" is not a move"), "{}", run.out);
    assert!(run.out.contains("there is nothing to take back"), "{}", run.out);
    assert!(!run.out.contains("The opponent plays"), "{}", run.out);
}

/// Output and input agree: everything is counted from 1.
#[test]
fn cards_and_stones_are_counted_from_one() {
    let lines = b"7 1\n1 10\n0 1\n1 9 claim 9\nnonsense\n1 9\nundo\nhint\nquit\n";
    let run = feed(&["play", "schotten", "--opponent", "random", "--seed", "1"], lines);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for text in [
        "such as 3 5",
        "> cards are 1 to 6, or named, as in cyan2",
        "> stones are 1 to 9",
        "> claims are automatic in this match: leave them out",
        "> a move is a card and a stone by their numbers",
        "player 1: 1:",
    ] {
        assert!(run.out.contains(text), "no {text:?} in\n{}", run.out);
    }
    let numbers = "1    2    3    4    5    6    7    8    9";
    assert_eq!(run.out.matches(numbers).count(), 3, "{}", run.out);
    assert!(!run.out.contains("0    1"), "{}", run.out);
    let hint = run.out.lines().find(|line| line.contains("to win")).unwrap();
    let hint = hint.trim_start_matches("> ");
    let numbers: Vec<u32> = hint.split(' ').take(2).map(|word| word.parse().unwrap()).collect();
    assert!((1..=6).contains(&numbers[0]) && (1..=9).contains(&numbers[1]), "{hint}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let run = feed(&["play", "schotten", "--seed", "1"], b"");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("> \n"), "{}", run.out);
}

#[test]
fn a_hint_can_be_played_and_taken_back() {
    let first = feed(&["play", "ttt", "--seed", "1"], b"hint\n");
    let hint = first
        .out
        .lines()
        .find_map(|line| line.strip_prefix("> "))
        .expect("the hint follows the prompt");
    let square = hint.split(' ').next().unwrap();
    let input = format!("{square}\nundo\nresign\n");
    let run = feed(&["play", "ttt", "--opponent", "random", "--seed", "1"], input.as_bytes());
    assert!(
        run.out.contains("You have resigned.") && run.out.contains("The opponent plays"),
        "{}",
        run.out
    );
}

/// The web pages begin with other rules.
#[test]
fn a_game_says_its_rules_and_those_of_the_pages() {
    let played = feed(&["play", "nested"], b"quit\n").out;
    let title = "Nested tic-tac-toe (depth 2, first X, rules both): you are X against";
    assert!(played.starts_with(title), "{played}");
    let meaning = "\nrules both: A full grid without a line counts for both players.\n";
    assert!(played.contains(meaning), "{played}");
    let help = run(&["play", "--help"]).out;
    let help: Vec<&str> = help.split_whitespace().collect();
    assert!(help.join(" ").contains("the web pages begin with nested --rules classic"));
}

#[test]
fn opponents_seats_and_set_ups_that_do_not_exist() {
    assert!(misused(&["play", "ttt", "--depth", "3"]).contains("ttt has no option --depth"));
    assert!(misused(&["play", "ttt", "--seat", "third"]).contains("third"));
    assert!(misused(&["play", "ttt", "--level", "6"]).contains("6"));
    let run = feed(&["play", "ttt", "--opponent", "nobody"], b"");
    assert_eq!(run.status, 1);
    assert!(run.err.contains("nobody"), "{}", run.err);
}

#[test]
fn very_long_lines_are_cut() {
    let mut input = vec![b'x'; 100_000];
    input.extend(b"\nquit\n");
    let run = feed(&["play", "ttt", "--seed", "1"], &input);
    assert_eq!(run.status, 0);
    assert_eq!(run.out.matches("is not a move").count(), 1);
}
