//! The record model: how often strong players reach each class of positions.
//!
//! The weight of a move is the rate of the resulting position's class; a move that completes a line
//! gets a fixed, high weight. See `FORMAT.md`. The model is frozen.

use ennead_game::{Game, Outcome, Predictor};

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

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use ennead_game::Match;

    use super::*;
    use crate::formats::class::CLASSES;

    #[test]
    fn the_file_has_a_rate_for_each_class() {
        assert_eq!(MODEL.len(), CLASSES as usize);
        assert!(MODEL.iter().all(|rate| *rate > 0));
    }

    /// Prints the input of `scripts/record-rates` for the records in the file named by CLASSES: the
    /// option chosen, then the class that each option leads to.
    #[test]
    #[ignore = "a part of training"]
    fn print_classes() {
        let path = std::env::var("CLASSES").expect("CLASSES names a file of records");
        let mut text = String::new();
        for line in std::fs::read_to_string(&path).expect("a file of records").lines() {
            let game = Match::<Ttt>::from_text(line).expect("a record");
            let mut position = Ttt::new(&());
            for chosen in game.choices() {
                let _ = write!(text, "{chosen}");
                for option in 0..position.options() {
                    let mut after = position;
                    after.choose(option);
                    let _ = write!(text, " {}", class(&after));
                }
                text.push('\n');
                position.choose(*chosen);
            }
        }
        std::fs::write(path + ".classes", text).expect("the classes can be written");
    }
}
