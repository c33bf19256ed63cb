//! Random playouts in whole moves. They are faster than playing choice by choice: one random number
//! selects a card and its stone together, and the deal is not recorded as choices.

use ennead_game::nine::{count, nth};
use ennead_game::{Game, Outcome, Random, Turn};

use crate::rules::{ASCENDING, Phase, Schotten, shuffle};
use crate::setup::Variant;

impl Schotten {
    /// Creates a position after a random deal.
    ///
    /// ```
    /// use ennead_game::SplitMix64;
    /// use ennead_schotten::{Schotten, Variant};
    /// let position = Schotten::random_deal(&Variant::default(), &mut SplitMix64::new(1));
    /// assert_eq!(position.deck().len(), 42);
    /// ```
    pub fn random_deal<R: Random>(variant: &Variant, random: &mut R) -> Self {
        let mut cards = ASCENDING;
        shuffle(&mut cards, random);
        let mut position = Schotten::new(variant);
        position.take_deal(&cards);
        position
    }

    /// Plays random moves to the end. All pairs of card and stone are equally likely, as are the
    /// answers to a claim.
    pub fn play_out<R: Random>(mut self, random: &mut R) -> Outcome {
        loop {
            match self.phase {
                Phase::Card => self.place_any(random),
                _ => match self.turn() {
                    Turn::Over(outcome) => return outcome,
                    _ => self.choose(random.below(u64::from(self.options())) as u32),
                },
            }
        }
    }

    #[inline]
    fn place_any<R: Random>(&mut self, random: &mut R) {
        let (slots, stones) = (self.occupied(self.mover), self.table.open(self.mover));
        let places = count(stones);
        let pick = random.below(u64::from(count(slots) * places)) as u32;
        let (slot, stone) = (nth(slots, pick / places), nth(stones, pick % places));
        self.place_card(usize::from(slot), usize::from(stone));
    }
}
