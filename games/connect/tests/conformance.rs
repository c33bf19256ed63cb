//! The conformance suite, for line games of several shapes.

mod common;

use common::setup;
use ennead_connect::{Connect, ConnectSetup, GAME};

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

/// Keys exist for boards of at most 64 bits.
#[test]
fn solver_keys() {
    for setup in [
        setup(3, 3, 3, false),
        setup(2, 2, 3, true),
        setup(3, 4, 3, true),
        setup(4, 3, 3, true),
        ConnectSetup::default(),
    ] {
        ennead_game::suite::solver_keys::<Connect>(&setup);
    }
}

ennead_search::puzzle_tests!(GAME, 1000);
