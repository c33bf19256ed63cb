//! The record model for boards with gravity: how often strong players choose each class of moves.
//!
//! The class of a move combines its tactical effect (wins, blocks, ignores a threat, lets the
//! opponent win above, gives up an own win above), the distance of its column from the middle, and
//! its height. Mirror images have the same classes. The model is frozen; see `FORMAT.md`.

use ennead_game::Predictor;

use crate::bits::Bits;
use crate::board::Board;
use crate::lines::completing_cells;
use crate::rules::on;
use crate::{Connect, ConnectSetup};

const TACTICS: usize = 6;
const DISTANCES: usize = 4;
const HEIGHTS: usize = 6;
const CLASSES: usize = TACTICS * DISTANCES * HEIGHTS;

/// The rates of model 1, one byte per class.
static MODEL: &[u8; CLASSES] = include_bytes!("model1.rates");

/// The predictor for a match, if the model exists; boards without gravity have none.
pub(crate) fn predictor(setup: &ConnectSetup, model: u8) -> Option<Box<dyn Predictor<Connect>>> {
    (setup.gravity() && model == 1).then(|| Box::new(Rates) as _)
}

struct Rates;

impl Predictor<Connect> for Rates {
    fn predict(&mut self, position: &Connect, shares: &mut [u32]) {
        for (class, share) in classes(position).into_iter().zip(shares) {
            *share = MODEL[class].into();
        }
    }
}

/// The class of each option.
fn classes(position: &Connect) -> Vec<usize> {
    on!(&position.0, board => classes_on(board))
}

fn classes_on<B: Bits>(board: &Board<B>) -> Vec<usize> {
    let setup = board.setup();
    let (own, other) = board.own_and_other();
    let [wins, threats] = [own, other].map(|stones| completing_cells(stones, setup));
    let is_threatened = !(threats & board.legal()).is_empty();
    let class = |at: u32| {
        let above = at + 1;
        let tactic = match () {
            () if wins.has(at) => 0,
            () if threats.has(at) => 1,
            () if is_threatened => 2,
            () if threats.has(above) => 3,
            () if wins.has(above) => 4,
            () => 5,
        };
        let (lane, height) = (at / setup.stride(), at % setup.stride());
        let distance = (2 * lane + 1).abs_diff(setup.lanes()) / 2;
        let [distance, height] = [(distance, DISTANCES), (height, HEIGHTS)]
            .map(|(number, count)| (number as usize).min(count - 1));
        (tactic * DISTANCES + distance) * HEIGHTS + height
    };
    board.legal().each().map(class).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use ennead_game::{Game, Match, Symmetric};

    use super::*;

    #[test]
    fn every_class_has_a_rate() {
        assert!(MODEL.iter().all(|rate| *rate > 0));
    }

    #[test]
    fn mirror_images_have_the_same_classes() {
        let mut position = Connect::new(&ConnectSetup::default());
        for option in [3, 3, 2, 4, 2, 2, 1] {
            position.choose(option);
            let mut classes = classes(&position);
            classes.sort_unstable();
            let mut mirrored = super::classes(&position.transform(4));
            mirrored.sort_unstable();
            assert_eq!(classes, mirrored, "{position:?}");
        }
    }

    /// Prints the input of `scripts/record-rates` for the records in the file named by CLASSES: the
    /// option chosen, then the class of each option.
    #[test]
    #[ignore = "a part of training"]
    fn print_classes() {
        let path = std::env::var("CLASSES").expect("CLASSES names a file of records");
        let mut text = String::new();
        for line in std::fs::read_to_string(&path).expect("a file of records").lines() {
            let game = Match::<Connect>::from_text(line).expect("a record");
            let mut position = Connect::new(game.setup());
            for chosen in game.choices() {
                let _ = write!(text, "{chosen}");
                classes(&position).iter().for_each(|class| write!(text, " {class}").expect("text"));
                text.push('\n');
                position.choose(*chosen);
            }
        }
        std::fs::write(path + ".classes", text).expect("the classes can be written");
    }
}
