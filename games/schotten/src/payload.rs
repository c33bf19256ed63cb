//! The board payload of a view.

use ennead_game::{Seat, Viewer};

use crate::setup::{Claims, Timing};
use crate::table::{STONES, Table, has};
use crate::view::last_mover;
use crate::{Card, Formation, HAND, SchottenView, Stage, Strength};

/// The maximum size of a payload: stage, two stones, hand sizes and deck; the stones and their
/// marks; all cards; a hand and its chosen slot.
pub const MAX_PAYLOAD: usize = 4 + 2 * STONES + crate::CARDS + HAND + 1;

/// "No stone" in a nibble.
const NO_STONE: u8 = 0xf;
/// An empty slot, or no slot.
const NONE: u8 = 0xff;

/// The viewer may place a card at this stone now.
const OPEN: u8 = 1;
/// One of the adjacent stones that won.
const SIDE_BY_SIDE: u8 = 2;
/// One of the stones of a win by number.
const ENOUGH: u8 = 3;

/// Encodes the board payload as described in `FORMAT.md`.
pub(crate) fn payload(view: &SchottenView) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(MAX_PAYLOAD);
    let sizes = Seat::BOTH.map(|seat| view.hand_size(seat) as u8);
    bytes.extend([
        stage_byte(view),
        asked(view.stage) << 4 | view.last.unwrap_or(NO_STONE),
        sizes[0] << 4 | sizes[1],
        view.deck_len() as u8,
    ]);
    bytes.extend((0..STONES).map(|stone| stone_byte(&view.table, stone)));
    bytes.extend((0..STONES).map(|stone| kinds(&view.table, stone) | mark(view, stone) << 6));
    for stone in 0..STONES {
        for seat in Seat::BOTH {
            bytes.extend(view.table.cards(seat, stone).map(Card::byte));
        }
    }
    if let Viewer::Seat(_) = view.viewer {
        bytes.extend(view.hand.map(|slot| slot.map_or(NONE, Card::byte)));
        bytes.push(view.chosen.unwrap_or(NONE));
    }
    bytes
}

fn stage_byte(view: &SchottenView) -> u8 {
    let stage = match view.stage {
        Stage::Card => 0,
        Stage::Column => 1,
        Stage::Pass => 2,
        Stage::Claim(_) => 3,
        Stage::Over => 4,
        Stage::Shuffle(_) => 5,
    };
    let variant = view.variant;
    stage
        | u8::from(variant.claims == Claims::Manual) << 3
        | u8::from(variant.timing == Timing::Start) << 4
        | last_mover(variant, view.stage, view.mover).0 << 5
}

fn asked(stage: Stage) -> u8 {
    match stage {
        Stage::Claim(stone) => stone,
        _ => NO_STONE,
    }
}

fn stone_byte(table: &Table, stone: usize) -> u8 {
    let [first, second] = Seat::BOTH.map(|seat| table.count(seat, stone) as u8);
    let both_complete = Seat::BOTH.iter().all(|seat| table.strength(*seat, stone).is_some());
    let ahead = table.first_to_complete(stone).filter(|_| both_complete);
    first | second << 2 | number(table.owner(stone)) << 4 | number(ahead) << 6
}

/// The mark of a stone, or 0.
fn mark(view: &SchottenView, stone: usize) -> u8 {
    let table = &view.table;
    let (stones, mark) = match view.stage {
        Stage::Card | Stage::Column if view.viewer == Viewer::Seat(view.mover) => {
            (table.open(view.mover), OPEN)
        }
        Stage::Over => match table.side_by_side(view.mover) {
            0 => (table.claimed(view.mover), ENOUGH),
            row => (row, SIDE_BY_SIDE),
        },
        _ => (0, 0),
    };
    if has(stones, stone) { mark } else { 0 }
}

/// The formations of both sides of a stone, three bits each.
fn kinds(table: &Table, stone: usize) -> u8 {
    let [first, second] = Seat::BOTH.map(|seat| kind(table.strength(seat, stone)));
    first | second << 3
}

/// 0 for an incomplete side, then the formations in ascending order of strength.
fn kind(strength: Option<Strength>) -> u8 {
    match strength.map(Strength::formation) {
        None => 0,
        Some(Formation::Sum) => 1,
        Some(Formation::Run) => 2,
        Some(Formation::Colour) => 3,
        Some(Formation::ThreeOfAKind) => 4,
        Some(Formation::ColourRun) => 5,
    }
}

/// 0 for nobody, 1 for the first seat, 2 for the second.
fn number(seat: Option<Seat>) -> u8 {
    seat.map_or(0, |seat| seat.0 + 1)
}
