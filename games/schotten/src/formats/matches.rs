//! `schotten.match`: all turns of a match, each verified against the preceding one.
//!
//! A finished match has an extra turn that shows the final state, with the move 0xff. An unfinished
//! match ends with the turn of its last move. Replaying the last move tells which is the case: it
//! shows whether that move ended the match.

use std::ops::Range;

use ennead_game::nine;
use ennead_game::{
    Codec, Decoded, Field, FormatInfo, Game, GameError, Kind, Match, Notation, Options, Outcome,
    Seat, Setup, Value, moves_of, play_moves, reject,
};
use serde_json::json;
use thiserror::Error;

use super::moves::NO_MOVE;
use super::{
    Content, EMPTY_OPTION, FormatError, Reason, SlotReader, deck, empty_byte, moves, turn,
};
use crate::draw::draw_position;
use crate::rules::Phase;
use crate::{CARDS, Card, CardSet, DECK, Schotten, Variant};

/// A player who has passed never places a card again, so each player places at most 27 cards and
/// takes one more turn; the turn after the end is the last.
pub const MAX_TURNS: usize = 2 * (CARDS / 2 + 1) + 2;

/// The description of the format.
pub const INFO: FormatInfo = FormatInfo {
    id: "schotten.match",
    summary: "all turns of a match, one after the other; a match that is over ends with the move \
        0xff",
    min_bits: turn::MAX_BYTES as u64 * 8,
    max_bits: Some((MAX_TURNS * turn::MAX_BYTES) as u64 * 8),
    kind: Kind::Bytes,
    options: &[EMPTY_OPTION],
};

/// A match that the format cannot encode.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The match is of another variant.
    #[error(
        "schotten.match holds matches with --claims auto --timing after only, not --claims \
         {claims} --timing {timing}"
    )]
    Variant {
        /// Who decides on claims.
        claims: String,
        /// When they are made.
        timing: String,
    },
    /// No move has been made yet.
    #[error("schotten.match begins with the first move, and this match has none yet")]
    NoMove,
    /// A card is chosen but not placed.
    #[error("schotten.match holds whole moves, and the last move of this match is half made")]
    HalfMade,
}

/// Encodes a match, with this byte for an empty slot.
pub fn write(game: &Match<Schotten>, empty: u8) -> Result<Vec<u8>, WriteError> {
    let variant = game.setup();
    if *variant != Variant::default() {
        return Err(WriteError::Variant {
            claims: variant.get("claims"),
            timing: variant.get("timing"),
        });
    }
    let choices = game.choices();
    if choices.len() <= CARDS {
        return Err(WriteError::NoMove);
    }
    let mut bytes = Vec::with_capacity(MAX_TURNS * turn::MAX_BYTES);
    let mut position = Schotten::new(variant);
    for option in choices {
        match position.phase {
            Phase::Card => turn::write_state(&position, empty, &mut bytes),
            Phase::Column(slot) => {
                let column = nine::nth(position.table.open(position.mover), *option);
                bytes.push(slot << 4 | column);
            }
            Phase::Pass => {
                turn::write_state(&position, empty, &mut bytes);
                bytes.push(NO_MOVE);
            }
            Phase::Shuffle | Phase::Claim(_) | Phase::Over => {}
        }
        position.choose(*option);
    }
    match position.phase {
        Phase::Column(_) => return Err(WriteError::HalfMade),
        Phase::Over => {
            turn::write_state(&position, empty, &mut bytes);
            bytes.push(NO_MOVE);
        }
        _ => {}
    }
    Ok(bytes)
}

/// Decodes a match and verifies every byte.
pub fn read(bytes: &[u8]) -> Result<Match<Schotten>, FormatError> {
    Reader::new(bytes)?.read()
}

