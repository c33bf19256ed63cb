//! Compares the tables with alpha-beta search, and round-trips slice files.

use ennead_game::nine::{CELLS, FULL, bit};
use ennead_game::{Random, SplitMix64};

use super::file::{SliceFileError, read_slice, write_slice};
use super::one_grid::{OneGrid, one_grid_value};
use super::results::{Results, ResultsError};
use super::two_grids::Slice;
use crate::filling::{OPEN_FILLINGS, unrank};
use crate::flat::FlatParts;
use crate::{Flat, Mark, Rules};

const RULES: [Rules; 3] = [Rules::Both, Rules::Classic, Rules::Count];

/// The value for the player to move, by plain alpha-beta search.
fn alpha_beta(board: &Flat, mut alpha: i8, beta: i8) -> i8 {
    for (grid, cell) in board.moves() {
        let mut next = *board;
        next.put(grid, cell);
        let value = match next.outcome() {
            Some(outcome) => outcome.score(board.mover().seat()) as i8,
            None => -alpha_beta(&next, -beta, -alpha),
        };
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A random undecided board in which all but `open` grids are closed and every open grid has one of
/// `fillings`.
fn random_board(random: &mut SplitMix64, open: u32, fillings: &[u32]) -> Flat {
    loop {
        let mut grids: Vec<u8> = (0..CELLS as u8).collect();
        for at in (1..CELLS).rev() {
            grids.swap(at, random.below(at as u64 + 1) as usize);
        }
        let mut parts = FlatParts {
            marks: [(FULL, 0); CELLS],
            won: (0, 0),
            playable: 0,
            target: None,
            mover: if random.below(2) == 0 { Mark::X } else { Mark::O },
            rules: RULES[random.below(3) as usize],
        };
        for (number, grid) in grids.into_iter().enumerate() {
            if number < open as usize {
                let filling = fillings[random.below(fillings.len() as u64) as usize];
                parts.marks[usize::from(grid)] = unrank(filling);
                parts.playable |= bit(grid);
                continue;
            }
            let result = random.below(3);
            parts.won.0 |= if result != 1 { bit(grid) } else { 0 };
            parts.won.1 |= if result != 0 { bit(grid) } else { 0 };
        }
        let (x, o) = parts.won;
        if crate::grid_result::outcome(x, o, parts.rules, 2).is_none() {
            return parts.board();
        }
    }
}

#[test]
fn one_grid_values_agree_with_alpha_beta() {
    let mut random = SplitMix64::new(1);
    let all: Vec<u32> = (0..OPEN_FILLINGS).collect();
    for _ in 0..90_000 {
        let board = random_board(&mut random, 1, &all);
        assert_eq!(one_grid_value(&board), Some(alpha_beta(&board, -1, 1)), "{board:?}");
    }
}

#[test]
fn two_grid_values_agree_with_alpha_beta() {
    let mut random = SplitMix64::new(2);
    // At least four marks each, to keep the slice small.
    let late: Vec<u32> = (0..OPEN_FILLINGS)
        .filter(|rank| {
            let (x, o) = unrank(*rank);
            (x | o).count_ones() >= 4
        })
        .collect();
    let mut compared = 0;
    while compared < 10_000 {
        let board = random_board(&mut random, 2, &late);
        let results = Results::of_board(&board).expect("two open grids");
        let slice = Slice::generate_from(results, results.open.map(|grid| board.marks(grid)));
        for _ in 0..20 {
            let target = [None, Some(results.open[0]), Some(results.open[1])];
            let mut next = board.with_target(target[random.below(3) as usize]);
            while next.playable().count_ones() == 2 {
                let expected = alpha_beta(&next, -1, 1);
                assert_eq!(slice.value(&next), Some(expected), "{next:?}");
                compared += 1;
                let (grid, cell) = next.nth_move(random.below(next.count_moves().into()) as u32);
                next.put(grid, cell);
            }
        }
    }
}

#[test]
fn other_positions_have_no_value() {
    let mut random = SplitMix64::new(3);
    assert_eq!(one_grid_value(&Flat::new(Mark::X, Rules::Open)), None);
    let board = random_board(&mut random, 2, &[OPEN_FILLINGS - 1]);
    assert_eq!(one_grid_value(&board), None);
    let results = Results::of_board(&board).expect("two open grids");
    let slice = Slice::generate_from(results, results.open.map(|grid| board.marks(grid)));
    assert!(slice.value(&board).is_some());
    assert_eq!(slice.value(&Flat::new(Mark::X, board.rules())), None);
    let emptier = random_board(&mut random, 2, &[0]);
    assert_eq!(slice.value(&emptier), None);
}

#[test]
fn results_are_checked() {
    let parse = |text| Results::parse(text, Rules::Classic);
    assert_eq!(parse("XOX.OB.XO").map(|results| results.to_string()), Ok("XOX.OB.XO".into()));
    assert!(matches!(parse("XOX.OB.X"), Err(ResultsError::Text(_))));
    assert!(matches!(parse("XOX.OB.Xé"), Err(ResultsError::Text(_))));
    assert!(matches!(parse("XOX.OB.X?"), Err(ResultsError::Text(_))));
    assert_eq!(parse("XOX..B.XO"), Err(ResultsError::Open(3)));
    assert_eq!(parse("XXX.OB.XO"), Err(ResultsError::Over));
    assert_eq!(Results::parse("XOX.OB.XO", Rules::Open), Err(ResultsError::OpenRules));
}

#[test]
fn slices_are_read_back_and_damaged_files_rejected() {
    let results = Results::parse("XOX.OB.XO", Rules::Classic).expect("results");
    // Computing the real values takes too long for a test.
    let pairs = vec![0b10_01_00_10; (OPEN_FILLINGS * OPEN_FILLINGS) as usize];
    let slice = Slice::of_pairs(results, pairs).expect("valid values");
    let mut file = Vec::new();
    write_slice(&slice, &mut file).expect("memory");
    assert!(read_slice(file.as_slice()).expect("the file") == slice);
    for length in [0, 33, 34, file.len() - 1] {
        assert!(matches!(read_slice(&file[..length]), Err(SliceFileError::Read(_))), "{length}");
    }
    file[0] ^= 1;
    assert!(matches!(read_slice(file.as_slice()), Err(SliceFileError::Magic)));
    file[0] ^= 1;
    file[24] = b'?';
    assert!(matches!(read_slice(file.as_slice()), Err(SliceFileError::Results(_))));
    file[24] = b'X';
    file[1_000_000] ^= 1;
    assert!(matches!(read_slice(file.as_slice()), Err(SliceFileError::Digest)));
    file[1_000_000] ^= 1;
    file.push(0);
    assert!(matches!(read_slice(file.as_slice()), Err(SliceFileError::TooLong)));
}

#[test]
fn the_table_of_one_grid_has_the_published_digest() {
    let OneGrid { tally, digest } = OneGrid::get();
    assert_eq!(tally.states(), 599_022);
    assert_eq!(digest, "d621fddeb7a6d3c32d32f083c7156cd1d579f0f5b2e9aa23d0ff09a33c73a9e2");
}
