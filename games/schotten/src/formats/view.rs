//! `schotten.view`: the board and the hand of the player to move, as document 003 sends them.

use ennead_game::{Codec, Decoded, Field, FormatInfo, GameError, Kind, Options, Value, reject};
use serde_json::json;

use super::board::Board;
use super::{
    Content, EMPTY_OPTION, FormatError, Reason, SlotReader, board, cards_text, empty_byte, hand,
};
use crate::draw::draw_cards;
use crate::{CardSet, Hand, Schotten};

/// The size of a view in bytes: board and hand.
pub const BYTES: usize = board::BYTES + hand::BYTES;

/// The description of the format.
pub const INFO: FormatInfo = FormatInfo {
    id: "schotten.view",
    summary: "what the next player is sent: board, own hand",
    min_bits: BYTES as u64 * 8,
    max_bits: Some(BYTES as u64 * 8),
    kind: Kind::Bytes,
    options: &[EMPTY_OPTION],
};

/// The board and the hand of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkView {
    /// The table.
    pub board: Board,
    /// The hand of the player to move.
    pub hand: Hand,
}

impl NetworkView {
    /// The view of the player to move.
    pub fn of(position: &Schotten) -> NetworkView {
        let just_played = position.just_played();
        NetworkView {
            board: Board::of(position.table(), just_played),
            hand: *position.hand(just_played.other()),
        }
    }

    /// Encodes the view, with this byte for an empty slot.
    pub fn write(&self, empty: u8) -> Vec<u8> {
        [&board::write(&self.board, empty)[..], &hand::write(&self.hand, empty)].concat()
    }
}

/// Decodes a view.
pub fn read(bytes: &[u8]) -> Result<NetworkView, FormatError> {
    if bytes.len() != BYTES {
        let reason = Reason::Length { what: "a view", right: BYTES, found: bytes.len() };
        return Err(FormatError::new(bytes.len().min(BYTES), reason));
    }
    let mut reader = SlotReader::default();
    Ok(NetworkView {
        board: board::read_at(bytes, 0, &mut reader)?,
        hand: hand::read_at(bytes, board::BYTES, &mut reader)?,
    })
}

/// Parses a view: board and hand, separated by `;`.
fn parse(text: &str) -> Result<NetworkView, GameError> {
    let (board, hand) = text
        .split_once(';')
        .ok_or_else(|| reject("a view is a board and a hand with ; between them"))?;
    let mut seen = CardSet::EMPTY;
    Ok(NetworkView { board: board::parse(board, &mut seen)?, hand: hand::parse(hand, &mut seen)? })
}

/// The codec of `schotten.view`.
#[derive(Clone, Copy, Debug)]
pub struct ViewCodec;

impl Codec<Content> for ViewCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::View(Box::new(parse(text)?)))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::View(Box::new(read(&value.to_bytes())?)))
    }

    fn write(&self, content: &Content, options: &Options) -> Result<Value, GameError> {
        let Content::View(view) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Value::Bytes(view.write(empty_byte(options)?)))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::View(view) = content else { return Err(content.unfit(INFO.id)) };
        let json = json!({ "board": view.board.text(), "hand": cards_text(view.hand) });
        Ok(Decoded { drawing: format!("{}{}", view.board.draw(), draw_cards(view.hand)), json })
    }

    fn bound(&self, _: &Content) -> Option<f64> {
        Some(crate::bound::bits(&[[3; 18].as_slice(), &[1; 6]].concat()))
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let view = read(&value.to_bytes())?;
        let mut fields = board::fields_at("board, ", 0, &view.board);
        fields.extend(hand::fields_at("hand, ", board::BYTES, &view.hand));
        Ok(fields)
    }
}