/// Decoder state.
struct Reader<'a> {
    bytes: &'a [u8],
    empty: u8,
    game: Match<Schotten>,
    /// The current turn, from 1, and its offset.
    turn: usize,
    at: usize,
    /// The expected bytes of the turn, without its move.
    state: Vec<u8>,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, FormatError> {
        if bytes.is_empty() {
            return Err(FormatError::new(0, Reason::NoTurn));
        }
        let (cards, empty) = read_deal(bytes).map_err(|error| error.moved(0, 1))?;
        let game = deal(&cards);
        Ok(Reader {
            bytes,
            empty,
            game,
            turn: 1,
            at: 0,
            state: Vec::with_capacity(turn::MAX_BYTES),
        })
    }

    fn read(mut self) -> Result<Match<Schotten>, FormatError> {
        loop {
            self.check_state()?;
            let at = self.at + self.state.len();
            let byte = self.bytes[at];
            if self.game.is_over() {
                self.check_end(at, byte)?;
                return Ok(self.game);
            }
            self.make(at, byte)?;
            self.at = at + 1;
            if self.at == self.bytes.len() {
                return self.end();
            }
            self.turn += 1;
        }
    }

    /// Checks the state before the move against the match so far.
    fn check_state(&mut self) -> Result<(), FormatError> {
        self.state.clear();
        turn::write_state(self.game.position(), self.empty, &mut self.state);
        let found = &self.bytes[self.at..];
        if found.starts_with(&self.state) && found.len() > self.state.len() {
            return Ok(());
        }
        let differs = self.state.iter().zip(found).position(|(right, found)| right != found);
        Err(match differs {
            Some(place) => {
                self.error(self.at + place, differs_reason(place, self.state[place], found[place]))
            }
            None => {
                let missing = self.state.len() + 1 - found.len();
                self.error(self.bytes.len(), Reason::Cut { missing })
            }
        })
    }

    fn make(&mut self, at: usize, byte: u8) -> Result<(), FormatError> {
        let mv = moves::read_at(byte, 0).map_err(|error| error.moved(at, self.turn))?;
        if byte == NO_MOVE && self.game.position().phase != Phase::Pass {
            return Err(self.error(at, Reason::EarlyEnd));
        }
        let choices = self
            .game
            .position()
            .choices_of(&mv)
            .map_err(|error| self.error(at, Reason::Illegal(error.to_string())))?;
        for option in choices {
            self.game.play(option).expect("a legal move is made of legal choices");
        }
        Ok(())
    }

    fn check_end(&self, at: usize, byte: u8) -> Result<(), FormatError> {
        if byte != NO_MOVE {
            return Err(self.error(at, Reason::MoveAfterEnd(byte)));
        }
        match self.bytes.len() - at - 1 {
            0 => Ok(()),
            extra => Err(self.error(at + 1, Reason::AfterEnd(extra))),
        }
    }

    /// Handles the end of the bytes after a move.
    fn end(self) -> Result<Match<Schotten>, FormatError> {
        if self.game.is_over() {
            return Err(self.error(self.at, Reason::NoLastTurn));
        }
        Ok(self.game)
    }

    fn error(&self, at: usize, reason: Reason) -> FormatError {
        FormatError { at, turn: Some(self.turn), reason }
    }
}

/// The reason why a byte differs from the expected one.
fn differs_reason(place: usize, right: u8, found: u8) -> Reason {
    let both_empty = matches!((right, found), (0, 0xff) | (0xff, 0));
    if both_empty && place != turn::LENGTH_AT {
        return Reason::MixedEmpties { found, before: right };
    }
    let name = |byte: u8| if place == turn::LENGTH_AT { byte.to_string() } else { byte_name(byte) };
    Reason::Differs { place: turn::place_name(place), right: name(right), found: name(found) }
}

fn byte_name(byte: u8) -> String {
    match Card::from_byte(byte) {
        Ok(card) => format!("{byte:#04x} ({card})"),
        Err(_) if byte == 0 || byte == 0xff => format!("{byte:#04x} (empty)"),
        Err(_) => format!("{byte:#04x}"),
    }
}

/// Decodes the deal from the first turn: the 54 cards in shuffle order, and the byte for an empty
/// slot.
fn read_deal(bytes: &[u8]) -> Result<(Vec<Card>, u8), FormatError> {
    let mut reader = SlotReader::default();
    let second = read_cards(bytes, 0..turn::BOARD_AT, &mut reader)?;
    let empty = if bytes.get(turn::BOARD_AT) == Some(&0) { 0 } else { super::slots::EMPTY };
    expect_bytes(bytes, turn::BOARD_AT..turn::NEXT_AT, empty)?;
    let mut cards = read_cards(bytes, turn::NEXT_AT..turn::LENGTH_AT, &mut reader)?;
    expect_bytes(bytes, turn::LENGTH_AT..turn::DECK_AT, DECK as u8)?;
    cards.extend(second);
    cards.extend(read_cards(bytes, turn::DECK_AT..turn::DECK_AT + DECK, &mut reader)?);
    expect_length(bytes, turn::MAX_BYTES)?;
    Ok((cards, empty))
}

/// Decodes a range of bytes, all of which must be cards.
fn read_cards(
    bytes: &[u8],
    range: Range<usize>,
    reader: &mut SlotReader,
) -> Result<Vec<Card>, FormatError> {
    let end = range.end;
    let cards = deck::read_at(bytes, range.start..end.min(bytes.len()), reader)?;
    expect_length(bytes, end)?;
    Ok(cards)
}

