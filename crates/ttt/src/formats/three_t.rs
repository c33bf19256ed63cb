//! `ttt.3t`: a position in 32 bits with everything one could ask of it beside the board.
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

/// The width of a value.
pub const BITS: u32 = 32;

const C: u32 = 1 << 31;
const T: u32 = 1 << 30;
const W: u32 = 1 << 29;
const L: u32 = 1 << 28;
const TURN: u32 = 1 << 27;
const X_SHIFT: u32 = 18;
const O_SHIFT: u32 = 9;

/// A number that is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ThreeTError {
    /// X and O on one square.
    #[error("fields X and O both hold square {0}")]
    Overlap(Square),
    /// A square that is taken and vacant, or neither.
    #[error("field Vacancy (bits 0 to 8) lies: square {square} is {}", if *.taken { "taken" } else { "vacant" })]
    Vacancy {
        /// The square.
        square: Square,
        /// Whether X or O holds it.
        taken: bool,
    },
    /// A board that no game reaches.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The turn is not what the counts say.
    #[error("field Turn (bit 27) lies: it says {}, but after {placed} marks it is {}'s turn", right.other(), right)]
    Turn {
        /// How many marks are on the board.
        placed: u32,
        /// Whose turn it is.
        right: Mark,
    },
    /// A flag is not what the board says.
    #[error("field {name} (bit {bit}) lies: it is {}, but {state}, so it must be {}", 1 - right, right)]
    Flag {
        /// The flag's name.
        name: char,
        /// Its bit.
        bit: u32,
        /// What it must be.
        right: u8,
        /// What the board says.
        state: &'static str,
    },
}

/// The position as a number.
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

/// The position that a number stands for; every field must agree with the board.
pub fn decode(value: u32) -> Result<Ttt, ThreeTError> {
    let nine = |shift: u32| (value >> shift) as Mask & FULL;
    let (x, o, vacancy) = (nine(X_SHIFT), nine(O_SHIFT), nine(0));
    if let Some(square) = cells(x & o).next() {
        return Err(ThreeTError::Overlap(Square(square)));
    }
    if let Some(square) = cells(vacancy ^ FULL ^ (x | o)).next() {
        let taken = vacancy & ennead_game::nine::bit(square) != 0;
        return Err(ThreeTError::Vacancy { square: Square(square), taken });
    }
    let position = Ttt::from_masks(x, o)?;
    let right = encode(&position);
    if right == value { Ok(position) } else { Err(lying_field(&position, value ^ right, right)) }
}

/// The first field, from the left, among the bits that differ.
fn lying_field(position: &Ttt, wrong: u32, right: u32) -> ThreeTError {
    if wrong & (C | T | W | L) == 0 {
        return ThreeTError::Turn { placed: position.placed(), right: position.next_mark() };
    }
    let bit = u32::BITS - 1 - wrong.leading_zeros();
    let name = ['L', 'W', 'T', 'C'][(bit - 28) as usize];
    ThreeTError::Flag { name, bit, right: (right >> bit & 1) as u8, state: state(position) }
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
