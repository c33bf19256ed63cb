//! What the table tells about the opponent's hand: a card that would have won a stone was probably
//! played, and a first card at a stone hints at cards that go with it.

use crate::{Card, CardSet, NUMBERS, Schotten, Thirds, beating, shuffle};
use ennead_game::{Random, SplitMix64, nine};

use super::evaluator::related;

/// How much more often than the average the opponent holds a card of each number. This and the
/// factors below are the coefficients of a logistic regression over 2,500 games of self-play.
const NUMBER: [f32; NUMBERS] = [1.28, 1.09, 0.89, 0.92, 0.89, 0.87, 0.76, 1.05, 1.37];
/// For each stone that the card would win from a complete side of ours.
const BEATS: f32 = 0.415;
/// For each stone that the card would make a colour run.
const COLOUR_RUN: f32 = 0.88;
/// For each stone with one card that the card could make a colour run with, or has the number of.
const MATE: f32 = 1.24;
const TWIN: f32 = 1.28;
/// For each stone with one card of the same colour, too far for a run.
const COLOUR: f32 = 1.05;
/// For each stone with one card that it does not go with.
const STRANGER: f32 = 0.93;
/// For each empty side of the opponent, and for each point of the number there.
const EMPTY: f32 = 1.03;
const EMPTY_POINT: f32 = 0.994;
/// The unit of a weight.
const UNIT: f32 = 256.0;

/// How likely the opponent holds each hidden card.
pub(super) struct Belief {
    /// Cards and their weights.
    weights: Vec<(Card, u64)>,
    /// The size of the opponent's hand.
    held: usize,
}

impl Belief {
    /// The belief of the mover of a position, of which only what the mover sees is used.
    pub(super) fn new(position: &Schotten, hidden: &[Card], held: usize) -> Belief {
        let weight = |card: &Card| (*card, (UNIT * likelihood(position, *card)) as u64 + 1);
        Belief { weights: hidden.iter().map(weight).collect(), held }
    }

    /// Deals the hidden cards: the last ones are the opponent's hand, the rest is the deck.
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

/// How much more often than the average the opponent holds a card.
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

/// A power by plain multiplication, which gives the same result on every machine.
fn power(base: f32, exponent: u8) -> f32 {
    (0..exponent).fold(1.0, |power, _| power * base)
}
