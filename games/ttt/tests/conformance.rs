//! The conformance suite.

use ennead_ttt::Ttt;

ennead_game::conformance!(Ttt, [()], symmetric, notation, view, environment);

/// Every shipped puzzle is what it says, and all of them are small.
mod puzzles {
    use ennead_search::puzzle::verify_each;
    use ennead_ttt::GAME;

    #[test]
    fn a_sample_is_proven() {
        assert_eq!(verify_each(GAME.puzzles(), 50), Ok(50));
    }

    #[test]
    fn slow_all_are_proven() {
        assert_eq!(verify_each(GAME.puzzles(), 1), Ok(GAME.puzzle_count()));
    }

    #[test]
    fn they_take_few_bytes() {
        let bytes = GAME.puzzles().book.len();
        assert!(bytes <= 50 * 20, "{bytes} bytes");
    }
}
