//! What a client draws of a match, from what the viewer knows.

use ennead_game::{Seat, Viewer};

use crate::setup::{Claims, Timing};
use crate::table::{STONES, Table};
use crate::view::last_mover;
use crate::{Card, Formation, HAND, Sight, Stage, Strength};

/// The longest feed: stage, stones asked and last, hands, deck; the stones and their marks; all cards; a hand and its chosen slot.
pub const MAX_FEED: usize = 4 + 2 * STONES + crate::CARDS + HAND + 1;

/// Stands for "no stone" in half a byte.
const NO_STONE: u8 = 0xf;
/// Stands for an empty slot, and for no slot.
const NONE: u8 = 0xff;

/// A stone where the viewer may lay a card now.
const OPEN: u8 = 1;
/// A stone of the row that has won.
const SIDE_BY_SIDE: u8 = 2;
/// One of the many stones that have won.
const ENOUGH: u8 = 3;

/// The feed, as `PROTOCOL.md` lays it out.
pub(crate) fn feed(sight: &Sight) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(MAX_FEED);
    let sizes = Seat::BOTH.map(|seat| sight.hand_size(seat) as u8);
    bytes.extend([
        stage_byte(sight),
        asked(sight.stage) << 4 | sight.last.unwrap_or(NO_STONE),
        sizes[0] << 4 | sizes[1],
        sight.deck_len() as u8,
    ]);
    bytes.extend((0..STONES).map(|stone| stone_byte(&sight.table, stone)));
    bytes.extend((0..STONES).map(|stone| kinds(&sight.table, stone) | mark(sight, stone) << 6));
    for stone in 0..STONES {
        for seat in Seat::BOTH {
            bytes.extend(sight.table.cards(seat, stone).map(Card::byte));
        }
    }
    if let Viewer::Seat(_) = sight.viewer {
        bytes.extend(sight.hand.map(|slot| slot.map_or(NONE, Card::byte)));
        bytes.push(sight.chosen.unwrap_or(NONE));
    }
    bytes
}

fn stage_byte(sight: &Sight) -> u8 {
    let stage = match sight.stage {
        Stage::Card => 0,
        Stage::Column => 1,
        Stage::Pass => 2,
        Stage::Claim(_) => 3,
        Stage::Over => 4,
        Stage::Shuffle(_) => 5,
    };
    let variant = sight.variant;
    stage
        | u8::from(variant.claims == Claims::Manual) << 3
        | u8::from(variant.timing == Timing::Start) << 4
        | last_mover(variant, sight.stage, sight.mover).0 << 5
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

/// What a stone is marked for.
fn mark(sight: &Sight, stone: usize) -> u8 {
    let table = &sight.table;
    let (stones, mark) = match sight.stage {
        Stage::Card | Stage::Column if sight.viewer == Viewer::Seat(sight.mover) => {
            (table.open(sight.mover), OPEN)
        }
        Stage::Over => match table.side_by_side(sight.mover) {
            0 => (table.claimed(sight.mover), ENOUGH),
            row => (row, SIDE_BY_SIDE),
        },
        _ => (0, 0),
    };
    if stones >> stone & 1 == 1 { mark } else { 0 }
}

/// What both sides of a stone are, three bits each.
fn kinds(table: &Table, stone: usize) -> u8 {
    let [first, second] = Seat::BOTH.map(|seat| kind(table.strength(seat, stone)));
    first | second << 3
}

/// Not complete 0, then the formations from the weakest on.
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

/// Nobody 0, the first seat 1, the second 2.
fn number(seat: Option<Seat>) -> u8 {
    seat.map_or(0, |seat| seat.0 + 1)
}
