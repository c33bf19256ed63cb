//! The conformance suite.

use ennead_ttt::Ttt;

ennead_game::conformance!(Ttt, [()], symmetric, notation, view, environment);

/// Every shipped puzzle is what it says, and all of them are small.
mod puzzles {
    use ennead_search::puzzle::verify;
    use ennead_ttt::GAME;

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
    fn there_are_50_in_few_bytes() {
        assert_eq!(GAME.puzzle_count(), 50);
        assert_eq!(GAME.puzzles().parse().unwrap().len(), 50);
        let bytes = GAME.puzzles().book.len();
        assert!(bytes <= 50 * 20, "{bytes} bytes");
    }
}
