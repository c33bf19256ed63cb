//! A belief about the opponent's hand, inferred from the table: a card that would have won a stone
//! would probably have been played, and a first card at a stone hints at cards that go with it.

use crate::{Card, CardSet, NUMBERS, Schotten, Thirds, beating, shuffle};
use ennead_game::{Random, SplitMix64, nine};

use super::evaluator::related;

/// How much likelier than average the opponent is to hold a card of each number. This and the
/// factors below are the coefficients of a logistic regression over 2,500 self-play games.
const NUMBER: [f32; NUMBERS] = [1.28, 1.09, 0.89, 0.92, 0.89, 0.87, 0.76, 1.05, 1.37];
/// Factor for each stone that the card would win against a complete side of ours.
const BEATS: f32 = 0.415;
/// Factor for each stone where the card would complete a colour run.
const COLOUR_RUN: f32 = 0.88;
/// Factors for each stone with one card that the card could form a colour run with, or whose number
/// it shares.
const MATE: f32 = 1.24;
const TWIN: f32 = 1.28;
/// Factor for each stone with one card of the same colour but too far away for a run.
const COLOUR: f32 = 1.05;
/// Factor for each stone with one card that it does not combine with.
const STRANGER: f32 = 0.93;
/// Factor for each empty side of the opponent, and per point of the card's number there.
const EMPTY: f32 = 1.03;
const EMPTY_POINT: f32 = 0.994;
/// The unit of integer weights.
const UNIT: f32 = 256.0;

/// The probabilities of the opponent's hands, as a weight for each hidden card.
pub(super) struct Belief {
    /// Cards and their weights.
    weights: Vec<(Card, u64)>,
    /// The number of cards in the opponent's hand.
    held: usize,
}

impl Belief {
    /// The mover's belief in a position. Only what the mover sees is used.
    pub(super) fn new(position: &Schotten, hidden: &[Card], held: usize) -> Belief {
        let weight = |card: &Card| (*card, (UNIT * likelihood(position, *card)) as u64 + 1);
        Belief { weights: hidden.iter().map(weight).collect(), held }
    }

    /// Samples a deal of the hidden cards: the last ones are the opponent's hand, the rest is the
    /// deck.
    pub(super) fn deal(&self, random: &mut SplitMix64) -> Vec<Card> {
        let mut left = self.weights.clone();
        let mut total: u64 = left.iter().map(|(_, weight)| weight).sum();
        let mut hand = Vec::with_capacity(self.held);
        while hand.len() < self.held && !left.is_empty() {
            let mut pick = random.below(total);
            let at = left.iter().position(|(_, weight)| match pick.checked_sub(*weight) {
                Some(rest) => {
                    pick = rest;
                    false
                }
                None => true,
            });
            let (card, weight) = left.swap_remove(at.unwrap_or(0));
            total -= weight;
            hand.push(card);
        }
        let mut dealt: Vec<Card> = left.into_iter().map(|(card, _)| card).collect();
        shuffle(&mut dealt, random);
        dealt.extend(hand);
        dealt
    }
}

/// How much likelier than average the opponent is to hold a card.
fn likelihood(position: &Schotten, card: Card) -> f32 {
    let (table, seat) = (position.table(), position.mover());
    let mut likelihood = NUMBER[usize::from(card.number()) - 1];
    for stone in nine::cells(table.open(seat.other())).map(usize::from) {
        likelihood *= match (*table.side(seat.other(), stone), table.strength(seat, stone)) {
            ([Some(a), Some(b), _], Some(target)) if beating(a, b, target).contains(card) => BEATS,
            ([Some(a), Some(b), _], None) if Thirds::of(a, b).colour_run.contains(card) => {
                COLOUR_RUN
            }
            ([Some(_), Some(_), _], _) => 1.0,
            ([Some(a), ..], _) => with_one(a, card),
            _ => EMPTY * power(EMPTY_POINT, card.number()),
        };
    }
    likelihood
}

fn with_one(first: Card, card: Card) -> f32 {
    let colour = CardSet::of_colour(first.colour());
    if (related(first) & colour).contains(card) {
        MATE
    } else if first.number() == card.number() {
        TWIN
    } else if colour.contains(card) {
        COLOUR
    } else {
        STRANGER
    }
}

/// A power by repeated multiplication, which is identical on every platform.
fn power(base: f32, exponent: u8) -> f32 {
    (0..exponent).fold(1.0, |power, _| power * base)
}
