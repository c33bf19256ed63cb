//! Model 2: a network estimates the mover's chance of winning after every placement; the share of a
//! placement follows from how it compares with the others.

mod evaluator;
mod net;
mod odds;
mod outlook;

use std::sync::LazyLock;

use ennead_game::{Game, Match, Predictor, exponential, logarithm, nine};

use crate::Schotten;
use crate::rules::Phase;

use super::{CLAIM, weight};

use self::evaluator::{CERTAIN, NetEvaluator};
use self::net::WEIGHT_BYTES;

/// Number of features of a placement.
const FEATURES: usize = 8;
/// Number of match phases, each with its own weights: a large deck, a small one, none.
const PHASES: usize = 3;
const SMALL_DECK: usize = 20;
/// Features and the weights of the mix are multiples of 1/1024.
const UNIT_BITS: u32 = 10;
/// Log-odds further than this behind the best are not distinguished (a factor of e^8).
const FARTHEST: i32 = 8 << UNIT_BITS;
/// The number of placements that a strong player considers.
const CANDIDATES: usize = 12;

/// The weights of the network, followed by those of the mix.
static MODEL: &[u8] = include_bytes!("../model2.weights");
static MIX: LazyLock<[[i64; FEATURES]; PHASES]> = LazyLock::new(|| {
    let mut file = MODEL[WEIGHT_BYTES..].chunks_exact(2);
    let mut next = || {
        let two = file.next().expect("the file has all weights");
        i64::from(i16::from_le_bytes([two[0], two[1]]))
    };
    std::array::from_fn(|_| std::array::from_fn(|_| next()))
});

/// Predicts placements and claims. The placements of a position are cached for the second choice.
#[derive(Default)]
pub(super) struct Placements {
    seen: Option<Schotten>,
    /// By card, then by stone.
    scores: Vec<i32>,
}

impl Placements {
    /// The scores of the placements of a position before a card is chosen.
    fn scores(&mut self, position: &Schotten) -> &[i32] {
        let mut before = position.clone();
        before.phase = Phase::Card;
        if self.seen.as_ref() != Some(&before) {
            let mix = &MIX[phase(&before)];
            let score = |features: &[i32; FEATURES]| {
                let products = features.iter().zip(mix);
                let sum: i64 = products.map(|(value, weight)| i64::from(*value) * weight).sum();
                (sum >> UNIT_BITS) as i32
            };
            self.scores = features(&before).iter().map(score).collect();
            self.seen = Some(before);
        }
        &self.scores
    }
}

impl Predictor<Schotten> for Placements {
    fn predict(&mut self, position: &Schotten, shares: &mut [u32]) {
        let seat = position.mover();
        let stones = nine::count(position.table().open(seat)).max(1) as usize;
        match position.phase {
            Phase::Claim(_) => shares.copy_from_slice(&CLAIM),
            Phase::Card => {
                let scores = self.scores(position);
                let best = scores.iter().copied().max().unwrap_or(0);
                for (cell, scores) in shares.iter_mut().zip(scores.chunks_exact(stones)) {
                    *cell = scores.iter().map(|score| weight(best, *score)).sum();
                }
            }
            Phase::Column(slot) => {
                let card = nine::index_of(position.occupied(seat), slot) as usize;
                let scores = &self.scores(position)[card * stones..][..stones];
                let best = scores.iter().copied().max().unwrap_or(0);
                for (cell, score) in shares.iter_mut().zip(scores) {
                    *cell = weight(best, *score);
                }
            }
            _ => {}
        }
    }
}

fn phase(position: &Schotten) -> usize {
    match position.deck().len() {
        0 => 2,
        1..=SMALL_DECK => 1,
        _ => 0,
    }
}

/// The features of all placements, by card, then by stone, in units of 1/1024.
fn features(position: &Schotten) -> Vec<[i32; FEATURES]> {
    let seat = position.mover();
    let (hand, stones) = (position.hand(seat), position.table().open(seat));
    let evaluator = NetEvaluator::new(position);
    let cards = nine::cells(position.occupied(seat)).filter_map(|slot| hand[usize::from(slot)]);
    let odds: Vec<i32> = cards.flat_map(|card| evaluator.odds(card, stones)).collect();
    let best = odds.iter().copied().max().unwrap_or(0);
    let ranks = ranks(&odds);
    let flag = |value: bool| i32::from(value) << UNIT_BITS;
    let of_placement = |at: usize| {
        let behind = chance(best) - chance(odds[at]);
        let closeness = |factor: i32| (exponential(factor * behind) >> 6) as i32;
        [
            (odds[at] - best).max(-FARTHEST),
            -8 * behind,
            closeness(10),
            closeness(40),
            logarithm(ranks[at] as u32 + 1),
            flag(ranks[at] == 0),
            flag(ranks[at] < CANDIDATES),
            flag(odds[at] == CERTAIN),
        ]
    };
    (0..odds.len()).map(of_placement).collect()
}

/// The rank of each placement by its odds.
fn ranks(odds: &[i32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..odds.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(odds[*at]));
    let mut ranks = vec![0; odds.len()];
    order.into_iter().enumerate().for_each(|(rank, at)| ranks[at] = rank);
    ranks
}

/// The chance of winning in units of 1/1024, from the log-odds.
fn chance(odds: i32) -> i32 {
    let against = i64::from(exponential(odds.abs()));
    let low = ((against << UNIT_BITS) / ((1 << 16) + against)) as i32;
    if odds > 0 { (1 << UNIT_BITS) - low } else { low }
}

/// The training data of `train/record_mix.py`: for each placement that is not forced, the phase,
/// the placement made, and the features of all placements.
pub fn training_rows(game: &Match<Schotten>) -> Vec<String> {
    let mut position = Schotten::new(game.setup());
    let mut rows = Vec::new();
    for made in game.choices().windows(2) {
        let stones = nine::count(position.table().open(position.mover()));
        if position.phase == Phase::Card && position.options() * stones > 1 {
            let features = features(&position);
            let numbers = [phase(&position) as i32, (made[0] * stones + made[1]) as i32];
            let numbers = numbers.iter().chain(features.iter().flatten());
            rows.push(numbers.map(i32::to_string).collect::<Vec<_>>().join(" "));
        }
        position.choose(made[0]);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_exactly_the_weights() {
        assert_eq!(MODEL.len(), WEIGHT_BYTES + 2 * PHASES * FEATURES);
        assert!(MODEL.len() <= 128 << 10);
    }

    #[test]
    fn training_rows_have_the_features_of_all_placements() {
        let vectors = include_str!("../../../vectors/record.model.2.csv").lines();
        let records = vectors.map(|line| line.split(',').next().expect("a column"));
        for row in records.flat_map(|text| training_rows(&Match::from_text(text).expect("legal"))) {
            let numbers: Vec<i32> = row.split(' ').map(|one| one.parse().expect("one")).collect();
            let placements = (numbers.len() - 2) / FEATURES;
            assert!(numbers[0] < PHASES as i32 && numbers[1] < placements as i32, "{row}");
            assert!(placements > 1 && numbers.len() == 2 + placements * FEATURES, "{row}");
        }
    }
}
