//! How likely a player is to get one or two of some cards, from how many of them are in hand and how many are hidden.

use ennead_schotten::{DECK, HAND};

/// More hidden outs than this count as so many.
const MOST_HIDDEN: usize = 12;

/// Chances by the number of outs in hand and the number of hidden ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    /// At least one.
    one: [[f32; MOST_HIDDEN + 1]; HAND + 1],
    /// At least two.
    two: [[f32; MOST_HIDDEN + 1]; HAND + 1],
    /// A certain card in hand.
    pub(super) held: f32,
    /// A certain hidden card.
    pub(super) hidden: f32,
}

impl Odds {
    /// A table for cards that come with chance `held` from the hand and with chance `hidden` otherwise.
    pub(super) fn new(held: f32, hidden: f32) -> Odds {
        let mut odds = Odds {
            one: [[0.0; MOST_HIDDEN + 1]; HAND + 1],
            two: [[0.0; MOST_HIDDEN + 1]; HAND + 1],
            held,
            hidden,
        };
        for own in 0..=HAND {
            for far in 0..=MOST_HIDDEN {
                let missed = power(1.0 - held, own) * power(1.0 - hidden, far);
                let single = exactly_one(held, own, hidden, far);
                odds.one[own][far] = 1.0 - missed;
                odds.two[own][far] = (1.0 - missed - single).max(0.0);
            }
        }
        odds
    }

    /// The chance to get at least one of so many cards.
    #[inline]
    pub(super) fn one(&self, own: u32, far: u32) -> f32 {
        self.one[own.min(HAND as u32) as usize][far.min(MOST_HIDDEN as u32) as usize]
    }

    /// The chance to get at least two of so many cards.
    #[inline]
    pub(super) fn two(&self, own: u32, far: u32) -> f32 {
        self.two[own.min(HAND as u32) as usize][far.min(MOST_HIDDEN as u32) as usize]
    }
}

/// Plain products, the same on every machine.
fn power(base: f32, exponent: usize) -> f32 {
    (0..exponent).fold(1.0, |power, _| power * base)
}

fn exactly_one(held: f32, own: usize, hidden: f32, far: usize) -> f32 {
    let miss = |chance: f32, times| power(1.0 - chance, times);
    let from_hand = if own == 0 { 0.0 } else { own as f32 * held * miss(held, own - 1) * miss(hidden, far) };
    let from_far = if far == 0 { 0.0 } else { far as f32 * hidden * miss(hidden, far - 1) * miss(held, own) };
    from_hand + from_far
}

/// How much of what could come does come: cards are needed elsewhere, too.
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
            // Without a deck the opponent has every hidden card.
            let theirs = if deck == 0 { 1.0 } else { luck.their_draw * their_part };
            [Odds::new(luck.held, own), Odds::new(luck.held, theirs)]
        };
        OddsTable((0..=DECK).map(row).collect())
    }

    #[inline]
    pub(super) fn at(&self, deck: u8) -> &[Odds; 2] {
        &self.0[usize::from(deck).min(DECK)]
    }
}
