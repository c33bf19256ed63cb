//! The mix: combines the network, the search and the endgame solver into a weight for each move.

use ennead_game::{exponential, logarithm};

use crate::Flat;

use super::super::one::{self, endgame_ranks};
use super::WEIGHTS;
use super::endgame::Solved;
use super::search::{Edge, Tree};

/// Number of features of a move.
pub(super) const FEATURES: usize = 10;
/// Number of game phases; each has its own weights.
pub(super) const PHASES: usize = 7;
/// Feature weights are multiples of 1/1024.
const UNIT_BITS: u32 = 10;
/// Shares are in units of 2^-12, so that the sum over nine moves fits into one share.
const SHARE_SHIFT: u32 = 4;
/// The smallest share.
const MIN_SHARE: u32 = 2;

/// The shares of the moves of a board.
pub(super) fn shares(board: &Flat, tree: &Tree, solved: Option<Solved>) -> Vec<u32> {
    let weights = &WEIGHTS[phase(board, solved)];
    let score = |features: &[i64; FEATURES]| -> i64 {
        features.iter().zip(weights).map(|(value, weight)| value * weight).sum()
    };
    let scores: Vec<i64> = features(board, tree, solved).iter().map(score).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let share = |score: &i64| {
        let distance = ((best - score) >> UNIT_BITS).min(i32::MAX.into()) as i32;
        (exponential(distance) >> SHARE_SHIFT).max(MIN_SHARE)
    };
    scores.iter().map(share).collect()
}

/// The phase of the game: by the endgame result if it is known, otherwise by the number of empty
/// cells.
pub(super) fn phase(board: &Flat, solved: Option<Solved>) -> usize {
    match (solved, board.room()) {
        (Some(Solved { score: 0.., .. }), _) => 0,
        (Some(_), _) => 1,
        (None, 0..=22) => 2,
        (None, 23..=36) => 3,
        (None, 37..=58) => 4,
        _ => 5 + usize::from(is_opening(board)),
    }
}

/// Whether one of the first two moves is next. Many matches between programs open with random
/// moves.
pub(super) fn is_opening(board: &Flat) -> bool {
    board.room() > 79
}

/// The features of each move, in units of 1/1024: the logits of both networks, the logarithm of the
/// visits, the gain over the position's value, the rank in endgame order and whether it is the
/// first, whether the move is the most visited or the second most visited, its share of the visits,
/// and whether it is the endgame solver's move.
pub(super) fn features(board: &Flat, tree: &Tree, solved: Option<Solved>) -> Vec<[i64; FEATURES]> {
    let (value, edges) = tree.root();
    let (ranks, endgame_ranks) = (ranks(edges), endgame_ranks(board));
    let all: i64 = edges.iter().map(|edge| i64::from(edge.visits)).sum();
    let (moves, known) = (edges.len() as i64, solved.filter(|solved| solved.score >= 0));
    let expected = one::evaluate(board).logits;
    let flag = |value: bool| i64::from(value) << UNIT_BITS;
    let of_move = |at: usize| {
        let edge = &edges[at];
        let gain = edge.mean().map_or(0, |mean| mean - value);
        [
            edge.logit.into(),
            expected[at].into(),
            (logarithm(2 * u32::from(edge.visits) + 1) - logarithm(2)).into(),
            i64::from(gain >> 5),
            flag(endgame_ranks[at] == 0),
            ((endgame_ranks[at] as i64) << UNIT_BITS) / moves,
            flag(ranks[at] == 0),
            flag(ranks[at] == 1),
            (i64::from(edge.visits) << UNIT_BITS) / all.max(1),
            flag(known.is_some_and(|solved| solved.best == at)),
        ]
    };
    (0..edges.len()).map(of_move).collect()
}

/// The rank of each move by visits.
fn ranks(edges: &[Edge]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(edges[*at].visits));
    let mut ranks = vec![0; edges.len()];
    order.into_iter().enumerate().for_each(|(rank, at)| ranks[at] = rank);
    ranks
}
