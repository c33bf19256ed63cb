//! What must hold for every game, for line games of several shapes.

mod common;

use common::setup;
use ennead_connect::{Connect, ConnectSetup};

ennead_game::conformance!(
    Connect,
    [
        ConnectSetup::default(),
        setup(3, 3, 3, false),
        setup(2, 2, 3, true),
        setup(2, 15, 3, true),
        setup(15, 2, 8, false),
        setup(5, 4, 4, true),
        setup(4, 5, 3, false),
        setup(8, 8, 5, false),
        setup(9, 7, 5, true),
        setup(15, 15, 5, true),
        setup(9, 9, 8, false),
        setup(13, 9, 4, false),
        setup(15, 15, 5, false),
    ],
    symmetric,
    notation,
    view,
    environment
);

/// Every shipped puzzle is what it says, and all of them are small.
mod puzzles {
    use ennead_connect::GAME;
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
