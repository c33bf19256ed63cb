//! A player's chances of getting one or two cards of a set, given how many of them are in hand and
//! how many are hidden.

use crate::{DECK, HAND};

/// The maximum number of hidden outs that the table distinguishes.
const MAX_HIDDEN: usize = 12;

/// Chances by the number of outs in hand and the number of hidden ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    /// At least one.
    one: [[f32; MAX_HIDDEN + 1]; HAND + 1],
    /// At least two.
    two: [[f32; MAX_HIDDEN + 1]; HAND + 1],
    /// A specific card in hand.
    pub(super) held: f32,
    /// A specific hidden card.
    pub(super) hidden: f32,
}

impl Odds {
    /// Creates a table for cards that are used with probability `held` from the hand and `hidden`
    /// otherwise.
    pub(super) fn new(held: f32, hidden: f32) -> Odds {
        let mut odds = Odds {
            one: [[0.0; MAX_HIDDEN + 1]; HAND + 1],
            two: [[0.0; MAX_HIDDEN + 1]; HAND + 1],
            held,
            hidden,
        };
        for own in 0..=HAND {
            for far in 0..=MAX_HIDDEN {
                let missed = power(1.0 - held, own) * power(1.0 - hidden, far);
                let single = exactly_one(held, own, hidden, far);
                odds.one[own][far] = 1.0 - missed;
                odds.two[own][far] = (1.0 - missed - single).max(0.0);
            }
        }
        odds
    }

    /// The chance of getting at least one of `own` cards in hand and `far` hidden ones.
    #[inline]
    pub(super) fn one(&self, own: u32, far: u32) -> f32 {
        self.one[own.min(HAND as u32) as usize][far.min(MAX_HIDDEN as u32) as usize]
    }

    /// The chance of getting at least two of `own` cards in hand and `far` hidden ones.
    #[inline]
    pub(super) fn two(&self, own: u32, far: u32) -> f32 {
        self.two[own.min(HAND as u32) as usize][far.min(MAX_HIDDEN as u32) as usize]
    }
}

/// A power by repeated multiplication, which is identical on every platform.
fn power(base: f32, exponent: usize) -> f32 {
    (0..exponent).fold(1.0, |power, _| power * base)
}

fn exactly_one(held: f32, own: usize, hidden: f32, far: usize) -> f32 {
    let miss = |chance: f32, times| power(1.0 - chance, times);
    let from_hand =
        if own == 0 { 0.0 } else { own as f32 * held * miss(held, own - 1) * miss(hidden, far) };
    let from_far =
        if far == 0 { 0.0 } else { far as f32 * hidden * miss(hidden, far - 1) * miss(held, own) };
    from_hand + from_far
}

/// The probability that a useful card is used here; cards are needed elsewhere too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Luck {
    /// A card in hand.
    pub(super) held: f32,
    /// A hidden card that the mover may draw.
    pub(super) own_draw: f32,
    /// A hidden card that the opponent holds or may draw.
    pub(super) their_draw: f32,
}

/// Chances for the mover and for the opponent, by the number of cards in the deck.
pub(super) struct OddsTable(Vec<[Odds; 2]>);

impl OddsTable {
    pub(super) fn new(luck: Luck) -> OddsTable {
        let row = |deck: usize| {
            let hidden = (deck + HAND) as f32;
            let drawn = deck as f32 / 2.0;
            let own = luck.own_draw * drawn / hidden;
            let their_part = (drawn + HAND as f32) / hidden;
            // Once the deck is empty, the opponent holds every hidden card.
            let theirs = if deck == 0 { 1.0 } else { luck.their_draw * their_part };
            [Odds::new(luck.held, own), Odds::new(luck.held, theirs)]
        };
        OddsTable((0..=DECK).map(row).collect())
    }

    #[inline]
    pub(super) fn at(&self, deck: usize) -> &[Odds; 2] {
        &self.0[deck.min(DECK)]
    }
}
