//! What must hold for every game, for tic-tac-toe.

use ennead_ttt::Ttt;

ennead_game::conformance!(Ttt, [()], symmetric, notation, view);
