//! Model 2: a search that keeps its tree from move to move, exact endgames, and the predictions of
//! model 1's network.

mod endgame;
mod mix;
mod net;
mod search;

use std::sync::LazyLock;

use ennead_game::nine::nth;
use ennead_game::{Game, Match, Predictor};

use crate::network::WEIGHT_BYTES;
use crate::{Flat, Nested};

use super::{WeightedMove, sum_shares};

use self::endgame::{Endgame, Solved};
use self::mix::{FEATURES, PHASES, is_opening};
use self::search::Tree;

/// Number of simulations per move that the endgame solver does not know.
const SIMULATIONS: u32 = 32;

/// The weights of the network, followed by those of the mix for each phase.
static MODEL: &[u8] = include_bytes!("../model2.weights");
static WEIGHTS: LazyLock<[[i64; FEATURES]; PHASES]> = LazyLock::new(|| {
    let mut file = MODEL[WEIGHT_BYTES..].chunks_exact(2);
    let mut next = || {
        let two = file.next().expect("the file has all weights");
        i64::from(i16::from_le_bytes([two[0], two[1]]))
    };
    std::array::from_fn(|_| std::array::from_fn(|_| next()))
});

/// Follows a match. Its predictions depend on the preceding moves and on nothing else.
#[derive(Default)]
pub(super) struct MatchPredictor {
    tree: Tree,
    endgame: Endgame,
    /// The board after the moves it has been given.
    next: Option<Flat>,
    /// The board whose moves have been weighted, and their shares, used for both choices of a move.
    board: Option<Flat>,
    weighted: Vec<WeightedMove>,
}

impl MatchPredictor {
    /// Searches the next move. A board other than the expected one starts a new match.
    fn search(&mut self, board: &Flat) -> Option<Solved> {
        if self.next != Some(*board) {
            *self = MatchPredictor::default();
        }
        if !self.tree.is_at(board) {
            self.tree.begin(board);
        }
        let solved = self.endgame.solve(board);
        if !is_opening(board) && solved.is_none_or(|solved| solved.score < 0) {
            self.tree.search(SIMULATIONS);
        }
        solved
    }

    fn weight_moves(&mut self, board: &Flat) {
        let solved = self.search(board);
        let shares = mix::shares(board, &self.tree, solved);
        let weighted = |((grid, cell), share)| WeightedMove { grid, cell, share };
        self.weighted = board.moves().zip(shares).map(weighted).collect();
        self.board = Some(*board);
    }
}

impl Predictor<Nested> for MatchPredictor {
    fn predict(&mut self, position: &Nested, shares: &mut [u32]) {
        let Some(flat) = position.as_flat() else { return };
        let board = flat.with_target(flat.target()).between_moves();
        if self.board != Some(board) {
            self.weight_moves(&board);
        }
        sum_shares(flat, &self.weighted, shares);
    }

    fn note(&mut self, position: &Nested, option: u32) {
        let Some(flat) = position.as_flat() else { return };
        if let Some(grid) = flat.chosen() {
            self.tree.follow(grid, nth(flat.empty(grid), option));
            let mut after = *flat;
            after.choose(option);
            self.next = Some(after.between_moves());
        }
    }
}

/// The training data of `train/record_mix.py`: for each move that is not forced, the phase, the
/// move played, and the features of all moves. Matches of other depths have none.
pub fn training_rows(game: &Match<Nested>) -> Vec<String> {
    let mut predictor = MatchPredictor::default();
    let mut position = Nested::new(game.setup());
    let mut rows = Vec::new();
    for choices in game.choices().chunks_exact(2) {
        let Some(board) = position.as_flat().map(Flat::between_moves) else { break };
        position.choose(choices[0]);
        if board.count_moves() > 1 {
            let solved = predictor.search(&board);
            let flat = position.as_flat().expect("the same depth");
            let grid = flat.chosen().expect("a grid was chosen");
            let played = board.index_of((grid, nth(flat.empty(grid), choices[1])));
            let features = mix::features(&board, &predictor.tree, solved);
            let numbers = [mix::phase(&board, solved) as i64, played.expect("legal").into()];
            let numbers = numbers.iter().chain(features.iter().flatten());
            rows.push(numbers.map(i64::to_string).collect::<Vec<_>>().join(" "));
        }
        predictor.note(&position, choices[1]);
        position.choose(choices[1]);
    }
    rows
}

#[cfg(test)]
mod tests {
    use ennead_game::{Random, SplitMix64};

    use super::*;
    use crate::NestedSetup;

    #[test]
    fn the_file_has_exactly_the_weights() {
        assert_eq!(MODEL.len(), WEIGHT_BYTES + 2 * PHASES * FEATURES);
        assert!(MODEL.len() <= 128 << 10);
    }

    /// The predictions for a position after following a match up to it.
    fn follow(predictor: &mut MatchPredictor, choices: &[u32]) -> Vec<u32> {
        let mut position = Nested::new(&NestedSetup::default());
        let mut shares = vec![];
        for option in choices {
            shares = vec![1; position.options() as usize];
            if shares.len() > 1 {
                predictor.predict(&position, &mut shares);
            }
            predictor.note(&position, *option);
            position.choose(*option);
        }
        shares
    }

    #[test]
    fn a_new_match_resets_the_predictor() {
        let mut random = SplitMix64::new(3);
        let mut busy = MatchPredictor::default();
        for _ in 0..40 {
            let mut game = Match::<Nested>::new(NestedSetup::default());
            while !game.is_over() {
                let options = u64::from(game.position().options());
                game.play(random.below(options) as u32).expect("a legal choice");
            }
            // The preceding match ended in an endgame that was searched.
            let alone = follow(&mut MatchPredictor::default(), game.choices());
            assert_eq!(follow(&mut busy, game.choices()), alone);
        }
    }

    #[test]
    fn training_rows_have_the_features_of_all_moves() {
        let vectors = include_str!("../../../vectors/record.model.2.csv").lines();
        let records = vectors.map(|line| line.split(',').next().expect("a column"));
        for row in records.flat_map(|text| training_rows(&Match::from_text(text).expect("legal"))) {
            let numbers: Vec<i64> = row.split(' ').map(|one| one.parse().expect("one")).collect();
            let moves = (numbers.len() - 2) / FEATURES;
            assert!(numbers[0] < PHASES as i64 && numbers[1] < moves as i64, "{row}");
            assert!(moves > 1 && numbers.len() == 2 + moves * FEATURES, "{row}");
        }
    }
}
