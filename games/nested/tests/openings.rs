//! The committed openings of the yardstick, and the anchor.

use ennead_game::Options;
use ennead_nested::GAME;
use ennead_search::Budget;
use ennead_search::arena::{Contest, ContestError, run};

const OPENINGS: &str = include_str!("../openings.txt");

fn contest(openings: Vec<String>) -> Contest<'static> {
    let pairs = openings.len() as u64;
    Contest {
        game: GAME.game(),
        roster: GAME.bots(),
        setup: Options::new().with("rules", "count"),
        a: "random",
        b: "random",
        pairs,
        budget: Budget::nodes(1),
        opening: 0,
        openings,
        seed: 1,
        sprt: None,
        most_choices: ennead_search::arena::MAX_CHOICES,
        threads: 1,
    }
}

#[test]
fn every_committed_opening_begins_a_pair() {
    let lines = OPENINGS.lines().filter(|line| !line.starts_with('#'));
    let openings: Vec<String> = lines.map(Into::into).collect();
    let lengths = |count| openings.iter().filter(|line| line.split(' ').count() == count).count();
    assert_eq!((lengths(2), lengths(4)), (102, 200));
    let report = run(&contest(openings.clone()), |_| {}).expect("all openings are legal");
    for (game, opening) in report.games.chunks(2).zip(&openings) {
        for played in game {
            let moves = GAME.game().open(&played.record).expect("a record").moves();
            assert!(moves.join(" ").starts_with(opening.as_str()), "{opening}: {moves:?}");
        }
    }
}

#[test]
fn an_illegal_opening_is_named() {
    let error = run(&contest(vec!["5.5 5.5".into()]), |_| {}).expect_err("not legal");
    assert!(matches!(error, ContestError::Opening { number: 1, .. }), "{error}");
    assert!(error.to_string().starts_with("opening 1 (5.5 5.5): "), "{error}");
}
