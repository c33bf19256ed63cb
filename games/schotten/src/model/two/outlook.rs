//! The outlook of one player: the cards in hand and those that may still be drawn.

use crate::{
    COLOURS, Card, CardSet, Colour, Formation, NUMBERS, SIDE_CARDS, Strength, Thirds, beating,
    best_reachable,
};

use super::odds::{ONE, Odds, both};

/// A side of a stone.
pub(super) type Side = [Option<Card>; SIDE_CARDS];
/// The chances of each formation above a plain sum, weakest first.
pub(super) type Chances = [i32; Formation::COUNT - 1];

/// The probability that an empty side will beat each formation.
const FROM_SCRATCH: [i32; Formation::COUNT] =
    [ONE, ONE * 91 / 100, ONE * 68 / 100, ONE * 23 / 100, ONE * 13 / 100];
/// The other two positions in a run, by the position of a card in it.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// The cards that one player holds or may still get.
pub(super) struct Outlook<'a> {
    hand: CardSet,
    pub(super) hidden: CardSet,
    odds: &'a Odds,
    /// Counts of hidden cards by number and by colour.
    numbers: [u32; NUMBERS],
    colours: [u32; COLOURS],
    /// The chance of getting a card of each number.
    number_chances: [i32; NUMBERS],
}

impl<'a> Outlook<'a> {
    pub(super) fn new(hand: CardSet, hidden: CardSet, odds: &'a Odds) -> Self {
        let numbers = std::array::from_fn(|at| (hidden & numbered(at)).len());
        let colours = Colour::ALL.map(|colour| (hidden & CardSet::of_colour(colour)).len());
        let number_chances =
            std::array::from_fn(|at| odds.one(none_one_many(hand & numbered(at)), numbers[at]));
        Outlook { hand, hidden, odds, numbers, colours, number_chances }
    }

    /// The cards that the player holds or may get.
    fn within_reach(&self) -> CardSet {
        if self.odds.hidden > 0 { self.hand | self.hidden } else { self.hand }
    }

    /// The chance of getting at least one of these cards.
    fn one_of(&self, outs: CardSet, hand: CardSet) -> i32 {
        let (near, far) = (outs & hand, outs & self.hidden);
        self.odds.one(none_one_many(near), far.len())
    }

    /// The chances of a side becoming each formation.
    pub(super) fn chances(&self, side: &Side, hand: CardSet) -> Chances {
        match *side {
            [Some(a), Some(b), Some(c)] => {
                let formation = Strength::of([a, b, c]).formation() as usize;
                std::array::from_fn(|at| if at + 1 == formation { ONE } else { 0 })
            }
            [Some(a), Some(b), _] => {
                let thirds = Thirds::of(a, b);
                [thirds.run, thirds.colour, thirds.three, thirds.colour_run]
                    .map(|outs| self.one_of(outs, hand))
            }
            [Some(a), ..] => self.chances_of_one(a, hand - a.into()),
            _ => [0; Formation::COUNT - 1],
        }
    }

    fn chances_of_one(&self, card: Card, hand: CardSet) -> Chances {
        let (at, colour) = (usize::from(card.number()) - 1, card.colour());
        let near = none_one_many(hand & CardSet::of_colour(colour));
        let colour_chance = self.odds.two(near, self.colours[colour as usize]);
        let near = none_one_many(hand & numbered(at));
        let three = self.odds.two(near, self.numbers[at]);
        let (mut run, mut no_colour_run) = (0, ONE);
        for low in at.saturating_sub(2)..=at.min(6) {
            let others = CardSet::colour_run(colour, low as u8 + 1) - card.into();
            no_colour_run = both(no_colour_run, ONE - self.pair(others, hand));
            let [x, y] = OTHERS[at - low];
            run = run.max(both(self.number_chances[low + x], self.number_chances[low + y]));
        }
        [run, colour_chance, three, ONE - no_colour_run]
    }

    /// The chance of getting two specific cards.
    fn pair(&self, pair: CardSet, hand: CardSet) -> i32 {
        let Odds { held, hidden, .. } = *self.odds;
        if !(pair - (hand | self.hidden)).is_empty() {
            return 0;
        }
        match none_one_many(pair & hand) {
            0 => both(hidden, hidden),
            1 => both(hidden, held),
            _ => both(held, held),
        }
    }

    /// The probability that an incomplete side beats a complete one.
    pub(super) fn beats(&self, side: &Side, hand: CardSet, target: Strength) -> i32 {
        let too_strong = |cards: &[Card], unseen| best_reachable(cards, unseen) <= Some(target);
        match *side {
            [Some(a), Some(b), _] => self.one_of(beating(a, b, target), hand),
            [Some(a), ..] if too_strong(&[a], self.within_reach() - a.into()) => 0,
            [Some(a), ..] => {
                let chances = self.chances_of_one(a, hand - a.into());
                mixed(&chances, target.formation() as usize)
            }
            _ if too_strong(&[], self.within_reach()) => 0,
            _ => FROM_SCRATCH[target.formation() as usize],
        }
    }
}

/// The chance of beating a formation, given the chance of each own formation; an equal formation
/// wins half of the time.
fn mixed(chances: &Chances, target: usize) -> i32 {
    let value = |formation: usize| match formation.cmp(&target) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => ONE / 2,
        std::cmp::Ordering::Greater => ONE,
    };
    chances
        .iter()
        .enumerate()
        .fold(value(0), |without, (at, chance)| without + both(value(at + 1) - without, *chance))
}

/// The cards of a number, from 0.
const fn numbered(at: usize) -> CardSet {
    CardSet::of_number(at as u8 + 1)
}

/// 0, 1, or 2 for two or more: further cards in hand hardly improve the chance.
fn none_one_many(set: CardSet) -> u32 {
    set.len().min(2)
}
