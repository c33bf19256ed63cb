//! Every lesson of every game in the terminal, line by line, with a wrong move before the right
//! one.

use ennead_game::{AnyMatch, Lesson, Turn};
use ennead_kit::Kit;

use crate::binary::feed;
use crate::games::GAMES;

/// A move that does not solve a lesson, and one that does.
fn wrong_and_right(kit: &Kit, lesson: &Lesson) -> (String, String) {
    let start = lesson.open(kit.game()).unwrap();
    let Turn::Seat(learner) = start.turn() else { panic!("nobody is on the move") };
    let solves = |text: &String| {
        let mut after: Box<dyn AnyMatch> = start.boxed_clone();
        after.choices_of(text).unwrap().into_iter().for_each(|option| after.play(option).unwrap());
        lesson.is_solved_by(&*after, learner)
    };
    let (right, wrong): (Vec<String>, Vec<String>) =
        start.legal_moves().into_iter().partition(solves);
    assert!(!right.is_empty() && !wrong.is_empty(), "{}: {}", kit.id(), lesson.title);
    (wrong[0].clone(), right[0].clone())
}

#[test]
fn every_lesson_is_solved_line_by_line_after_a_wrong_move() {
    for kit in GAMES.iter() {
        let lessons = kit.lessons().unwrap();
        assert!(!lessons.is_empty(), "{} has no lessons", kit.id());
        let pairs = lessons.iter().map(|lesson| wrong_and_right(kit, lesson));
        let input: String = pairs.map(|(wrong, right)| format!("{wrong}\n{right}\n")).collect();
        let run = feed(&["play", kit.id(), "--lessons"], input.as_bytes());
        assert_eq!(run.status, 0, "{}", run.err);
        let mut rest = run.out.as_str();
        for lesson in &lessons {
            for text in [&lesson.title, &lesson.text, &lesson.wrong, &lesson.right] {
                let found = rest.split_once(text.as_str());
                rest = found.unwrap_or_else(|| panic!("no {text:?} in\n{}", run.out)).1;
            }
        }
        assert!(rest.contains("That was the last lesson."), "{rest}");
    }
}
