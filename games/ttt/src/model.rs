//! The record model: how often strong players reach each class of positions.
//!
//! The weight of a move is the rate of the resulting position's class; a move that completes a line
//! gets a fixed, high weight. See `FORMAT.md`. The model is frozen.

use ennead_game::{Game, Match, Outcome, Predictor};

use crate::Ttt;
use crate::formats::class::class;

/// The rates of model 1, one byte per class of `ttt.class`.
static MODEL: &[u8] = include_bytes!("model1.rates");

/// The predictor for a match, if the model exists.
pub(crate) fn predictor(model: u8) -> Option<Box<dyn Predictor<Ttt>>> {
    (model == 1).then(|| Box::new(Rates) as _)
}

/// The weight of a winning move: strong players make it even in positions that they never allow.
const WIN: u32 = 4_080;

struct Rates;

impl Predictor<Ttt> for Rates {
    fn predict(&mut self, position: &Ttt, shares: &mut [u32]) {
        for (option, share) in shares.iter_mut().enumerate() {
            let mut after = *position;
            after.choose(option as u32);
            *share = match after.outcome() {
                Some(Outcome::Win(_)) => WIN,
                _ => MODEL[usize::from(class(&after))].into(),
            };
        }
    }
}

/// The input of `scripts/record-rates`: for each choice, the option chosen, then the class that
/// each option leads to.
pub fn training_rows(game: &Match<Ttt>) -> Vec<String> {
    let mut position = Ttt::new(&());
    let mut row_of = |chosen: &u32| {
        let mut row = chosen.to_string();
        for option in 0..position.options() {
            let mut after = position;
            after.choose(option);
            row += &format!(" {}", class(&after));
        }
        position.choose(*chosen);
        row
    };
    game.choices().iter().map(&mut row_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::class::CLASSES;

    #[test]
    fn the_file_has_a_rate_for_each_class() {
        assert_eq!(MODEL.len(), CLASSES as usize);
        assert!(MODEL.iter().all(|rate| *rate > 0));
    }

    #[test]
    fn training_rows_have_the_classes_of_all_options() {
        let vectors = include_str!("../vectors/record.model.1.csv").lines();
        for record in vectors.map(|line| line.split(',').next().expect("a column")) {
            let game = Match::from_text(record).expect("legal");
            let rows = training_rows(&game);
            assert_eq!(rows.len(), game.choices().len());
            for row in rows {
                let numbers: Vec<u16> =
                    row.split(' ').map(|one| one.parse().expect("a number")).collect();
                assert!(usize::from(numbers[0]) < numbers.len() - 1, "{row}");
                assert!(numbers[1..].iter().all(|class| u32::from(*class) < CLASSES));
            }
        }
    }
}
