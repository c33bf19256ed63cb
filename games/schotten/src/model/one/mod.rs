//! Model 1: each placement has a list of [features](features) computed from the table and the
//! mover's hand; a small network turns them into a score.

mod features;

use std::sync::LazyLock;

use ennead_game::{Game, Match, Predictor, nine};

use crate::rules::Phase;
use crate::{Card, Schotten};

use super::{CLAIM, weight};

use self::features::{FEATURES, Outlook};

/// Width of the hidden layer.
const HIDDEN: usize = 48;
/// Weights and hidden activations are multiples of 1/256.
const UNIT_BITS: u32 = 8;
const HIDDEN_MAX: i32 = 16 << UNIT_BITS;

/// The weights of model 1.
static MODEL: &[u8] = include_bytes!("../model1.weights");
static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(MODEL));

/// Predicts placements and claims.
pub(super) struct Placements;

impl Predictor<Schotten> for Placements {
    fn predict(&mut self, position: &Schotten, shares: &mut [u32]) {
        match position.phase {
            Phase::Claim(_) => shares.copy_from_slice(&CLAIM),
            Phase::Column(slot) => {
                let hand = position.hand(position.mover());
                let Some(card) = hand[usize::from(slot)] else { return };
                let scores = scores(&Outlook::new(position), card);
                let best = scores.iter().copied().max().unwrap_or(0);
                shares.iter_mut().zip(scores).for_each(|(share, score)| {
                    *share = weight(best, score);
                });
            }
            Phase::Card => {
                let outlook = Outlook::new(position);
                let hand = position.hand(position.mover());
                let cards = nine::cells(position.occupied(position.mover()));
                let all: Vec<Vec<i32>> = cards
                    .filter_map(|slot| hand[usize::from(slot)])
                    .map(|card| scores(&outlook, card))
                    .collect();
                let best = all.iter().flatten().copied().max().unwrap_or(0);
                shares.iter_mut().zip(all).for_each(|(share, scores)| {
                    *share = scores.iter().map(|score| weight(best, *score)).sum();
                });
            }
            _ => {}
        }
    }
}

/// The scores of a card at the stones open to the mover, in units of 1/1024.
fn scores(outlook: &Outlook<'_>, card: Card) -> Vec<i32> {
    outlook.stones().map(|stone| NETWORK.score(&outlook.features(card, stone))).collect()
}

/// The weights, in file order.
struct Network {
    first: Vec<[i16; HIDDEN]>,
    first_bias: [i16; HIDDEN],
    second: [i16; HIDDEN],
}

impl Network {
    fn read(bytes: &[u8]) -> Self {
        let mut file = bytes.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let mut row = || std::array::from_fn(|_| file.next().expect("the file has all weights"));
        Network { first: (0..FEATURES).map(|_| row()).collect(), first_bias: row(), second: row() }
    }

    fn score(&self, features: &[u8; FEATURES]) -> i32 {
        let mut hidden = self.first_bias.map(i32::from);
        for (weights, value) in self.first.iter().zip(features).filter(|(_, value)| **value != 0) {
            let value = i32::from(*value);
            hidden.iter_mut().zip(weights).for_each(|(sum, w)| *sum += value * i32::from(*w));
        }
        let score: i32 = hidden
            .iter()
            .zip(&self.second)
            .map(|(sum, weight)| (*sum).clamp(0, HIDDEN_MAX) * i32::from(*weight))
            .sum();
        score >> (2 * UNIT_BITS - 10)
    }
}

/// The training data of `train/record_model.py`: for each placement made, the number of possible
/// ones, its index, and the features of all.
pub fn training_bytes(game: &Match<Schotten>) -> Vec<u8> {
    let mut position = Schotten::new(game.setup());
    let mut bytes = Vec::new();
    for made in game.choices().windows(2) {
        if position.phase == Phase::Card && position.options() > 1 {
            write_placement(&position, made[0], made[1], &mut bytes);
        }
        position.choose(made[0]);
    }
    bytes
}

fn write_placement(position: &Schotten, card: u32, stone: u32, bytes: &mut Vec<u8>) {
    let outlook = Outlook::new(position);
    let hand = position.hand(position.mover());
    let cards: Vec<Card> = nine::cells(position.occupied(position.mover()))
        .filter_map(|slot| hand[usize::from(slot)])
        .collect();
    let stones: Vec<usize> = outlook.stones().collect();
    bytes.push((cards.len() * stones.len()) as u8);
    bytes.push((card as usize * stones.len() + stone as usize) as u8);
    for card in cards {
        stones.iter().for_each(|stone| bytes.extend(outlook.features(card, *stone)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_exactly_the_weights() {
        assert_eq!(MODEL.len(), 2 * HIDDEN * (FEATURES + 2));
        assert!(MODEL.len() <= 128 << 10);
    }

    /// The scores equal those of the training program.
    #[test]
    fn matches_the_training_program_exactly() {
        for line in include_str!("../model1.csv").lines() {
            let numbers: Vec<i32> =
                line.split(',').map(|field| field.parse().expect("a number")).collect();
            let features: [u8; FEATURES] = std::array::from_fn(|at| numbers[at] as u8);
            assert_eq!(NETWORK.score(&features), numbers[FEATURES], "{line}");
        }
    }

    #[test]
    fn training_bytes_have_the_features_of_all_placements() {
        let vectors = include_str!("../../../vectors/record.model.1.csv").lines();
        for record in vectors.map(|line| line.split(',').next().expect("a column")) {
            let bytes = training_bytes(&Match::from_text(record).expect("legal"));
            let mut left = &bytes[..];
            while let [placements, made, rest @ ..] = left {
                assert!(made < placements);
                left = &rest[usize::from(*placements) * FEATURES..];
            }
            assert!(left.is_empty());
        }
    }
}
