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
    use ennead_search::puzzle::verify;

    /// Proves every so manyth puzzle.
    fn prove(step: usize) {
        let puzzles = GAME.puzzles();
        let book = puzzles.parse().unwrap();
        for at in (0..book.len()).step_by(step) {
            let proven = verify(puzzles, &book.entry(at).unwrap());
            proven.unwrap_or_else(|error| panic!("puzzle {}: {error}", at + 1));
        }
    }

    #[test]
    fn a_sample_is_proven() {
        prove(50);
    }

    #[test]
    fn slow_all_are_proven() {
        prove(1);
    }

    #[test]
    fn there_are_1000_in_few_bytes() {
        assert_eq!(GAME.puzzle_count(), 1000);
        assert_eq!(GAME.puzzles().parse().unwrap().len(), 1000);
        let bytes = GAME.puzzles().book.len();
        assert!(bytes <= 1000 * 20, "{bytes} bytes");
    }
}
