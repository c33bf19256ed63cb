//! The formats of document 003, one per file. `FORMAT.md` describes them.

pub mod board;
pub mod card;
pub mod deck;
mod error;
pub mod hand;
pub mod matches;
pub mod moves;
mod slots;
pub mod turn;
pub mod view;

pub use error::{FormatError, Reason};
pub(crate) use slots::{
    EMPTY_OPTION, SlotReader, cards_text, empty_byte, parse_cards, slot_byte, slot_field,
};

use ennead_game::{GameError, Match, reject};

use crate::{Card, Hand, Move, Schotten};
use board::Board;
use turn::TurnState;
use view::NetworkView;

/// The decoded content of any format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A card.
    Card(Card),
    /// A hand.
    Hand(Hand),
    /// The cards on the table.
    Board(Board),
    /// A move.
    Move(Move),
    /// Cards in order, top first.
    Deck(Vec<Card>),
    /// The state before a move, and the move.
    Turn(Box<TurnState>),
    /// A match, as decoded from the match format or a record.
    Match(Box<Match<Schotten>>),
    /// The view of the player to move.
    View(Box<NetworkView>),
}

impl Content {
    /// A noun for this kind of content.
    pub fn name(&self) -> &'static str {
        match self {
            Content::Card(_) => "a card",
            Content::Hand(_) => "a hand",
            Content::Board(_) => "a board",
            Content::Move(_) => "a move",
            Content::Deck(_) => "a deck",
            Content::Turn(_) => "a turn",
            Content::Match(_) => "a match",
            Content::View(_) => "a view",
        }
    }

    /// The error for a format that cannot hold this content.
    pub(crate) fn unfit(&self, format: &str) -> GameError {
        reject(format!("{format} cannot hold {}", self.name()))
    }
}
