//! The conformance suite, for several depths and rules.

use ennead_nested::{Mark, Nested, NestedSetup, Rules};

fn setup(depth: u32, first: Mark, rules: Rules) -> NestedSetup {
    NestedSetup::new(depth, first, rules).unwrap()
}

ennead_game::conformance!(
    Nested,
    [
        NestedSetup::default(),
        setup(1, Mark::X, Rules::Both),
        setup(1, Mark::O, Rules::Count),
        setup(2, Mark::O, Rules::Classic),
        setup(2, Mark::X, Rules::Count),
        setup(2, Mark::O, Rules::Open),
        setup(3, Mark::X, Rules::Both),
        setup(3, Mark::O, Rules::Count),
    ],
    symmetric,
    notation,
    view,
    environment
);

/// Deeper games have too many moves to list.
mod deep {
    use super::*;

    #[test]
    fn play_records_and_views() {
        let setup = setup(21, Mark::O, Rules::Classic);
        ennead_game::suite::play_and_records::<Nested>(&setup);
        ennead_game::suite::view::<Nested>(&setup);
    }
}

/// Every shipped puzzle is what it says, and all of them are small.
mod puzzles {
    use ennead_nested::GAME;
    use ennead_search::puzzle::verify_each;

    #[test]
    fn a_sample_is_proven() {
        assert_eq!(verify_each(GAME.puzzles(), 50), Ok(1000));
    }

    #[test]
    fn slow_all_are_proven() {
        assert_eq!(verify_each(GAME.puzzles(), 1), Ok(GAME.puzzle_count()));
    }

    #[test]
    fn they_take_few_bytes() {
        let bytes = GAME.puzzles().book.len();
        assert!(bytes <= 1000 * 20, "{bytes} bytes");
    }
}
