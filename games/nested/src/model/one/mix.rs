//! The mix: combines the network and the search into a weight for each move.

use std::sync::LazyLock;

use ennead_game::exponential;
use ennead_game::nine::{bit, count};

use crate::Flat;
use crate::bot::completing;
use crate::network::WEIGHT_BYTES;

use super::super::WeightedMove;
use super::search::{MoveStats, SIMULATIONS, search};
use super::{MODEL, net};

/// Number of features of a move, besides the network's logit.
const FEATURES: usize = 5;
/// Maximum number of empty cells at which strong players know the outcome. They then play the first
/// of equal moves in a fixed order.
const ENDGAME_EMPTY: u32 = 22;
/// Shares are in units of 2^-12, so that the sum over nine moves fits into one share.
const SHARE_SHIFT: u32 = 4;
/// The smallest share.
const MIN_SHARE: u32 = 2;
/// Feature weights are multiples of 1/1024.
const UNIT_BITS: u32 = 10;

/// The feature weights before and in the endgame, at the end of the model's file.
static WEIGHTS: LazyLock<[[i64; FEATURES]; 2]> = LazyLock::new(|| {
    let mut file = MODEL[WEIGHT_BYTES..].chunks_exact(2);
    let mut next = || {
        let two = file.next().expect("the file has all weights");
        i64::from(i16::from_le_bytes([two[0], two[1]]))
    };
    std::array::from_fn(|_| std::array::from_fn(|_| next()))
});

/// The shares of the moves of a board; the game must not be over.
pub(super) fn weight_moves(board: &Flat) -> Vec<WeightedMove> {
    let weights = &WEIGHTS[usize::from(board.room() <= ENDGAME_EMPTY)];
    let scores: Vec<i64> = features(board)
        .iter()
        .map(|features| features.iter().zip(weights).map(|(value, weight)| value * weight).sum())
        .collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let share = |score: i64| {
        let distance = (best - score) >> UNIT_BITS;
        (exponential(distance.min(i32::MAX.into()) as i32) >> SHARE_SHIFT).max(MIN_SHARE)
    };
    let weighted = |((grid, cell), score)| WeightedMove { grid, cell, share: share(score) };
    board.moves().zip(scores).map(weighted).collect()
}

/// The features of each move, in units of 1/1024: the network's logit, the logarithm of the visits,
/// the gain, whether the move is first in endgame order, and its rank in that order.
fn features(board: &Flat) -> Vec<[i64; FEATURES]> {
    let evaluation = net::evaluate(board);
    let stats = search(board, &evaluation);
    let endgame_ranks = endgame_ranks(board);
    let moves = endgame_ranks.len() as i64;
    let of_move = |((logit, stats), rank): ((&i32, &MoveStats), &usize)| {
        let rank = *rank as i64;
        [
            i64::from(*logit),
            LOGARITHMS[stats.visits as usize],
            i64::from(stats.gain >> 5),
            i64::from(rank == 0) << UNIT_BITS,
            (rank << UNIT_BITS) / moves,
        ]
    };
    evaluation.logits.iter().zip(&stats).zip(&endgame_ranks).map(of_move).collect()
}

/// Natural logarithms of n + 1/2 in units of 1/1024.
static LOGARITHMS: [i64; SIMULATIONS as usize + 1] = [
    -710, 415, 938, 1283, 1540, 1746, 1917, 2063, 2191, 2305, 2408, 2501, 2586, 2665, 2738, 2807,
    2871, 2931, 2988, 3042, 3093, 3142, 3188, 3233, 3275,
];

/// The rank of each move in endgame order.
pub(in super::super) fn endgame_ranks(board: &Flat) -> Vec<usize> {
    let moves: Vec<(u8, u8)> = board.moves().collect();
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|at| -priority(board, moves[*at]));
    let mut ranks = vec![0; moves.len()];
    order.into_iter().enumerate().for_each(|(rank, at)| ranks[at] = rank);
    ranks
}

/// The priority of a move. Winning a grid is good; giving the opponent a free move, or the chance
/// to win a grid, is bad.
pub(in super::super) fn priority(board: &Flat, (grid, cell): (u8, u8)) -> i8 {
    let (mover, opponent) = (board.mover(), board.mover().other());
    let takes = completing(board.marks_of(mover, grid)) & bit(cell) != 0;
    let blocks = completing(board.marks_of(opponent, grid)) & bit(cell) != 0;
    let free = board.playable() & bit(cell) == 0 || (takes && cell == grid);
    let gives = !free && completing(board.marks_of(opponent, cell)) & board.empty(cell) != 0;
    4 * i8::from(takes) + i8::from(blocks)
        - 3 * i8::from(free)
        - 2 * i8::from(gives)
        - i8::from(!free && count(board.empty(cell)) > 4)
}
