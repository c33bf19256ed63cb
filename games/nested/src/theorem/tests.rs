//! The search, compared with the rules and with plain minimax.

use ennead_game::nine::{CELLS, cells};
use ennead_game::{Outcome, Random, Seat, SplitMix64};

use super::canonical::canonical;
use super::code_board::CodeBoard;
use super::grid_codes::FACTS;
use super::proof::replies;
use super::search::Search;
use super::walk::walk;
use super::{Proof, START, Shortening};
use crate::{Flat, Mark};

const ENTRIES: usize = 1 << 12;

/// A position with X to move from a random game that X wins, `back` moves of X before the last.
fn random_board(random: &mut SplitMix64, back: usize) -> Flat {
    loop {
        let (mut board, mut turns) = (START, Vec::new());
        while board.outcome().is_none() {
            if board.mover() == Mark::X {
                turns.push(board);
            }
            let (grid, cell) = board.nth_move(random.below(board.count_moves().into()) as u32);
            board.put(grid, cell);
        }
        if board.outcome() == Some(Outcome::Win(Seat::FIRST)) && turns.len() > back {
            return turns[turns.len() - 1 - back];
        }
    }
}

/// Whether X wins within `x_moves` moves, by plain minimax.
fn minimax(board: &Flat, x_moves: u8) -> bool {
    x_moves > 0
        && board.moves().any(|played| {
            replies(board, played)
                .is_some_and(|replies| replies.iter().all(|reply| minimax(reply, x_moves - 1)))
        })
}

#[test]
fn code_boards_follow_the_rules() {
    let mut random = SplitMix64::new(1);
    for _ in 0..300 {
        let (mut board, mut codes, mut mover) = (START, CodeBoard::new(&START), Mark::X);
        while board.outcome().is_none() {
            let mut moves = Vec::new();
            codes.for_moves(&FACTS, |played| moves.push(played));
            assert_eq!(moves, board.moves().collect::<Vec<_>>());
            let played = moves[random.next_u64() as usize % moves.len()];
            board.put(played.0, played.1);
            codes = codes.after(&FACTS, mover, played);
            mover = mover.other();
            let ended = (codes.is_won(), codes.is_not_won());
            let expected = match board.outcome() {
                None => (false, false),
                Some(Outcome::Win(Seat::FIRST)) => (true, ended.1),
                Some(_) => (false, true),
            };
            assert_eq!(ended, expected);
            if board.outcome().is_none() {
                assert_eq!(codes.key(), CodeBoard::new(&board).key());
            }
        }
    }
}

#[test]
fn the_search_agrees_with_minimax() {
    let mut random = SplitMix64::new(2);
    let mut search = Search::new(ENTRIES, None);
    let mut wins = 0;
    for number in 0..400 {
        let board = random_board(&mut random, number % 4);
        for x_moves in 1..=2 {
            let best = search.winning_move(&board, x_moves).expect("no limit");
            assert_eq!(best.is_some(), minimax(&board, x_moves), "{board:?}");
            wins += u32::from(best.is_some());
        }
    }
    assert!(wins > 50, "only {wins} wins were compared");
}

#[test]
fn recorded_wins_are_proofs() {
    let mut random = SplitMix64::new(3);
    let proof = Proof::of_strategy().expect("a winning strategy");
    let mut shortening = Shortening::with_entries(proof, None, ENTRIES);
    let mut recorded = 0;
    for number in 0..300 {
        let board = random_board(&mut random, 1 + number % 3);
        if shortening.record(&board, 3).expect("no limit") {
            let proof = shortening.proof();
            let extent = walk(&board, |board| Some(proof.get(board)?.best)).expect("a proof");
            assert!(extent.plies <= 5, "{extent:?}");
            recorded += 1;
        }
    }
    assert!(recorded > 50, "only {recorded} wins were recorded");
}

#[test]
fn nothing_is_shorter_within_31_plies_after_the_first_phase() {
    let proof = Proof::of_strategy().expect("a winning strategy");
    let mut shortening = Shortening::with_entries(proof, None, ENTRIES);
    let report = shortening.try_level(8, 16);
    assert_eq!((report.plies, report.positions), (31, 2));
    assert_eq!((report.won, report.refuted), (0, 2));
}

#[test]
fn images_have_the_same_canonical_board() {
    let mut random = SplitMix64::new(4);
    for number in 0..100 {
        let board = random_board(&mut random, number % 10);
        for symmetry in 0..8 {
            assert_eq!(canonical(&board.transform(symmetry)), canonical(&board));
        }
        let empty = |board: &Flat| -> usize {
            (0..CELLS as u8).map(|grid| cells(board.empty(grid)).count()).sum()
        };
        assert_eq!(empty(&canonical(&board)), empty(&board));
    }
}