/// Checks that every byte in a range equals `right`.
fn expect_bytes(bytes: &[u8], range: Range<usize>, right: u8) -> Result<(), FormatError> {
    let end = range.end;
    for (at, found) in bytes.iter().enumerate().take(end).skip(range.start) {
        if *found != right {
            return Err(FormatError::new(at, differs_reason(at, right, *found)));
        }
    }
    expect_length(bytes, end)
}

/// Checks that the first turn extends at least to `end`.
fn expect_length(bytes: &[u8], end: usize) -> Result<(), FormatError> {
    if bytes.len() >= end {
        return Ok(());
    }
    Err(FormatError::new(bytes.len(), Reason::Cut { missing: turn::MAX_BYTES - bytes.len() }))
}

/// Starts a match whose shuffle yields these distinct cards.
fn deal(cards: &[Card]) -> Match<Schotten> {
    let mut game = Match::new(Variant::default());
    play_cards(&mut game, cards);
    game
}

fn play_cards(game: &mut Match<Schotten>, cards: &[Card]) {
    let mut left = CardSet::ALL;
    for card in cards {
        game.play(left.rank(*card)).expect("every card left is an option of the shuffle");
        left.remove(*card);
    }
}

/// Parses a match: its cards in shuffle order, a colon, and its moves.
pub(crate) fn parse(text: &str, variant: &Variant) -> Result<Match<Schotten>, GameError> {
    let (cards, moves) = text.split_once(':').unwrap_or((text, ""));
    let cards = deck::parse(cards, &mut CardSet::default())?;
    if cards.len() < CARDS && !moves.trim().is_empty() {
        let found = cards.len();
        return Err(reject(format!(
            "a match is its 54 cards, hands first, then a colon and its moves; before the colon \
             there are {found} cards"
        )));
    }
    let mut game = Match::new(*variant);
    play_cards(&mut game, &cards);
    play_moves(&mut game, moves)?;
    Ok(game)
}

/// The cards of a match in shuffle order, as far as they have been dealt.
pub(crate) fn cards_of(game: &Match<Schotten>) -> Vec<Card> {
    let mut left = CardSet::ALL;
    let dealt = game.choices().iter().take(CARDS);
    dealt
        .filter_map(|option| {
            let card = left.nth(*option)?;
            left.remove(card);
            Some(card)
        })
        .collect()
}

/// The winner as `1` or `2`.
fn winner(game: &Match<Schotten>) -> Option<&'static str> {
    match game.position().outcome()? {
        Outcome::Win(Seat::FIRST) => Some("1"),
        Outcome::Win(_) => Some("2"),
        Outcome::Draw => None,
    }
}

/// The codec of `schotten.match`.
#[derive(Clone, Copy, Debug)]
pub struct MatchCodec;

impl Codec<Content> for MatchCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Match(Box::new(parse(text, &Variant::default())?)))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Match(Box::new(read(&value.to_bytes())?)))
    }

    fn write(&self, content: &Content, options: &Options) -> Result<Value, GameError> {
        let Content::Match(game) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Value::Bytes(write(game, empty_byte(options)?)?))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::Match(game) = content else { return Err(content.unfit(INFO.id)) };
        let moves: Vec<String> = moves_of(game).iter().map(ToString::to_string).collect();
        let table = game.position().table();
        let json = json!({
            "turns": moves.len() + usize::from(game.is_over()),
            "moves": moves,
            "stones": table.stones_text(),
            "outcome": winner(game),
            "cards": deck::text(&cards_of(game)),
            "record": game.to_text(),
        });
        let drawing = format!(
            "{}{} move(s): {}\n",
            draw_position(game.position()),
            moves.len(),
            moves.join(" ")
        );
        Ok(Decoded { drawing, json })
    }

    fn bound(&self, content: &Content) -> Option<f64> {
        match content {
            Content::Match(game) => Some(game.information()),
            _ => None,
        }
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let bytes = value.to_bytes();
        read(&bytes)?;
        let (mut fields, mut at, mut number) = (Vec::new(), 0, 1);
        while at < bytes.len() {
            let end = at + turn::MIN_BYTES + usize::from(bytes[at + turn::LENGTH_AT]);
            let name = format!("turn {number}, ");
            fields.extend(turn::fields_at(&name, at, &turn::read(&bytes[at..end])?));
            (at, number) = (end, number + 1);
        }
        Ok(fields)
    }
}
