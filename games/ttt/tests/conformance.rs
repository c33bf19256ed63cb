//! The conformance suite.

use ennead_ttt::Ttt;

ennead_game::conformance!(Ttt, [()], symmetric, notation, view, environment);
