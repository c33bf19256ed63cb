//! What one player can count on: the cards in hand, and those that may still come.

use super::lanes::{
    COLOUR, COLOUR_RUN, Card, Cards, FORMATIONS, LANE, ONES, PLAIN, RUN, THREE, Thirds, colour, number,
};
use super::odds::Odds;

/// What one player can count on.
pub(super) struct Outlook<'a> {
    pub(super) hand: Cards,
    hidden: Cards,
    odds: &'a Odds,
    counts: Counts,
    /// The chance to get a card of each number.
    number_chances: [f32; 9],
}

/// How many hidden cards there are of each number and of each colour.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    numbers: [u8; 9],
    colours: [u8; 6],
}

impl Counts {
    #[inline]
    pub(super) fn of(hidden: Cards) -> Counts {
        Counts {
            numbers: std::array::from_fn(|at| (hidden >> at & ONES).count_ones() as u8),
            colours: std::array::from_fn(|at| (hidden >> (at * 9) & LANE).count_ones() as u8),
        }
    }
}

/// 0, 1, or 2 for more: a second card in hand leaves little to wish for.
#[inline]
const fn none_one_many(set: Cards) -> u32 {
    (set != 0) as u32 + (set & set.wrapping_sub(1) != 0) as u32
}

impl<'a> Outlook<'a> {
    #[inline]
    pub(super) fn new(hand: Cards, hidden: Cards, counts: Counts, odds: &'a Odds) -> Self {
        let number_chances = std::array::from_fn(|at| {
            odds.one(none_one_many(hand & ONES << at), u32::from(counts.numbers[at]))
        });
        Outlook { hand, hidden, odds, counts, number_chances }
    }

    /// The cards that the player has or may get.
    pub(super) fn within_reach(&self) -> Cards {
        if self.odds.hidden > 0.0 { self.hand | self.hidden } else { self.hand }
    }

    /// The chance to get at least one of some cards.
    #[inline]
    pub(super) fn one_of(&self, outs: Cards, hand: Cards) -> f32 {
        let far = outs & self.hidden;
        let near = outs & hand;
        if far | near == 0 {
            return 0.0;
        }
        self.odds.one(none_one_many(near), far.count_ones())
    }

    /// What two cards are worth, by what each formation is worth. `hand` is what is left of the hand.
    #[inline]
    pub(super) fn two(&self, a: Card, b: Card, hand: Cards, value: &[f32; FORMATIONS]) -> f32 {
        let thirds = Thirds::of(a, b);
        let mut worth = value[PLAIN as usize];
        if thirds.run != 0 {
            worth = mix(worth, value[RUN as usize], self.one_of(thirds.run, hand));
        }
        if thirds.colour != 0 {
            worth = mix(worth, value[COLOUR as usize], self.one_of(thirds.colour, hand));
            worth = mix(worth, value[COLOUR_RUN as usize], self.one_of(thirds.colour_run, hand));
        }
        if thirds.three != 0 {
            worth = mix(worth, value[THREE as usize], self.one_of(thirds.three, hand));
        }
        worth
    }

    /// What one card is worth, by what each formation is worth. `hand` is what is left of the hand.
    #[inline]
    pub(super) fn one(&self, card: Card, hand: Cards, value: &[f32; FORMATIONS]) -> f32 {
        let (at, lane) = (number(card), colour(card));
        let near = none_one_many(hand & LANE << (lane * 9));
        let colour_chance = self.odds.two(near, u32::from(self.counts.colours[lane]));
        let near = none_one_many(hand & ONES << at);
        let three = self.odds.two(near, u32::from(self.counts.numbers[at]));
        let mut run: f32 = 0.0;
        let mut no_colour_run = 1.0;
        for low in at.saturating_sub(2)..=at.min(6) {
            let others = ((0b111 << low) ^ (1u64 << at)) << (lane * 9);
            no_colour_run *= 1.0 - self.both(others, hand);
            let [x, y] = OTHERS[at - low];
            run = run.max(self.number_chances[low + x] * self.number_chances[low + y]);
        }
        let worth = mix(value[PLAIN as usize], value[RUN as usize], run);
        let worth = mix(worth, value[COLOUR as usize], colour_chance);
        let worth = mix(worth, value[THREE as usize], three);
        mix(worth, value[COLOUR_RUN as usize], 1.0 - no_colour_run)
    }

    /// The chance to get two certain cards.
    #[inline]
    fn both(&self, pair: Cards, hand: Cards) -> f32 {
        if pair & !(hand | self.hidden) != 0 {
            return 0.0;
        }
        match none_one_many(pair & hand) {
            0 => self.odds.hidden * self.odds.hidden,
            1 => self.odds.hidden * self.odds.held,
            _ => self.odds.held * self.odds.held,
        }
    }
}

/// The other two places of a run, by the place of a card in it.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

#[inline]
fn mix(without: f32, with: f32, chance: f32) -> f32 {
    without + (with - without) * chance
}
