//! The outlook of one player: the cards in hand and those that may still be drawn.

use crate::{COLOURS, Card, CardSet, Colour, Formation, NUMBERS, Thirds};

use super::odds::Odds;

/// The value of each formation, weakest first.
pub(super) type Values = [f32; Formation::COUNT];

/// The chances of each formation above a plain sum, weakest first.
pub(super) type Chances = [f32; Formation::COUNT - 1];

/// The cards that one player holds or may still get.
pub(super) struct Outlook<'a> {
    pub(super) hand: CardSet,
    pub(super) hidden: CardSet,
    odds: &'a Odds,
    counts: Counts,
    /// The chance of getting a card of each number.
    number_chances: [f32; NUMBERS],
}

/// Counts of hidden cards by number and by colour.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    numbers: [u8; NUMBERS],
    colours: [u8; COLOURS],
}

impl Counts {
    #[inline]
    pub(super) fn of(hidden: CardSet) -> Counts {
        Counts {
            numbers: std::array::from_fn(|at| (hidden & numbered(at)).len() as u8),
            colours: Colour::ALL.map(|colour| (hidden & CardSet::of_colour(colour)).len() as u8),
        }
    }
}

/// The cards of a number, from 0.
#[inline]
const fn numbered(at: usize) -> CardSet {
    CardSet::of_number(at as u8 + 1)
}

/// 0, 1, or 2 for two or more: further cards in hand hardly improve the chance.
#[inline]
const fn none_one_many(set: CardSet) -> u32 {
    let bits = set.bits();
    (bits != 0) as u32 + (bits & bits.wrapping_sub(1) != 0) as u32
}

impl<'a> Outlook<'a> {
    #[inline]
    pub(super) fn new(hand: CardSet, hidden: CardSet, counts: Counts, odds: &'a Odds) -> Self {
        let number_chances = std::array::from_fn(|at| {
            odds.one(none_one_many(hand & numbered(at)), u32::from(counts.numbers[at]))
        });
        Outlook { hand, hidden, odds, counts, number_chances }
    }

    /// The cards that the player holds or may get.
    pub(super) fn within_reach(&self) -> CardSet {
        if self.odds.hidden > 0.0 { self.hand | self.hidden } else { self.hand }
    }

    /// The chance of getting at least one of these cards.
    #[inline]
    pub(super) fn one_of(&self, outs: CardSet, hand: CardSet) -> f32 {
        let far = outs & self.hidden;
        let near = outs & hand;
        if (far | near).is_empty() {
            return 0.0;
        }
        self.odds.one(none_one_many(near), far.len())
    }

    /// The value of two cards, given the values of formations. `hand` is the rest of the hand.
    #[inline]
    pub(super) fn two(&self, a: Card, b: Card, hand: CardSet, value: &Values) -> f32 {
        mixed(&self.chances_of_two(a, b, hand), value)
    }

    /// The value of one card, given the values of formations. `hand` is the rest of the hand.
    #[inline]
    pub(super) fn one(&self, card: Card, hand: CardSet, value: &Values) -> f32 {
        mixed(&self.chances_of_one(card, hand), value)
    }

    /// The chances of two cards becoming each formation. `hand` is the rest of the hand.
    #[inline]
    pub(super) fn chances_of_two(&self, a: Card, b: Card, hand: CardSet) -> Chances {
        let thirds = Thirds::of(a, b);
        [thirds.run, thirds.colour, thirds.three, thirds.colour_run]
            .map(|outs| if outs.is_empty() { 0.0 } else { self.one_of(outs, hand) })
    }

    /// The chances of one card becoming each formation. `hand` is the rest of the hand.
    #[inline]
    pub(super) fn chances_of_one(&self, card: Card, hand: CardSet) -> Chances {
        let (at, colour) = (usize::from(card.number()) - 1, card.colour());
        let near = none_one_many(hand & CardSet::of_colour(colour));
        let colour_chance = self.odds.two(near, u32::from(self.counts.colours[colour as usize]));
        let near = none_one_many(hand & numbered(at));
        let three = self.odds.two(near, u32::from(self.counts.numbers[at]));
        let mut run: f32 = 0.0;
        let mut no_colour_run = 1.0;
        for low in at.saturating_sub(2)..=at.min(6) {
            let others = CardSet::colour_run(colour, low as u8 + 1) - card.into();
            no_colour_run *= 1.0 - self.both(others, hand);
            let [x, y] = OTHERS[at - low];
            run = run.max(self.number_chances[low + x] * self.number_chances[low + y]);
        }
        [run, colour_chance, three, 1.0 - no_colour_run]
    }

    /// The chance of getting two specific cards.
    #[inline]
    fn both(&self, pair: CardSet, hand: CardSet) -> f32 {
        if !(pair - (hand | self.hidden)).is_empty() {
            return 0.0;
        }
        match none_one_many(pair & hand) {
            0 => self.odds.hidden * self.odds.hidden,
            1 => self.odds.hidden * self.odds.held,
            _ => self.odds.held * self.odds.held,
        }
    }
}

/// The other two positions in a run, by the position of a card in it.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// The expected value, given the chance of each formation.
#[inline]
fn mixed(chances: &Chances, value: &Values) -> f32 {
    let above = chances.iter().zip(&value[1..]);
    above.fold(value[0], |values, (chance, value)| mix(values, *value, *chance))
}

#[inline]
fn mix(without: f32, with: f32, chance: f32) -> f32 {
    without + (with - without) * chance
}
