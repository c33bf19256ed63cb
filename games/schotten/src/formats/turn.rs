//! `schotten.turn`: the state before a move, and the move.

use ennead_game::{Codec, Decoded, Field, FormatInfo, GameError, Kind, Options, Value, reject};
use serde_json::{Value as Json, json};

use super::board::Board;
use super::{
    Content, EMPTY_OPTION, FormatError, Reason, SlotReader, board, cards_text, deck, empty_byte,
    hand, moves,
};
use crate::draw::draw_card;
use crate::rules::occupied;
use crate::{Action, CARDS, Card, CardSet, DECK, HAND, Hand, Move, SIDE_CARDS, STONES, Schotten};

/// The offsets of the parts; the hand of the player who moved last is at 0.
pub(crate) const BOARD_AT: usize = hand::BYTES;
pub(crate) const NEXT_AT: usize = BOARD_AT + board::BYTES;
pub(crate) const LENGTH_AT: usize = NEXT_AT + hand::BYTES;
pub(crate) const DECK_AT: usize = LENGTH_AT + 1;
/// The size of a turn with an empty deck, including the move.
pub const MIN_BYTES: usize = DECK_AT + 1;
/// The size of a turn with a full deck.
pub const MAX_BYTES: usize = MIN_BYTES + DECK;

/// The description of the format.
pub const INFO: FormatInfo = FormatInfo {
    id: "schotten.turn",
    summary: "a turn: hand that just played, board, next hand, deck with its length, move",
    min_bits: MIN_BYTES as u64 * 8,
    max_bits: Some(MAX_BYTES as u64 * 8),
    kind: Kind::Bytes,
    options: &[EMPTY_OPTION],
};

/// A turn: the state before a move, and the move. It contains all 54 cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnState {
    /// The hand of the player who moved last.
    pub just_played: Hand,
    /// The table.
    pub board: Board,
    /// The hand of the player to move.
    pub next: Hand,
    /// The deck, top first.
    pub deck: Vec<Card>,
    /// The move; a pass in the turn after the end of a match.
    pub mv: Move,
}

/// Encodes the state before a move: a turn without its last byte.
pub(crate) fn write_state(position: &Schotten, empty: u8, bytes: &mut Vec<u8>) {
    let just_played = position.just_played();
    bytes.extend(hand::write(position.hand(just_played), empty));
    bytes.extend(board::write(&Board::of(position.table(), just_played), empty));
    bytes.extend(hand::write(position.hand(just_played.other()), empty));
    bytes.push(position.deck().len() as u8);
    bytes.extend(position.deck().iter().flatten().map(|card| card.byte()));
}

/// Decodes a turn.
pub fn read(bytes: &[u8]) -> Result<TurnState, FormatError> {
    let length = |right| Reason::Length { what: "a turn", right, found: bytes.len() };
    let Some(cards) = bytes.get(LENGTH_AT) else {
        return Err(FormatError::new(bytes.len(), length(MIN_BYTES)));
    };
    let cards = usize::from(*cards);
    if cards > DECK {
        return Err(FormatError::new(LENGTH_AT, Reason::LongDeck { most: DECK, found: cards }));
    }
    let right = MIN_BYTES + cards;
    if bytes.len() != right {
        return Err(FormatError::new(bytes.len().min(right), length(right)));
    }
    let mut reader = SlotReader::default();
    let turn = TurnState {
        just_played: hand::read_at(bytes, 0, &mut reader)?,
        board: board::read_at(bytes, BOARD_AT, &mut reader)?,
        next: hand::read_at(bytes, NEXT_AT, &mut reader)?,
        deck: deck::read_at(bytes, DECK_AT..DECK_AT + cards, &mut reader)?,
        mv: moves::read_at(bytes[DECK_AT + cards], DECK_AT + cards)?,
    };
    if reader.cards() != CARDS {
        return Err(FormatError::new(
            LENGTH_AT,
            Reason::Missing { deck: cards, found: reader.cards() },
        ));
    }
    turn.check()
}

impl TurnState {
    /// Rejects empty slots while there is a deck, and moves that are illegal no matter which stones
    /// are claimed.
    fn check(self) -> Result<TurnState, FormatError> {
        if !self.deck.is_empty() {
            if let Some(slot) = hole(&self.next) {
                return Err(FormatError::new(NEXT_AT + slot, Reason::Hole(slot)));
            }
            // A winner does not draw, so the turn after the end may have one empty slot.
            let allowed = usize::from(self.mv == Move::PASS);
            if let Some(slot) =
                hole(&self.just_played).filter(|_| holes(&self.just_played) > allowed)
            {
                return Err(FormatError::new(slot, Reason::Hole(slot)));
            }
        }
        match self.why_illegal() {
            Some(reason) => {
                Err(FormatError::new(DECK_AT + self.deck.len(), Reason::Illegal(reason)))
            }
            None => Ok(self),
        }
    }

