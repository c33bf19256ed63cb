//! A player's chances of getting one or two cards of a set, given how many of them are in hand and
//! how many are hidden.

use crate::{DECK, HAND};

/// The probability 1.
pub(super) const ONE: i32 = 1 << UNIT_BITS;
const UNIT_BITS: u32 = 12;
/// The probability 1 while the tables are computed.
const FINE: i64 = 1 << 20;
/// The maximum number of hidden cards that the table distinguishes.
const MAX_HIDDEN: usize = 12;
/// The probability that a useful card is used here, since cards are needed elsewhere too: a card in
/// hand, one that the mover may draw, and one that the opponent holds or may draw.
const HELD: i64 = FINE * 73 / 100;
const OWN_DRAW: i64 = FINE * 80 / 100;
const THEIR_DRAW: i64 = FINE * 95 / 100;

/// Chances by the number of cards in hand and the number of hidden ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    one: [[i32; MAX_HIDDEN + 1]; HAND + 1],
    two: [[i32; MAX_HIDDEN + 1]; HAND + 1],
    /// A specific card in hand.
    pub(super) held: i32,
    /// A specific hidden card.
    pub(super) hidden: i32,
}

impl Odds {
    /// A table for cards that arrive with this probability if they are hidden.
    fn new(hidden: i64) -> Odds {
        let (one, two) = ([[0; MAX_HIDDEN + 1]; HAND + 1], [[0; MAX_HIDDEN + 1]; HAND + 1]);
        let mut odds = Odds { one, two, held: coarse(HELD), hidden: coarse(hidden) };
        for own in 0..=HAND {
            for far in 0..=MAX_HIDDEN {
                let missed = product(miss(HELD, own), miss(hidden, far));
                let single = exactly_one(hidden, own, far);
                odds.one[own][far] = coarse(FINE - missed);
                odds.two[own][far] = coarse((FINE - missed - single).max(0));
            }
        }
        odds
    }

    /// The chance of getting at least one of `own` cards in hand and `far` hidden ones.
    pub(super) fn one(&self, own: u32, far: u32) -> i32 {
        self.one[own.min(HAND as u32) as usize][far.min(MAX_HIDDEN as u32) as usize]
    }

    /// The chance of getting at least two of `own` cards in hand and `far` hidden ones.
    pub(super) fn two(&self, own: u32, far: u32) -> i32 {
        self.two[own.min(HAND as u32) as usize][far.min(MAX_HIDDEN as u32) as usize]
    }
}

/// The probability of two independent events.
pub(super) const fn both(a: i32, b: i32) -> i32 {
    (a * b) >> UNIT_BITS
}

const fn coarse(chance: i64) -> i32 {
    (chance >> (FINE.ilog2() - UNIT_BITS)) as i32
}

const fn product(a: i64, b: i64) -> i64 {
    a * b / FINE
}

/// The probability of getting none of `cards` cards.
fn miss(chance: i64, cards: usize) -> i64 {
    (0..cards).fold(FINE, |power, _| product(power, FINE - chance))
}

fn exactly_one(hidden: i64, own: usize, far: usize) -> i64 {
    let one_of = |chance, cards: usize| match cards {
        0 => 0,
        _ => cards as i64 * product(chance, miss(chance, cards - 1)),
    };
    product(one_of(HELD, own), miss(hidden, far)) + product(one_of(hidden, far), miss(HELD, own))
}

/// The chances of the mover and of the opponent, by the number of cards in the deck.
pub(super) fn tables() -> Vec<[Odds; 2]> {
    let row = |deck: usize| {
        let (deck, hand) = (deck as i64, HAND as i64);
        let own = OWN_DRAW * deck / (2 * (deck + hand));
        // Once the deck is empty, the opponent holds every hidden card.
        let theirs = match deck {
            0 => FINE,
            _ => THEIR_DRAW * (deck + 2 * hand) / (2 * (deck + hand)),
        };
        [Odds::new(own), Odds::new(theirs)]
    };
    (0..=DECK).map(row).collect()
}
