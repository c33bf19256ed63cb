//! The conformance suite, for several depths and rules.

use ennead_nested::{GAME, Mark, Nested, NestedSetup, Rules};

fn setup(depth: u32, first: Mark, rules: Rules) -> NestedSetup {
    NestedSetup::new(depth, first, rules).unwrap()
}

ennead_game::conformance!(
    Nested,
    [
        NestedSetup::default(),
        setup(1, Mark::X, Rules::Both),
        setup(1, Mark::O, Rules::Count),
        setup(2, Mark::O, Rules::Classic),
        setup(2, Mark::X, Rules::Count),
        setup(2, Mark::O, Rules::Open),
        setup(3, Mark::X, Rules::Both),
        setup(3, Mark::O, Rules::Count),
    ],
    symmetric,
    notation,
    view,
    environment
);

/// Deeper games have too many moves to list.
mod deep {
    use super::*;

    #[test]
    fn play_records_and_views() {
        let setup = setup(21, Mark::O, Rules::Classic);
        ennead_game::suite::play_and_records::<Nested>(&setup);
        ennead_game::suite::view::<Nested>(&setup);
    }
}

#[test]
fn solver_keys() {
    for rules in [Rules::Both, Rules::Classic, Rules::Count] {
        ennead_game::suite::solver_keys::<Nested>(&setup(1, Mark::O, rules));
        ennead_game::suite::solver_keys::<Nested>(&setup(2, Mark::X, rules));
    }
}

ennead_search::puzzle_tests!(GAME, 1000);
