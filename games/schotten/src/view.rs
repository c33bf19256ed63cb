//! Views for seats and spectators, and positions consistent with them.

use ennead_game::nine::{count, nth};
use ennead_game::{
    Focus, Game, GameError, LabelSet, Match, Outcome, Random, Seat, SeenMove, Turn, View, ViewData,
    ViewError, Viewer,
};
use serde_json::Value as Json;

use crate::Schotten;
use crate::card::{Card, CardSet};
use crate::draw::draw_view;
use crate::payload::payload;
use crate::rules::{DECK, HAND, Hand, Phase, shuffle};
use crate::setup::{Timing, Variant};
use crate::table::Table;
use crate::view_code;
use crate::wording;

/// The next choice, as far as it is public. A card that is chosen but not placed is known only to
/// its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The shuffle, with the number of cards chosen so far.
    Shuffle(u8),
    /// A card.
    Card,
    /// A stone for the chosen card.
    Column,
    /// A pass, which is forced.
    Pass,
    /// Whether to claim this stone.
    Claim(u8),
    /// No choice: the mover has won.
    Over,
}

/// What one viewer may know of a position.
/// It contains no card that the viewer has not seen, so nothing derived from it can reveal one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchottenView {
    pub(crate) viewer: Viewer,
    pub(crate) variant: Variant,
    pub(crate) table: Table,
    pub(crate) mover: Seat,
    pub(crate) stage: Stage,
    pub(crate) last: Option<u8>,
    pub(crate) hand_sizes: [u8; 2],
    /// The viewer's own hand; six empty slots for a spectator.
    pub(crate) hand: Hand,
    /// The slot that the viewer has chosen and not yet placed.
    pub(crate) chosen: Option<u8>,
}

impl SchottenView {
    /// The viewer.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The public part of the position.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The variant of the match.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The next choice.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The seat whose turn it is or, after the end, the winner.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The viewer's own hand, if the viewer has one.
    pub fn hand(&self) -> Option<&Hand> {
        matches!(self.viewer, Viewer::Seat(_)).then_some(&self.hand)
    }

    /// The slot of the card that the viewer has chosen and not yet placed.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen.map(usize::from)
    }

    /// The number of cards in a seat's hand.
    pub fn hand_size(&self, seat: Seat) -> usize {
        usize::from(self.hand_sizes[seat.index()])
    }

    /// The number of cards in the deck.
    pub fn deck_len(&self) -> usize {
        deck_len(&self.table, self.undrawn())
    }

    /// Whether the mover has placed a card and not yet drawn a new one.
    pub(crate) fn undrawn(&self) -> bool {
        undrawn(self.variant, self.stage, self.last)
    }

    /// The last card placed and its stone; `None` before the first card and after a pass.
    pub fn last_card(&self) -> Option<(Card, usize)> {
        let stone = usize::from(self.last?);
        let seat = last_mover(self.variant, self.stage, self.mover);
        self.table.cards(seat, stone).last().map(|card| (card, stone))
    }

    /// The cards whose location the viewer does not know.
    pub fn hidden(&self) -> CardSet {
        let mut hidden = self.table.unseen();
        for card in self.hand.iter().flatten() {
            hidden.remove(*card);
        }
        hidden
    }

    /// Completes the view to a position with these hands and this deck, top first, after the
    /// shuffle. A card that is chosen but not placed becomes unchosen.
    ///
    /// # Panics
    /// If `deck` has more cards than a deck has room for.
    pub fn position(&self, hands: [Hand; 2], deck: &[Card]) -> Schotten {
        let mut position = Schotten::new(&self.variant).with_hidden(hands, deck);
        position.table = self.table.clone();
        position.mover = self.mover;
        position.last = self.last;
        position.phase = match self.stage {
            Stage::Shuffle(_) | Stage::Card | Stage::Column => Phase::Card,
            Stage::Pass => Phase::Pass,
            Stage::Claim(stone) => Phase::Claim(stone),
            Stage::Over => Phase::Over,
        };
        position
    }
}

/// Whether the mover has placed a card and not yet drawn a new one: claims after a placement
/// precede the draw, and a winner does not draw.
pub(crate) fn undrawn(variant: Variant, stage: Stage, last: Option<u8>) -> bool {
    variant.timing == Timing::After
        && matches!(stage, Stage::Claim(_) | Stage::Over)
        && last.is_some()
}

/// The seat that moved last.
pub(crate) fn last_mover(variant: Variant, stage: Stage, mover: Seat) -> Seat {
    let own = variant.timing == Timing::After && matches!(stage, Stage::Claim(_) | Stage::Over);
    if own { mover } else { mover.other() }
}

/// The size of the deck: every card on the table was replaced from it, except one that has not been
/// replaced yet.
pub(crate) fn deck_len(table: &Table, undrawn: bool) -> usize {
    let laid = (table.laid(Seat::FIRST) + table.laid(Seat::SECOND)) as usize;
    DECK.saturating_sub(laid - usize::from(undrawn))
}

impl ViewData for SchottenView {
    fn draw(&self) -> String {
        draw_view(self)
    }

