//! The conformance suite.

use ennead_ttt::{GAME, Ttt};

ennead_game::conformance!(Ttt, [()], symmetric, notation, view, environment, solver_keys);

ennead_search::puzzle_tests!(GAME, 50);
