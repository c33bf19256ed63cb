//! The reinforcement-learning environment of Schotten Totten.

use ennead_game::nine::bytes;
use ennead_game::{Environment, GameError, Seat, Spaces};

use crate::Schotten;
use crate::card::{CARDS, Card};
use crate::rules::HAND;
use crate::setup::{Claims, Variant};
use crate::table::{STONES, bit};
use crate::view::SchottenView;

/// The planes of an observation. Most have one entry per card; the others use their first entries,
/// one per stone.
const PLANES: [&str; 29] = [
    "the card in slot 0",
    "the card in slot 1",
    "the card in slot 2",
    "the card in slot 3",
    "the card in slot 4",
    "the card in slot 5",
    "own cards at stone 0",
    "own cards at stone 1",
    "own cards at stone 2",
    "own cards at stone 3",
    "own cards at stone 4",
    "own cards at stone 5",
    "own cards at stone 6",
    "own cards at stone 7",
    "own cards at stone 8",
    "the opponent's cards at stone 0",
    "the opponent's cards at stone 1",
    "the opponent's cards at stone 2",
    "the opponent's cards at stone 3",
    "the opponent's cards at stone 4",
    "the opponent's cards at stone 5",
    "the opponent's cards at stone 6",
    "the opponent's cards at stone 7",
    "the opponent's cards at stone 8",
    "stones that the seat has claimed",
    "stones that the opponent has claimed",
    "stones that the seat was the first to complete",
    "stones that the opponent was the first to complete",
    "cards that the seat has not seen",
];

/// Slot and column in one byte.
const PLACEMENTS: usize = 1 << 8;

impl Environment for Schotten {
    fn spaces(setup: &Variant) -> Result<Spaces, GameError> {
        // Manual claims are a set of stones above the byte of the move.
        let actions = match setup.claims {
            Claims::Auto => PLACEMENTS,
            Claims::Manual => PLACEMENTS << STONES,
        };
        Ok(Spaces { actions, shape: vec![PLANES.len(), CARDS], planes: &PLANES })
    }

    fn observe(view: &SchottenView, seat: Seat, out: &mut [u8]) {
        out.fill(0);
        let mut planes = out.chunks_exact_mut(CARDS);
        let mut set_cards = |cards: &mut dyn Iterator<Item = Card>| {
            if let Some(plane) = planes.next() {
                cards.for_each(|card| plane[card.index()] = 1);
            }
        };
        let hand = view.hand().copied().unwrap_or([None; HAND]);
        hand.iter().for_each(|slot| set_cards(&mut slot.iter().copied()));
        let table = view.table();
        let seats = [seat, seat.other()];
        for own in seats {
            (0..STONES).for_each(|stone| set_cards(&mut table.cards(own, stone)));
        }
        let mut set_stones = |stones| {
            if let Some(plane) = planes.next() {
                plane[..STONES].copy_from_slice(bytes(stones));
            }
        };
        seats.iter().for_each(|own| set_stones(table.claimed(*own)));
        for own in seats {
            let is_first = |stone: &usize| table.first_to_complete(*stone) == Some(own);
            set_stones((0..STONES).filter(is_first).fold(0, |set, stone| set | bit(stone)));
        }
        if let Some(plane) = planes.next() {
            view.hidden().iter().for_each(|card| plane[card.index()] = 1);
        }
    }
}
