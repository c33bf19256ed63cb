//! The mix: the share of each move from what the network and the search say about it.

use std::sync::LazyLock;

use ennead_game::exponential;
use ennead_game::nine::{bit, count};

use crate::Flat;
use crate::bot::completing;
use crate::network::WEIGHT_BYTES;

use super::super::Weighed;
use super::search::{Finding, WALKS, search};
use super::{MODEL, net};

/// What a move is judged by, besides the network's logit.
const TRAITS: usize = 5;
/// Up to so many empty cells, strong players know the outcome, and take the first of equal moves in
/// a fixed order.
const ENDGAME_ROOM: u32 = 22;
/// Shares are in units of 2^-12, so that those of nine moves fit into one.
const SHARE_SHIFT: u32 = 4;
/// The lowest share.
const LEAST: u32 = 2;
/// The weights of the traits are multiples of 1/1024.
const UNIT_BITS: u32 = 10;

/// The weights of the traits, before and in the endgame, at the end of the model's file.
static WEIGHTS: LazyLock<[[i64; TRAITS]; 2]> = LazyLock::new(|| {
    let mut file = MODEL[WEIGHT_BYTES..].chunks_exact(2);
    let mut next = || {
        let two = file.next().expect("the file has all weights");
        i64::from(i16::from_le_bytes([two[0], two[1]]))
    };
    std::array::from_fn(|_| std::array::from_fn(|_| next()))
});

/// The shares of the moves of a board whose game is not over.
pub(super) fn weigh(board: &Flat) -> Vec<Weighed> {
    let weights = &WEIGHTS[usize::from(board.room() <= ENDGAME_ROOM)];
    let scores: Vec<i64> = traits(board)
        .iter()
        .map(|traits| traits.iter().zip(weights).map(|(value, weight)| value * weight).sum())
        .collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let share = |score: i64| {
        let distance = (best - score) >> UNIT_BITS;
        (exponential(distance.min(i32::MAX.into()) as i32) >> SHARE_SHIFT).max(LEAST)
    };
    let weighed = |((grid, cell), score)| Weighed { grid, cell, share: share(score) };
    board.moves().zip(scores).map(weighed).collect()
}

/// The traits of each move, in units of 1/1024: the network's logit, the logarithm of the visits,
/// the gain, whether it is the first in the order of endgames, and its place in it.
fn traits(board: &Flat) -> Vec<[i64; TRAITS]> {
    let evaluation = net::evaluate(board);
    let findings = search(board, &evaluation);
    let places = places(board);
    let moves = places.len() as i64;
    let of_move = |((logit, finding), place): ((&i32, &Finding), &usize)| {
        let place = *place as i64;
        [
            i64::from(*logit),
            LOGARITHMS[finding.visits as usize],
            i64::from(finding.gain >> 5),
            i64::from(place == 0) << UNIT_BITS,
            (place << UNIT_BITS) / moves,
        ]
    };
    evaluation.logits.iter().zip(&findings).zip(&places).map(of_move).collect()
}

/// The natural logarithms of n + 1/2 in units of 1/1024.
static LOGARITHMS: [i64; WALKS as usize + 1] = [
    -710, 415, 938, 1283, 1540, 1746, 1917, 2063, 2191, 2305, 2408, 2501, 2586, 2665, 2738, 2807,
    2871, 2931, 2988, 3042, 3093, 3142, 3188, 3233, 3275,
];

/// The place of each move in the order of endgames.
pub(in super::super) fn places(board: &Flat) -> Vec<usize> {
    let moves: Vec<(u8, u8)> = board.moves().collect();
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|at| -priority(board, moves[*at]));
    let mut places = vec![0; moves.len()];
    order.into_iter().enumerate().for_each(|(place, at)| places[at] = place);
    places
}

/// The priority of a move. Winning a grid is good; a free move for the opponent, or one that wins a
/// grid, is bad.
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
