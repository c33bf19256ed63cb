//! The conformance suite for all variants of Schotten Totten.

use ennead_schotten::{Schotten, Variant};

ennead_game::conformance!(
    Schotten,
    [Variant::ALL[0], Variant::ALL[1], Variant::ALL[2], Variant::ALL[3]],
    notation,
    view,
    environment
);

/// Every shipped puzzle is what it says, and all of them are small.
mod puzzles {
    use ennead_schotten::GAME;
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
