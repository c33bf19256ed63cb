//! `ttt.3t`: a position in 32 bits, with redundant fields for outcome, turn and vacancies.
//!
//! ```text
//! 31 30 29 28  27   26      18 17       9 8        0
//! +--+--+--+--+----+----------+----------+----------+
//! |C |T |W |L |Turn|    X     |    O     | Vacancy  |
//! +--+--+--+--+----+----------+----------+----------+
//! ```

use ennead_game::nine::{FULL, Mask, cells};
use ennead_game::{Game, Outcome, Seat};
use thiserror::Error;

use crate::{BoardError, Mark, Square, Ttt};

/// Width of a value in bits.
pub const BITS: u32 = 32;

const C: u32 = 1 << 31;
const T: u32 = 1 << 30;
const W: u32 = 1 << 29;
const L: u32 = 1 << 28;
const TURN: u32 = 1 << 27;
const X_SHIFT: u32 = 18;
const O_SHIFT: u32 = 9;

/// A number that does not encode a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ThreeTError {
    /// A square is in both X and O.
    #[error("fields X and O both hold square {0}")]
    Overlap(Square),
    /// A square is both taken and vacant, or neither.
    #[error(
        "field Vacancy (bits 0–8) is inconsistent: square {square} is {}",
        vacancy_text(*.holds)
    )]
    Vacancy {
        /// The square.
        square: Square,
        /// The mark on it.
        holds: Option<Mark>,
    },
    /// The board cannot be reached.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The turn contradicts the number of marks.
    #[error(
        "field Turn (bit 27) is inconsistent: it is {}, but after {placed} marks it is {right}'s \
         turn",
        right.other()
    )]
    Turn {
        /// Number of marks on the board.
        placed: u32,
        /// The side to move.
        right: Mark,
    },
    /// A flag contradicts the board.
    #[error(
        "field {name} (bit {bit}) is inconsistent: it is {}, but must be {right} because {state}",
        1 - right
    )]
    Flag {
        /// The flag's name.
        name: char,
        /// The number of its bit.
        bit: u32,
        /// The required value.
        right: u8,
        /// The state of the game.
        state: &'static str,
    },
}

/// Encodes a position.
///
/// ```
/// use ennead_ttt::{Ttt, formats::three_t};
/// assert_eq!(three_t::encode(&Ttt::EMPTY), 2147484159);
/// ```
pub fn encode(position: &Ttt) -> u32 {
    let turn = if position.next_mark() == Mark::O { TURN } else { 0 };
    flags(position)
        | turn
        | u32::from(position.x) << X_SHIFT
        | u32::from(position.o) << O_SHIFT
        | u32::from(position.free())
}

/// Decodes a position; every field must be consistent with the board.
pub fn decode(value: u32) -> Result<Ttt, ThreeTError> {
    let nine = |shift: u32| (value >> shift) as Mask & FULL;
    let (x, o, vacancy) = (nine(X_SHIFT), nine(O_SHIFT), nine(0));
    if let Some(square) = cells(x & o).next() {
        return Err(ThreeTError::Overlap(Square(square)));
    }
    if let Some(square) = cells(vacancy ^ FULL ^ (x | o)).next() {
        let holds = Ttt { x, o }.mark_at(square);
        return Err(ThreeTError::Vacancy { square: Square(square), holds });
    }
    let position = Ttt::from_masks(x, o)?;
    let right = encode(&position);
    match value ^ right {
        0 => Ok(position),
        wrong => Err(inconsistent_field(&position, wrong, right)),
    }
}

/// The most significant inconsistent field.
fn inconsistent_field(position: &Ttt, wrong: u32, right: u32) -> ThreeTError {
    if wrong & (C | T | W | L) == 0 {
        return ThreeTError::Turn { placed: position.placed(), right: position.next_mark() };
    }
    let bit = u32::BITS - 1 - wrong.leading_zeros();
    let name = ['L', 'W', 'T', 'C'][(bit - 28) as usize];
    ThreeTError::Flag { name, bit, right: (right >> bit & 1) as u8, state: state(position) }
}

fn vacancy_text(holds: Option<Mark>) -> String {
    match holds {
        Some(mark) => format!("marked vacant but holds {mark}"),
        None => "empty but not marked vacant".to_string(),
    }
}
fn flags(position: &Ttt) -> u32 {
    match position.outcome() {
        None => C,
        Some(Outcome::Draw) => T,
        Some(Outcome::Win(Seat::FIRST)) => L,
        Some(Outcome::Win(_)) => W,
    }
}

fn state(position: &Ttt) -> &'static str {
    position.outcome().map_or("the game goes on", crate::rules::outcome_text)
}
