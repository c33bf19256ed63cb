//! Unit tests of internals: the bitboard against the tree, and a tree's memory use.

use ennead_game::{Game, Notation, Random, SplitMix64};

use crate::formats::grid_write;
use crate::rules::Representation;
use crate::tree::GridTree;
use crate::{Mark, Nested, NestedSetup, Rules};

fn tree_of(setup: &NestedSetup) -> Nested {
    Nested(Representation::Tree(Box::new(GridTree::new(setup))))
}

#[test]
fn bitboard_and_tree_agree_at_depth_two() {
    let mut random = SplitMix64::new(5);
    for rules in [Rules::Both, Rules::Classic, Rules::Count] {
        for number in 0..400 {
            let first = if number % 2 == 0 { Mark::X } else { Mark::O };
            let setup = NestedSetup::new(2, first, rules).unwrap();
            let (mut flat, mut tree) = (Nested::new(&setup), tree_of(&setup));
            while flat.outcome().is_none() {
                assert_eq!(flat.moves(), tree.moves());
                assert_eq!((flat.turn(), flat.target()), (tree.turn(), tree.target()));
                let option = random.below(flat.options().into()) as u32;
                flat.choose(option);
                tree.choose(option);
                assert_eq!((flat.options(), flat.half_made()), (tree.options(), tree.half_made()));
                assert_eq!(
                    grid_write::write(flat.top(), None),
                    grid_write::write(tree.top(), None)
                );
            }
            assert_eq!(flat.turn(), tree.turn());
        }
    }
}

#[test]
fn decided_grids_free_their_nodes() {
    let setup = NestedSetup::new(3, Mark::X, Rules::Both).unwrap();
    let mut random = SplitMix64::new(3);
    let mut tree = GridTree::new(&setup);
    while tree.legal() != 0 {
        tree.choose(random.below(tree.legal().count_ones().into()) as u32);
        assert!(tree.nodes().touched() <= 91);
        assert!(tree.nodes().allocated() <= 91);
    }
}

#[test]
fn memory_stays_small_at_depth_one_thousand() {
    let setup = NestedSetup::new(1000, Mark::X, Rules::Both).unwrap();
    let mut tree = GridTree::new(&setup);
    assert_eq!(tree.nodes().allocated(), 1);
    let mut random = SplitMix64::new(9);
    for _ in 0..5_000 {
        for _ in 0..1000 {
            tree.choose(random.below(tree.legal().count_ones().into()) as u32);
        }
    }
    assert!(tree.path().is_empty());
    assert!(tree.nodes().allocated() <= 5_000 * 999 + 1);
    assert!(tree.nodes().bytes() <= 60_000_000);
}
