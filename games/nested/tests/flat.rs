//! The depth-2 board: numbered moves, and positions reduced for searches.

use ennead_game::{Random, SplitMix64};
use ennead_nested::{Flat, Mark, Rules};

/// Calls `check` with every position of random games with all rules, including half-made moves.
fn for_each_position(mut check: impl FnMut(&Flat, &mut SplitMix64)) {
    let mut random = SplitMix64::new(1);
    for rules in Rules::ALL {
        for number in 0..100 {
            let first = if number % 2 == 0 { Mark::X } else { Mark::O };
            let mut board = Flat::new(first, rules);
            while board.outcome().is_none() {
                check(&board, &mut random);
                board.choose(random.below(board.options().into()) as u32);
            }
        }
    }
}

#[test]
fn moves_are_numbered_in_order() {
    for_each_position(|board, _| {
        let moves: Vec<_> = board.moves().collect();
        assert!(moves.is_sorted());
        assert_eq!(board.count_moves() as usize, moves.len());
        for (index, whole) in moves.iter().enumerate() {
            assert_eq!(board.nth_move(index as u32), *whole);
            assert_eq!(board.index_of(*whole), Some(index as u32));
        }
        assert_eq!(board.index_of((9, 0)), None);
        assert_eq!(board.with_target(None).moves().count() as u32, board.room());
    });
}

/// Parts of a position that the search drops have no influence on the rest of the game.
#[test]
fn between_moves_keeps_the_rest_of_the_game() {
    for_each_position(|board, random| {
        let (mut whole, mut reduced) = (*board, board.between_moves());
        assert_eq!(reduced.between_moves(), reduced);
        if let Some(grid) = whole.chosen() {
            assert!(reduced.moves().all(|(chosen, _)| chosen == grid));
            let index = random.below(reduced.count_moves().into()) as u32;
            let (grid, cell) = reduced.nth_move(index);
            whole.choose(index);
            reduced.put(grid, cell);
        }
        while whole.outcome().is_none() {
            assert!(whole.moves().eq(reduced.moves()));
            assert_eq!((whole.turn(), whole.target()), (reduced.turn(), reduced.target()));
            let (grid, cell) = whole.nth_move(random.below(whole.count_moves().into()) as u32);
            whole.put(grid, cell);
            reduced.put(grid, cell);
        }
        assert_eq!(whole.turn(), reduced.turn());
    });
}
