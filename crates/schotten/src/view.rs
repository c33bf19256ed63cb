//! What a seat or a spectator may know, and positions that fit it.

use ennead_game::{
    Explanation, Game, Look, Match, Outcome, Random, Refusal, Seat, Seen, SeenError, Turn, View, Viewer,
};

use crate::Schotten;
use crate::card::{Card, CardSet};
use crate::draw::draw_sight;
use crate::feed::feed;
use crate::rules::{DECK, HAND, Hand, Phase, shuffle};
use crate::setup::{Timing, Variant};
use crate::sight_code;
use crate::table::{Table, nth_bit};
use crate::words;

/// What is chosen next, as far as everyone may know: a card that is chosen but not placed is its owner's secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The shuffle goes on; so many cards are chosen.
    Shuffle(u8),
    /// A card.
    Card,
    /// A stone for the chosen card.
    Column,
    /// Nothing: the mover can only pass.
    Pass,
    /// Whether to claim this stone.
    Claim(u8),
    /// Nothing: the mover has won.
    Over,
}

/// What one viewer knows of a position.
///
/// It holds no card that the viewer has not seen, so nothing that is made of it can tell of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
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

impl Sight {
    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// What lies open to everyone.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The variant that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What is chosen next.
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

    /// How many cards a seat holds.
    pub fn hand_size(&self, seat: Seat) -> usize {
        usize::from(self.hand_sizes[seat.index()])
    }

    /// How many cards the deck has.
    pub fn deck_len(&self) -> usize {
        deck_len(&self.table, self.undrawn())
    }

    /// Whether the mover has placed a card and not yet drawn for it.
    pub(crate) fn undrawn(&self) -> bool {
        undrawn(self.variant, self.stage, self.last)
    }

    /// The last card that was placed and its stone; none before the first and after a pass.
    pub fn last_card(&self) -> Option<(Card, usize)> {
        let stone = usize::from(self.last?);
        let seat = last_mover(self.variant, self.stage, self.mover);
        self.table.cards(seat, stone).last().map(|card| (card, stone))
    }

    /// Cards whose place the viewer does not know.
    pub(crate) fn hidden(&self) -> CardSet {
        let mut hidden = self.table.unseen();
        for card in self.hand.iter().flatten() {
            hidden.remove(*card);
        }
        hidden
    }
}

/// Whether the mover has placed a card and not yet drawn for it: claims that come after placing come before drawing, and a
/// winner draws no more.
pub(crate) fn undrawn(variant: Variant, stage: Stage, last: Option<u8>) -> bool {
    variant.timing == Timing::After && matches!(stage, Stage::Claim(_) | Stage::Over) && last.is_some()
}

/// Whose move the last one was.
pub(crate) fn last_mover(variant: Variant, stage: Stage, mover: Seat) -> Seat {
    let own = variant.timing == Timing::After && matches!(stage, Stage::Claim(_) | Stage::Over);
    if own { mover } else { mover.other() }
}

/// Every card on the table was replaced from the deck while it lasted, but for one that is not yet.
pub(crate) fn deck_len(table: &Table, undrawn: bool) -> usize {
    let laid = (table.laid(Seat::FIRST) + table.laid(Seat::SECOND)) as usize;
    DECK.saturating_sub(laid - usize::from(undrawn))
}

impl Seen for Sight {
    fn draw(&self) -> String {
        draw_sight(self)
    }

    fn encode(&self) -> Vec<u8> {
        sight_code::encode(self)
    }

    fn decode(bytes: &[u8]) -> Result<Self, SeenError> {
        sight_code::decode(bytes)
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

    fn labels(&self) -> u64 {
        words::labels(self)
    }

    fn label_text(&self, label: u8) -> String {
        words::label_text(self, label)
    }

    fn feed(&self, look: &Look) -> Result<Vec<u8>, Refusal> {
        look.whole()?;
        Ok(feed(self))
    }

    fn explain(&self) -> Vec<Explanation> {
        words::explain(self)
    }
}

impl View for Schotten {
    type Seen = Sight;
    /// Slots of a hand are its owner's secret.
    const SHOWS_MOVES: bool = false;

    fn view(&self, viewer: Viewer) -> Sight {
        // Nobody looks at a hand before the deal is done.
        let own = match viewer {
            Viewer::Seat(seat) if self.phase != Phase::Shuffle => Some(seat),
            _ => None,
        };
        let sizes = Seat::BOTH.map(|seat| self.occupied(seat).count_ones() as u8);
        Sight {
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

    fn explain_match(game: &Match<Self>, viewer: Viewer) -> Vec<Explanation> {
        words::explain_match(game, viewer)
    }

    fn sample(seen: &Sight, random: &mut dyn Random) -> Self {
        let mut position = Schotten::new(&seen.variant);
        if let Stage::Shuffle(dealt) = seen.stage {
            for _ in 0..dealt {
                let option = random.below(u64::from(position.options()));
                position.choose(option as u32);
            }
            return position;
        }
        let mut hidden: Vec<Card> = seen.hidden().iter().collect();
        shuffle(&mut hidden, random);
        let hands = Seat::BOTH.map(|seat| match seen.viewer {
            Viewer::Seat(own) if own == seat => seen.hand,
            _ => draw_hand(&mut hidden, seen.hand_size(seat), random),
        });
        position.table = seen.table.clone();
        position.mover = seen.mover;
        position.last = seen.last;
        position = position.with_hidden(hands, &hidden);
        position.phase = position.phase_of(seen, random);
        position
    }
}

impl Schotten {
    fn stage(&self) -> Stage {
        match self.phase {
            Phase::Shuffle => Stage::Shuffle(self.dealt() as u8),
            Phase::Card => Stage::Card,
            Phase::Column(_) => Stage::Column,
            Phase::Pass => Stage::Pass,
            Phase::Claim(stone) => Stage::Claim(stone),
            Phase::Over => Stage::Over,
        }
    }

    /// The phase that fits a view; a secretly chosen card is any of the hand's.
    fn phase_of(&self, seen: &Sight, random: &mut dyn Random) -> Phase {
        match seen.stage {
            Stage::Shuffle(_) => Phase::Shuffle,
            Stage::Card => Phase::Card,
            Stage::Column => Phase::Column(seen.chosen.unwrap_or_else(|| {
                let slots = self.occupied(self.mover);
                nth_bit(slots, random.below(u64::from(slots.count_ones())) as u32) as u8
            })),
            Stage::Pass => Phase::Pass,
            Stage::Claim(stone) => Phase::Claim(stone),
            Stage::Over => Phase::Over,
        }
    }
}

/// A hand of the last `size` cards, in slots that are equally likely to be the empty ones.
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
