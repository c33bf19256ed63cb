//! The choice offered by a view, in terms of cards and stones.

use crate::{Card, CardSet, HAND, Schotten, SchottenView, Stage, Table};
use ennead_game::nine::index_of;
use ennead_game::{Random, Seat, SplitMix64, ViewData, Viewer};

use super::belief::Belief;
use super::board::{Placement, determinise, own_hand};

/// A view that asks its seat for a card, a stone, or a decision about a claim.
pub(super) struct PendingChoice<'a> {
    view: &'a SchottenView,
    /// The position with the hidden cards dealt in ascending order. Once the deck is empty, this is
    /// the only possible deal.
    pub(super) position: Schotten,
    pub(super) hidden: Vec<Card>,
}

impl<'a> PendingChoice<'a> {
    /// The choice of a view, if its seat is to move and has more than one option.
    pub(super) fn of(view: &'a SchottenView) -> Option<PendingChoice<'a>> {
        if view.options() < 2 || view.viewer() != Viewer::Seat(view.mover()) {
            return None;
        }
        let hidden: Vec<Card> = view.hidden().iter().collect();
        Some(PendingChoice { view, position: determinise(view, &hidden), hidden })
    }

    /// The position with another deal of the hidden cards, as in [`determinise`].
    pub(super) fn dealt(&self, hidden: &[Card]) -> Schotten {
        determinise(self.view, hidden)
    }

    /// The mover's belief about the opponent's hand.
    pub(super) fn belief(&self) -> Belief {
        let held = self.hidden.len() - self.view.deck_len().min(self.hidden.len());
        Belief::new(&self.position, &self.hidden, held)
    }

    fn table(&self) -> &Table {
        self.view.table()
    }

    /// Whether the choice is about a claim.
    pub(super) fn is_claim(&self) -> bool {
        matches!(self.view.stage(), Stage::Claim(_))
    }

    /// The cards that may be placed: only the chosen one, if a card has been chosen.
    pub(super) fn cards(&self) -> CardSet {
        match self.view.chosen().and_then(|slot| self.slot(slot)) {
            Some(card) => card.into(),
            None => own_hand(&self.position),
        }
    }

    fn slot(&self, slot: usize) -> Option<Card> {
        self.view.hand()?[slot]
    }

    /// The option that leads to a placement.
    pub(super) fn option(&self, placement: Placement) -> u32 {
        match self.view.stage() {
            Stage::Card => self.card_option(placement.card),
            _ => self.stone_option(placement.stone),
        }
    }

    /// The choices that make a placement, starting with this choice.
    pub(super) fn line(&self, placement: Placement) -> Vec<u32> {
        match self.view.stage() {
            Stage::Card => {
                vec![self.card_option(placement.card), self.stone_option(placement.stone)]
            }
            _ => vec![self.stone_option(placement.stone)],
        }
    }

    /// The option for a card: options are the occupied slots in ascending order.
    fn card_option(&self, card: Card) -> u32 {
        let held = (0..HAND).filter_map(|slot| self.slot(slot));
        held.take_while(|other| *other != card).count() as u32
    }

    /// The option for a stone: options are the open stones in ascending order.
    fn stone_option(&self, stone: u8) -> u32 {
        index_of(self.table().open(self.view.mover()), stone)
    }

    /// A hash of the seed and the public table. It is the same for the choice of a card and of its
    /// stone.
    pub(super) fn seed(&self, seed: u64) -> u64 {
        let table = self.table();
        let claimed =
            Seat::BOTH.map(|seat| table.stones_of(seat).fold(0, |set, stone| set | 1 << stone));
        let hand = own_hand(&self.position);
        let seen = [hand.bits(), table.unseen().bits(), claimed[0] << 16 | claimed[1]];
        seen.into_iter().fold(seed, |state, word| SplitMix64::new(state ^ word).next_u64())
    }
}
