//! What a view asks for, in the terms of the compact board.

use ennead_game::{Random, Seen, SplitMix64, Viewer};
use ennead_schotten::{HAND, Sight, Stage};

use super::board::{Board, Placement};
use super::lanes::{Card, Cards, bit};

/// A view that asks its owner for a card, a stone, or a claim.
pub(super) struct Question<'a> {
    sight: &'a Sight,
    /// The board with the hidden cards still to be given out.
    pub(super) board: Board,
    pub(super) hidden: Vec<Card>,
}

impl<'a> Question<'a> {
    /// The question, if there is more than one answer and the view is that of the seat whose turn it is.
    pub(super) fn of(sight: &'a Sight) -> Option<Question<'a>> {
        if sight.options() < 2 || sight.viewer() != Viewer::Seat(sight.mover()) {
            return None;
        }
        let (board, hidden) = Board::of(sight);
        Some(Question { sight, board, hidden })
    }

    /// Whether the question is about a claim.
    pub(super) fn is_claim(&self) -> bool {
        matches!(self.sight.stage(), Stage::Claim(_))
    }

    /// The cards that may still be placed: one, if it is chosen.
    pub(super) fn cards(&self) -> Cards {
        match self.sight.chosen().and_then(|slot| self.slot(slot)) {
            Some(card) => bit(card),
            None => self.board.hands[self.board.seat()],
        }
    }

    fn slot(&self, slot: usize) -> Option<Card> {
        self.sight.hand()?[slot].map(|card| card.index() as Card)
    }

    /// The option that leads to a placement.
    pub(super) fn option(&self, placement: Placement) -> u32 {
        match self.sight.stage() {
            Stage::Card => self.card_option(placement.card),
            _ => self.stone_option(placement.stone),
        }
    }

    /// The choices, from this question on, that make a placement.
    pub(super) fn line(&self, placement: Placement) -> Vec<u32> {
        match self.sight.stage() {
            Stage::Card => vec![self.card_option(placement.card), self.stone_option(placement.stone)],
            _ => vec![self.stone_option(placement.stone)],
        }
    }

    /// Options are the occupied slots in ascending order.
    fn card_option(&self, card: Card) -> u32 {
        let held = (0..HAND).filter_map(|slot| self.slot(slot));
        held.take_while(|other| *other != card).count() as u32
    }

    /// Options are the open stones in ascending order.
    fn stone_option(&self, stone: u8) -> u32 {
        (self.board.open(self.board.seat()) & ((1 << stone) - 1)).count_ones()
    }

    /// A number that follows from the seed and from what is seen: the same for a card and for its stone.
    pub(super) fn seed(&self, seed: u64) -> u64 {
        let board = &self.board;
        let claimed = u64::from(board.claimed[0]) << 16 | u64::from(board.claimed[1]);
        let seen = [board.hands[board.seat()], board.unseen, claimed];
        seen.into_iter().fold(seed, |state, part| SplitMix64::new(state ^ part).next_u64())
    }
}
