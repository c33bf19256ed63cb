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
