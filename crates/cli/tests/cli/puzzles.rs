//! `ennead puzzles`, and puzzles in the terminal.

use std::fs;
use std::path::PathBuf;

use ennead_game::PuzzleBook;
use ennead_kit::Kit;
use ennead_search::puzzle::{Puzzle, Task};

use crate::binary::{feed, good, misused, refused};
use crate::games::GAMES;

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("ennead-{name}-{}", std::process::id()))
}

#[test]
fn the_same_seed_makes_the_same_puzzles_and_they_are_proven_again() {
    let path = file("puzzles");
    let at = path.to_str().unwrap();
    let make = |seed: &str| {
        good(&["puzzles", "connect", "--count", "12", "--seed", seed, "--out", at]);
        fs::read(&path).unwrap()
    };
    let first = make("3");
    assert_eq!(make("3"), first);
    assert_ne!(make("4"), first);
    fs::write(&path, &first).unwrap();
    let said = good(&["puzzles", "connect", "--verify", at]);
    assert!(said.starts_with("12 puzzles proven"), "{said}");
    let said = good(&["puzzles", "ttt", "--verify"]);
    assert!(said.starts_with("50 puzzles proven"), "{said}");
    assert_eq!(good(&["puzzles", "ttt"]), said);
    let lines = good(&["puzzles", "connect", "--count", "12", "--seed", "3"]);
    let book = PuzzleBook::parse(&first).unwrap();
    assert_eq!(lines.lines().count(), book.len());

    // A puzzle that states another number of moves is invalid.
    let mut entries: Vec<_> = (0..book.len()).map(|at| book.entry(at).unwrap()).collect();
    entries[4].moves -= 1;
    fs::write(&path, PuzzleBook::write(&entries).unwrap()).unwrap();
    let error = refused(&["puzzles", "connect", "--verify", at]);
    assert!(error.contains("puzzle 5: there is no win in"), "{error}");
    fs::write(&path, &first[..20]).unwrap();
    let error = refused(&["puzzles", "connect", "--verify", at]);
    assert!(error.contains("puzzles, byte 20: the book ends before"), "{error}");
    fs::remove_file(&path).unwrap();
    let error = refused(&["puzzles", "connect", "--verify", at]);
    assert!(error.contains("cannot read"), "{error}");
}

/// docs/PUZZLES.md gives the command; the other books depend on the bots of their day.
#[test]
fn the_book_of_questions_is_reproduced_byte_for_byte() {
    let path = file("questions");
    let at = path.to_str().unwrap();
    let limits = ["--count", "1000", "--most-bytes", "15", "--seed", "1"];
    good(&[&["puzzles", "schotten"][..], &limits, &["--out", at]].concat());
    let made = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(made == include_bytes!("../../../../games/schotten/puzzles.bin"));
}

#[test]
fn usage_errors_are_explained() {
    let error = misused(&["puzzles", "nothing", "--count", "1"]);
    assert!(error.contains("[possible values:"), "{error}");
    misused(&["puzzles", "ttt", "--count", "0"]);
    misused(&["puzzles", "ttt", "--count", "1", "--verify"]);
    misused(&["puzzles", "ttt", "--out", "x"]);
    let error = misused(&["play", "ttt", "--puzzle", "yesterday"]);
    assert!(error.contains("a puzzle is a number from 1, or today"), "{error}");
    let error = misused(&["play", "--puzzle", "1"]);
    assert!(error.contains("say the game of the puzzle"), "{error}");
    let error = refused(&["play", "ttt", "--puzzle", "5000"]);
    assert!(error.contains("there is no puzzle 5000: ttt has"), "{error}");
}

/// A wrong move and then the solver's moves, or a wrong answer and the right one.
fn input(puzzle: &Puzzle) -> String {
    if let Task::Answer(question) = puzzle.task() {
        let items = (0..question.items.len()).filter(|item| puzzle.answer().items >> item & 1 == 1);
        let words: Vec<String> = items.map(|item| (item + 1).to_string()).collect();
        return format!("nonsense\n99\n\n{}\n", words.join(" "));
    }
    let made = puzzle.play().moves().len();
    let line = puzzle.solution().moves().split_off(made);
    let wrong = puzzle.play().legal_moves().into_iter().find(|text| *text != line[0]).unwrap();
    let own: Vec<String> = line.into_iter().step_by(2).collect();
    format!("{wrong}\n{}\n", own.join("\n"))
}

fn solve(kit: &Kit, number: usize) {
    let puzzle = kit.puzzles().puzzle(number).unwrap();
    let number = number.to_string();
    let run = feed(&["play", kit.id(), "--puzzle", &number], input(&puzzle).as_bytes());
    assert_eq!(run.status, 0, "{}", run.err);
    let wrong = if matches!(puzzle.task(), Task::Win(_)) {
        "That does not win in time."
    } else {
        "Numbers from 1 to 9 are known."
    };
    let (_, rest) = run.out.split_once(wrong).unwrap_or_else(|| panic!("{}", run.out));
    assert!(rest.contains("Solved."), "{}", run.out);
    assert!(!run.out.contains("may claim"), "the drawing gives the answer away: {}", run.out);
}

#[test]
fn puzzles_of_every_game_are_solved_line_by_line_after_a_wrong_try() {
    for kit in GAMES.iter() {
        [1, 2, 3].into_iter().for_each(|number| solve(kit, number));
    }
}

#[test]
fn the_puzzle_of_the_day_needs_no_number() {
    let run = feed(&["play", "ttt", "--puzzle"], b"quit\n");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("Puzzle "), "{}", run.out);
}

#[test]
fn the_document_states_the_size_of_every_book() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/PUZZLES.md")).unwrap();
    for kit in GAMES.iter() {
        let bytes = kit.puzzles().book.len();
        let thousands = |number: usize| match number {
            0..1000 => number.to_string(),
            _ => format!("{},{:03}", number / 1000, number % 1000),
        };
        let row = format!("| {} | {} |", thousands(kit.puzzle_count()), thousands(bytes));
        assert!(page.contains(&row), "{}: no {row}", kit.id());
    }
}
