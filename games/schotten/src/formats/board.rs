//! `schotten.board`: six rows of nine slots. The upper three rows belong to the player who moved
//! last, the lower three to the other.

use ennead_game::{
    Codec, Decoded, Field, FormatInfo, GameError, Kind, Options, Seat, Value, reject,
};
use serde_json::json;

use super::{
    Content, EMPTY_OPTION, FormatError, Reason, SlotReader, cards_text, empty_byte, parse_cards,
    slot_byte, slot_field,
};
use crate::draw::draw_rows;
use crate::{Card, CardSet, SIDE_CARDS, STONES, Table};

/// The number of rows.
pub const ROWS: usize = 2 * SIDE_CARDS;
/// The size of a board in bytes: one per slot.
pub const BYTES: usize = ROWS * STONES;

/// The description of the format.
pub const INFO: FormatInfo = FormatInfo {
    id: "schotten.board",
    summary: "the table: six rows of nine slots, a byte each, the side that just played first",
    min_bits: BYTES as u64 * 8,
    max_bits: Some(BYTES as u64 * 8),
    kind: Kind::Bytes,
    options: &[EMPTY_OPTION],
};

/// The cards on the table, row by row from the top left. Columns fill from the middle outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board([Option<Card>; BYTES]);

/// The row of a card, given the number of cards between it and the stone.
const fn row_of(just_played: bool, depth: usize) -> usize {
    if just_played { SIDE_CARDS - 1 - depth } else { SIDE_CARDS + depth }
}

impl Board {
    /// The board of a table after a move of `just_played`.
    pub fn of(table: &Table, just_played: Seat) -> Board {
        let mut slots = [None; BYTES];
        for seat in Seat::BOTH {
            for stone in 0..STONES {
                for (depth, card) in table.cards(seat, stone).enumerate() {
                    slots[row_of(seat == just_played, depth) * STONES + stone] = Some(card);
                }
            }
        }
        Board(slots)
    }

    /// The slot in a row and a column.
    pub fn slot(&self, row: usize, column: usize) -> Option<Card> {
        self.0[row * STONES + column]
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[Option<Card>] {
        &self.0[row * STONES..][..STONES]
    }

    /// The number of cards in a column of the player to move.
    pub(crate) fn next_count(&self, column: usize) -> usize {
        (SIDE_CARDS..ROWS).filter(|row| self.slot(*row, column).is_some()).count()
    }

    /// Rejects cards that are farther from the stones than an empty slot.
    fn check(self) -> Result<Board, FormatError> {
        for column in 0..STONES {
            for just_played in [true, false] {
                for depth in 1..SIDE_CARDS {
                    let at = row_of(just_played, depth) * STONES + column;
                    let inner = row_of(just_played, depth - 1) * STONES + column;
                    if let (Some(card), None) = (self.0[at], self.0[inner]) {
                        return Err(FormatError::new(at, Reason::Gap { card }));
                    }
                }
            }
        }
        Ok(self)
    }

    /// The number of cards in a half.
    fn half(&self, first_row: usize) -> usize {
        self.0[first_row * STONES..][..BYTES / 2].iter().flatten().count()
    }

    /// The board's text: six rows with `/` between them.
    pub fn text(&self) -> String {
        (0..ROWS)
            .map(|row| cards_text(self.row(row).iter().copied()))
            .collect::<Vec<_>>()
            .join(" / ")
    }

    pub(crate) fn draw(&self) -> String {
        let name = |row| match row {
            0 => "played",
            SIDE_CARDS => "next",
            _ => "",
        };
        let rows: Vec<_> =
            (0..ROWS).map(|row| (name(row).to_string(), self.row(row).to_vec())).collect();
        draw_rows(&rows, "stones", SIDE_CARDS)
    }
}

/// Decodes a board.
pub fn read(bytes: &[u8]) -> Result<Board, FormatError> {
    if bytes.len() != BYTES {
        let reason = Reason::Length { what: "a board", right: BYTES, found: bytes.len() };
        return Err(FormatError::new(bytes.len().min(BYTES), reason));
    }
    read_at(bytes, 0, &mut SlotReader::default())
}

/// Decodes a board at an offset of a longer value.
pub(crate) fn read_at(
    bytes: &[u8],
    at: usize,
    reader: &mut SlotReader,
) -> Result<Board, FormatError> {
    let mut slots = [None; BYTES];
    for (slot, byte) in slots.iter_mut().zip(at..) {
        *slot = reader.slot(bytes[byte], byte)?;
    }
    Board(slots).check().map_err(|error| FormatError { at: error.at + at, ..error })
}

/// Encodes a board, with this byte for an empty slot.
pub fn write(board: &Board, empty: u8) -> [u8; BYTES] {
    board.0.map(|slot| slot_byte(slot, empty))
}

/// Parses a board and adds its cards to `seen`.
pub(crate) fn parse(text: &str, seen: &mut CardSet) -> Result<Board, GameError> {
    let mut slots = Vec::with_capacity(BYTES);
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS {
        return Err(reject(format!(
            "a board has six rows with / between them; this has {}",
            rows.len()
        )));
    }
    for (number, row) in rows.into_iter().enumerate() {
        let row =
            parse_cards(row, seen).map_err(|error| reject(format!("row {number}: {error}")))?;
        if row.len() != STONES {
            return Err(reject(format!("row {number} has {} slots, not nine", row.len())));
        }
        slots.extend(row);
    }
    let slots = slots.try_into().map_err(|_| reject("a board has 54 slots"))?;
    Board(slots).check().map_err(|error| {
        reject(format!("row {}, column {}: {}", error.at / STONES, error.at % STONES, error.reason))
    })
}

/// The fields of a board at an offset.
pub(crate) fn fields_at(name: &str, at: usize, board: &Board) -> Vec<Field> {
    let slot = |(slot, card): (usize, &_)| {
        slot_field(
            format!("{name}row {} column {}", slot / STONES, slot % STONES),
            at + slot,
            *card,
        )
    };
    board.0.iter().enumerate().map(slot).collect()
}

/// The codec of `schotten.board`.
#[derive(Clone, Copy, Debug)]
pub struct BoardCodec;

impl Codec<Content> for BoardCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Board(parse(text, &mut CardSet::default())?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Board(read(&value.to_bytes())?))
    }

    fn write(&self, content: &Content, options: &Options) -> Result<Value, GameError> {
        let Content::Board(board) = content else { return Err(content.unfit(INFO.id)) };
        Ok(Value::Bytes(write(board, empty_byte(options)?).to_vec()))
    }

    fn show(&self, content: &Content, _: &Options) -> Result<Decoded, GameError> {
        let Content::Board(board) = content else { return Err(content.unfit(INFO.id)) };
        let json = json!({
            "board": board.text(),
            "just_played_cards": board.half(0),
            "next_cards": board.half(SIDE_CARDS),
        });
        Ok(Decoded { drawing: board.draw(), json })
    }

    fn bound(&self, _: &Content) -> Option<f64> {
        Some(crate::bound::bits(&[3; 18]))
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        Ok(fields_at("", 0, &read(&value.to_bytes())?))
    }
}