    fn encode(&self) -> Vec<u8> {
        view_code::encode(self)
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        view_code::decode(bytes)
    }

    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Shuffle(_) => Turn::Chance,
            Stage::Over => Turn::Over(Outcome::Win(self.mover)),
            _ => Turn::Seat(self.mover),
        }
    }

    fn options(&self) -> u32 {
        match self.stage {
            Stage::Shuffle(dealt) => crate::CARDS as u32 - u32::from(dealt),
            Stage::Card => u32::from(self.hand_sizes[self.mover.index()]),
            Stage::Column => self.table.open(self.mover).count_ones(),
            Stage::Pass => 1,
            Stage::Claim(_) => 2,
            Stage::Over => 0,
        }
    }

    fn labels(&self) -> LabelSet {
        wording::labels(self)
    }

    fn label_text(&self, label: u8) -> String {
        wording::label_text(self, label)
    }

    fn payload(&self, focus: &Focus) -> Result<Vec<u8>, GameError> {
        focus.whole()?;
        Ok(payload(self))
    }

    fn explain(&self, earlier: &mut dyn Iterator<Item = Self>) -> Json {
        wording::explain(self, earlier)
    }

    /// Cards and claims are public as soon as they are made. Labels are not: a slot is known only
    /// to the owner of the hand.
    fn describe(before: &Self, after: &Self) -> Option<SeenMove> {
        let text = wording::describe_move(before, after);
        Some(SeenMove { text, ..SeenMove::default() })
    }
}

impl View for Schotten {
    type Data = SchottenView;

    fn view(&self, viewer: Viewer) -> SchottenView {
        // Hands are hidden from everyone until the deal is complete.
        let own = match viewer {
            Viewer::Seat(seat) if self.phase != Phase::Shuffle => Some(seat),
            _ => None,
        };
        let sizes = Seat::BOTH.map(|seat| self.occupied(seat).count_ones() as u8);
        SchottenView {
            viewer,
            variant: self.variant,
            table: self.table.clone(),
            mover: self.mover,
            stage: self.stage(),
            last: self.last,
            hand_sizes: if self.phase == Phase::Shuffle { [0; 2] } else { sizes },
            hand: own.map_or([None; HAND], |seat| *self.hand(seat)),
            chosen: match self.phase {
                Phase::Column(slot) if own == Some(self.mover) => Some(slot),
                _ => None,
            },
        }
    }

    fn sample(view: &SchottenView, random: &mut dyn Random) -> Self {
        if let Stage::Shuffle(dealt) = view.stage {
            let mut position = Schotten::new(&view.variant);
            for _ in 0..dealt {
                let option = random.below(u64::from(position.options()));
                position.choose(option as u32);
            }
            return position;
        }
        let mut hidden: Vec<Card> = view.hidden().iter().collect();
        shuffle(&mut hidden, random);
        let hands = Seat::BOTH.map(|seat| match view.viewer {
            Viewer::Seat(own) if own == seat => view.hand,
            _ => draw_hand(&mut hidden, view.hand_size(seat), random),
        });
        let mut position = view.position(hands, &hidden);
        if view.stage == Stage::Column {
            position.phase = Phase::Column(position.chosen_slot(view, random));
        }
        position
    }

    /// Permutes the cards that none of the viewers has seen. Cards on the table and in the viewers'
    /// hands stay, as do the chosen slots; claims depend on the table alone.
    fn redeal(game: &Match<Self>, viewers: &[Viewer], random: &mut dyn Random) -> Option<Vec<u32>> {
        let dealt = game.position().dealt();
        let mut hidden = CardSet::ALL;
        if game.position().phase != Phase::Shuffle {
            for viewer in viewers {
                hidden = hidden & game.position().view(*viewer).hidden();
            }
        }
        let mut cards: Vec<Card> = hidden.iter().collect();
        shuffle(&mut cards, random);
        let (mut before, mut now) = (CardSet::ALL, CardSet::ALL);
        let mut choices = game.choices().to_vec();
        for choice in &mut choices[..dealt] {
            let mut card = before.nth(*choice)?;
            before.remove(card);
            if hidden.contains(card) {
                card = cards.pop()?;
            }
            *choice = now.rank(card);
            now.remove(card);
        }
        Some(choices)
    }
}

impl Schotten {
    /// The next choice.
    #[inline]
    pub fn stage(&self) -> Stage {
        match self.phase {
            Phase::Shuffle => Stage::Shuffle(self.dealt() as u8),
            Phase::Card => Stage::Card,
            Phase::Column(_) => Stage::Column,
            Phase::Pass => Stage::Pass,
            Phase::Claim(stone) => Stage::Claim(stone),
            Phase::Over => Stage::Over,
        }
    }

    /// The slot of the chosen card, or a random card of the hand if the choice is hidden.
    fn chosen_slot(&self, view: &SchottenView, random: &mut dyn Random) -> u8 {
        view.chosen.unwrap_or_else(|| {
            let slots = self.occupied(self.mover);
            nth(slots, random.below(u64::from(count(slots))) as u32)
        })
    }
}

/// Takes the last `size` cards as a hand, in uniformly random slots.
fn draw_hand(cards: &mut Vec<Card>, size: usize, random: &mut dyn Random) -> Hand {
    let mut hand: Hand = [None; HAND];
    for slot in &mut hand[..size] {
        *slot = cards.pop();
    }
    if size < HAND {
        shuffle(&mut hand, random);
    }
    hand
}
