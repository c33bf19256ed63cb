//! Determinised positions: a view completed with one deal of the hidden cards.

use crate::{Card, CardSet, Hand, Schotten, SchottenView};

/// A card and the stone where it is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) card: Card,
    pub(super) stone: u8,
}

impl Placement {
    /// Places the card for the mover.
    #[inline]
    pub(super) fn make(self, position: &mut Schotten) {
        position.place(self.card, usize::from(self.stone));
    }
}

/// Completes the mover's view with a deal of the hidden cards: the last ones are the opponent's
/// hand, the rest is the deck with its top at the end.
pub(super) fn determinise(view: &SchottenView, hidden: &[Card]) -> Schotten {
    let (deck, hand) = hidden.split_at(view.deck_len());
    let mut hands = [Hand::default(); 2];
    hands[view.mover().index()] = view.hand().copied().unwrap_or_default();
    for (slot, card) in hands[view.mover().other().index()].iter_mut().zip(hand) {
        *slot = Some(*card);
    }
    let top_first: Vec<Card> = deck.iter().rev().copied().collect();
    view.position(hands, &top_first)
}

/// The cards of the mover's hand.
#[inline]
pub(super) fn own_hand(position: &Schotten) -> CardSet {
    position.hand(position.mover()).iter().flatten().copied().collect()
}
