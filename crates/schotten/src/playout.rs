//! Matches at random, whole moves at a time.
//!
//! The same matches could be played choice by choice; here one random number serves a card and its place together, and a deal is not written
//! down as choices.

use ennead_game::{Game, Outcome, Random, Turn};

use crate::rules::{ASCENDING, Phase, Schotten, shuffle};
use crate::setup::Variant;
use crate::table::{count_bits, nth_bit};

impl Schotten {
    /// A position after a random deal.
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

    /// Plays to the end at random: every card with every place for it equally likely, every answer to a claim too.
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
        let places = count_bits(stones);
        let pick = random.below(u64::from(count_bits(slots) * places)) as u32;
        self.place_card(nth_bit(slots, pick / places), nth_bit(stones, pick % places));
    }
}