    fn why_illegal(&self) -> Option<String> {
        let Action::Place { slot, column } = self.mv.action() else { return None };
        if self.next[usize::from(slot)].is_none() {
            return Some(format!("{} cannot be played: slot {slot} is empty", self.mv));
        }
        (self.board.next_count(usize::from(column)) == SIDE_CARDS).then(|| {
            format!("{} cannot be played: column {column} has three cards already", self.mv)
        })
    }

    /// Encodes the turn, with this byte for an empty slot.
    pub fn write(&self, empty: u8) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(MIN_BYTES + self.deck.len());
        bytes.extend(hand::write(&self.just_played, empty));
        bytes.extend(board::write(&self.board, empty));
        bytes.extend(hand::write(&self.next, empty));
        bytes.push(self.deck.len() as u8);
        bytes.extend(deck::write(&self.deck));
        bytes.push(self.mv.byte());
        bytes
    }

    fn json(&self) -> Json {
        json!({
            "just_played": cards_text(self.just_played),
            "board": self.board.text(),
            "next": cards_text(self.next),
            "deck": deck::text(&self.deck),
            "move": self.mv.to_string(),
        })
    }

    fn draw(&self) -> String {
        let hand =
            |hand: &Hand| hand.iter().map(|slot| draw_card(*slot)).collect::<Vec<_>>().join("  ");
        format!(
            "{}just played: {}\nnext:        {}\ndeck: {} card(s)\nmove: {}\n",
            self.board.draw(),
            hand(&self.just_played),
            hand(&self.next),
            self.deck.len(),
            self.mv,
        )
    }
}

fn holes(hand: &Hand) -> usize {
    HAND - occupied(hand).count_ones() as usize
}

/// The first empty slot.
fn hole(hand: &Hand) -> Option<usize> {
    hand.iter().position(Option::is_none)
}

/// Parses a turn: its five parts, separated by `;`.
fn parse(text: &str) -> Result<TurnState, GameError> {
    let parts: Vec<&str> = text.split(';').collect();
    let [just_played, board, next, deck, mv] = *parts else {
        let found = parts.len();
        return Err(reject(format!(
            "a turn has five parts with ; between them: hand that just played; board; next hand; \
             deck; move; this has {found}"
        )));
    };
    let mut seen = CardSet::EMPTY;
    let turn = TurnState {
        just_played: hand::parse(just_played, &mut seen)?,
        board: board::parse(board, &mut seen)?,
        next: hand::parse(next, &mut seen)?,
        deck: deck::parse(deck, &mut seen)?,
        mv: moves::parse(mv)?,
    };
    // Validate text like bytes, by a round trip.
    Ok(read(&turn.write(super::slots::EMPTY)).map_err(|error| error.reason)?)
}

/// The fields of a turn at an offset; `name` prefixes their names.
pub(crate) fn fields_at(name: &str, at: usize, turn: &TurnState) -> Vec<Field> {
    let deck_end = at + DECK_AT + turn.deck.len();
    let mut fields = hand::fields_at(&format!("{name}just played, "), at, &turn.just_played);
    fields.extend(board::fields_at(&format!("{name}board, "), at + BOARD_AT, &turn.board));
    fields.extend(hand::fields_at(&format!("{name}next, "), at + NEXT_AT, &turn.next));
    let length = turn.deck.len().to_string();
    fields.push(Field::new(format!("{name}deck length"), (at + LENGTH_AT) * 8, 8, length));
    fields.extend(deck::fields_at(&format!("{name}deck, "), at + DECK_AT, &turn.deck));
    fields.push(Field::new(format!("{name}move"), deck_end * 8, 8, turn.mv.to_string()));
    fields
}

/// The name of a byte within a turn: its slot, its position on the board, or its part.
pub(crate) fn place_name(at: usize) -> String {
    match at {
        0..BOARD_AT => format!("slot {at} of the player that just played"),
        BOARD_AT..NEXT_AT => {
            format!(
                "row {}, column {} of the board",
                (at - BOARD_AT) / STONES,
                (at - BOARD_AT) % STONES
            )
        }
        NEXT_AT..LENGTH_AT => format!("slot {} of the next player", at - NEXT_AT),
        LENGTH_AT => "the length of the deck".into(),
        _ => format!("card {} of the deck", at - DECK_AT),
    }
}

/// The codec of `schotten.turn`.
#[derive(Clone, Copy, Debug)]
pub struct TurnCodec;

impl Codec<Content> for TurnCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Turn(Box::new(parse(text)?)))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Turn(Box::new(read(&value.to_bytes())?)))
    }

    fn write(&self, content: &Content, options: &Options) -> Result<Value, GameError> {
        let Content::Turn(turn) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Value::Bytes(turn.write(empty_byte(options)?)))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::Turn(turn) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Decoded { drawing: turn.draw(), json: turn.json() })
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        Ok(fields_at("", 0, &read(&value.to_bytes())?))
    }
}
