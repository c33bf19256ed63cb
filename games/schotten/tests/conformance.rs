//! The conformance suite for all variants of Schotten Totten.

use ennead_schotten::{GAME, Schotten, Variant};

ennead_game::conformance!(
    Schotten,
    [Variant::ALL[0], Variant::ALL[1], Variant::ALL[2], Variant::ALL[3]],
    notation,
    view,
    environment
);

ennead_search::puzzle_tests!(GAME, 1000);
