//! The record model for boards with gravity: how often strong players choose each class of moves.
//!
//! The class of a move combines its tactical effect (wins, blocks, ignores a threat, lets the
//! opponent win above, gives up an own win above), the distance of its column from the middle, and
//! its height. Mirror images have the same classes. The model is frozen; see `FORMAT.md`.

use ennead_game::{Game, Match, Predictor};

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

/// The input of `scripts/record-rates`: for each choice, the option chosen, then the class of each
/// option.
pub fn training_rows(game: &Match<Connect>) -> Vec<String> {
    let mut position = Connect::new(game.setup());
    let mut row_of = |chosen: &u32| {
        let classes = classes(&position);
        position.choose(*chosen);
        classes.iter().fold(chosen.to_string(), |row, class| format!("{row} {class}"))
    };
    game.choices().iter().map(&mut row_of).collect()
}

#[cfg(test)]
mod tests {
    use ennead_game::Symmetric;

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

    #[test]
    fn training_rows_have_the_classes_of_all_options() {
        let vectors = include_str!("../vectors/record.model.1.csv").lines();
        for record in vectors.map(|line| line.split(',').next().expect("a column")) {
            let game = Match::from_text(record).expect("legal");
            let rows = training_rows(&game);
            assert_eq!(rows.len(), game.choices().len());
            for row in rows {
                let numbers: Vec<usize> =
                    row.split(' ').map(|one| one.parse().expect("a number")).collect();
                assert!(numbers[0] < numbers.len() - 1, "{row}");
                assert!(numbers[1..].iter().all(|class| *class < MODEL.len()), "{row}");
            }
        }
    }
}
