//! Model 2: a search that goes on from move to move, exact endgames, and what the network of model
//! 1 expects.

mod endgame;
mod mix;
mod net;
mod search;

use std::sync::LazyLock;

use ennead_game::Predictor;
use ennead_game::nine::nth;

use crate::network::WEIGHT_BYTES;
use crate::{Flat, Nested};

use super::{Weighed, add_up};

use self::endgame::{Endgame, Solved};
use self::mix::{PHASES, TRAITS, is_opening};
use self::search::Tree;

/// New positions for each move that is not known from the endgame.
const WALKS: u32 = 32;

/// The file: the weights of the network, and those of the mix by phase.
static MODEL: &[u8] = include_bytes!("../model2.weights");
static WEIGHTS: LazyLock<[[i64; TRAITS]; PHASES]> = LazyLock::new(|| {
    let mut file = MODEL[WEIGHT_BYTES..].chunks_exact(2);
    let mut next = || {
        let two = file.next().expect("the file has all weights");
        i64::from(i16::from_le_bytes([two[0], two[1]]))
    };
    std::array::from_fn(|_| std::array::from_fn(|_| next()))
});

/// Follows a match: what it expects depends on the moves before, and on nothing else.
#[derive(Default)]
pub(super) struct Follower {
    tree: Tree,
    endgame: Endgame,
    /// The board after the moves that it was told.
    next: Option<Flat>,
    /// The board whose moves were weighed, and their shares, which serve both choices of a move.
    board: Option<Flat>,
    weighed: Vec<Weighed>,
}

impl Follower {
    /// Looks at the next move; another board than that of the match begins another match.
    fn look(&mut self, board: &Flat) -> Option<Solved> {
        if self.next != Some(*board) {
            *self = Follower::default();
        }
        if !self.tree.is_at(board) {
            self.tree.begin(board);
        }
        let solved = self.endgame.solve(board);
        if !is_opening(board) && solved.is_none_or(|solved| solved.score < 0) {
            self.tree.search(WALKS);
        }
        solved
    }

    fn weigh(&mut self, board: &Flat) {
        let solved = self.look(board);
        let shares = mix::shares(board, &self.tree, solved);
        let weighed = |((grid, cell), share)| Weighed { grid, cell, share };
        self.weighed = board.moves().zip(shares).map(weighed).collect();
        self.board = Some(*board);
    }
}

impl Predictor<Nested> for Follower {
    fn predict(&mut self, position: &Nested, shares: &mut [u32]) {
        let Some(flat) = position.as_flat() else { return };
        let board = flat.with_target(flat.target()).between_moves();
        if self.board != Some(board) {
            self.weigh(&board);
        }
        add_up(flat, &self.weighed, shares);
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

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use ennead_game::{Game, Match, Random, SplitMix64};

    use super::*;
    use crate::NestedSetup;

    #[test]
    fn the_file_has_exactly_the_weights() {
        assert_eq!(MODEL.len(), WEIGHT_BYTES + 2 * PHASES * TRAITS);
        assert!(MODEL.len() <= 128 << 10);
    }

    /// What a follower expects of a position, once it has followed a match to there.
    fn follow(follower: &mut Follower, choices: &[u32]) -> Vec<u32> {
        let mut position = Nested::new(&NestedSetup::default());
        let mut shares = vec![];
        for option in choices {
            shares = vec![1; position.options() as usize];
            if shares.len() > 1 {
                follower.predict(&position, &mut shares);
            }
            follower.note(&position, *option);
            position.choose(*option);
        }
        shares
    }

    #[test]
    fn another_match_begins_afresh() {
        let mut random = SplitMix64::new(3);
        let mut busy = Follower::default();
        for _ in 0..40 {
            let mut game = Match::<Nested>::new(NestedSetup::default());
            while !game.is_over() {
                let options = u64::from(game.position().options());
                game.play(random.below(options) as u32).expect("a legal choice");
            }
            // The match before ended in an endgame that was looked at.
            let alone = follow(&mut Follower::default(), game.choices());
            assert_eq!(follow(&mut busy, game.choices()), alone);
        }
    }

    /// Prints what `train/record_mix.py` fits the mix to, for the records in the file TRAITS: the
    /// game, the phase, the move played, and the traits of all moves.
    #[test]
    #[ignore = "a part of training"]
    fn print_traits() {
        let path = std::env::var("TRAITS").expect("TRAITS names a file of records");
        let records = std::fs::read_to_string(&path).expect("a file of records");
        let mut text = String::new();
        for (number, line) in records.lines().enumerate() {
            let game = Match::<Nested>::from_text(line).expect("a record");
            let mut follower = Follower::default();
            let mut position = Nested::new(game.setup());
            for choices in game.choices().chunks_exact(2) {
                let board = position.as_flat().expect("depth 2").between_moves();
                position.choose(choices[0]);
                if board.count_moves() > 1 {
                    let solved = follower.look(&board);
                    let flat = position.as_flat().expect("depth 2");
                    let grid = flat.chosen().expect("a grid was chosen");
                    let played = board.index_of((grid, nth(flat.empty(grid), choices[1])));
                    let (phase, played) = (mix::phase(&board, solved), played.expect("legal"));
                    let _ = write!(text, "{number} {phase} {played}");
                    for value in mix::traits(&board, &follower.tree, solved).iter().flatten() {
                        let _ = write!(text, " {value}");
                    }
                    text.push('\n');
                }
                follower.note(&position, choices[1]);
                position.choose(choices[1]);
            }
        }
        std::fs::write(path + ".traits", text).expect("the traits can be written");
    }
}
