//! `ttt.tiny`: up to nine placements in at most 23 bits.
//!
//! A leading 1 bit is followed by the index of each placement among the free squares, in as many
//! bits as their number requires. The last placement takes one bit although it is forced, so the
//! length distinguishes eight placements from nine.

use ennead_game::nine::{CELLS, nth};
use thiserror::Error;

use crate::History;

/// Width of each placement in bits.
pub const WIDTHS: [u32; CELLS] = [4, 3, 3, 3, 3, 2, 2, 1, 1];

/// Width of a value with this many placements, including the leading 1 bit.
pub const BITS: [u32; CELLS + 1] = {
    let mut bits = [1; CELLS + 1];
    let mut placements = 0;
    while placements < CELLS {
        bits[placements + 1] = bits[placements] + WIDTHS[placements];
        placements += 1;
    }
    bits
};

/// Maximum width of a value.
pub const MAX_BITS: u32 = BITS[CELLS];

/// The number of placements for each width, or [`NO_PLACEMENTS`].
const PLACEMENTS: [u8; MAX_BITS as usize + 1] = {
    let mut placements = [NO_PLACEMENTS; MAX_BITS as usize + 1];
    let mut count = 0;
    while count <= CELLS {
        placements[BITS[count] as usize] = count as u8;
        count += 1;
    }
    placements
};
const NO_PLACEMENTS: u8 = u8::MAX;

/// A number that does not encode a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TinyError {
    /// The width does not match any number of placements.
    #[error("a value has 1, 5, 8, 11, 14, 17, 19, 21, 22 or 23 bits (0 to 9 placements), not {0}")]
    Width(u32),
    /// The index exceeds the number of free squares.
    #[error(
        "placement {number} (bits {low}–{high}): index {index} is too high, only {free} \
         squares are free",
        high = low + WIDTHS[number - 1] - 1
    )]
    Index {
        /// The number of the placement, counted from 1.
        number: usize,
        /// The lowest bit of its field.
        low: u32,
        /// The index.
        index: u32,
        /// Number of free squares at that point.
        free: u32,
    },
}

/// Encodes a history.
///
/// ```
/// use ennead_ttt::{History, formats::tiny};
/// let history = History::parse_relative("1 4 5 3 2 3 2 1 1").unwrap();
/// assert_eq!(tiny::encode(&history), 4310116);
/// assert_eq!(tiny::encode(&History::new()), 1);
/// ```
pub fn encode(history: &History) -> u32 {
    let widths = WIDTHS.iter();
    history.relative().zip(widths).fold(1, |value, (number, width)| value << width | (number - 1))
}

/// Decodes a history.
pub fn decode(value: u32) -> Result<History, TinyError> {
    let width = u32::BITS - value.leading_zeros();
    let placements = PLACEMENTS.get(width as usize).copied().unwrap_or(NO_PLACEMENTS);
    if placements == NO_PLACEMENTS {
        return Err(TinyError::Width(width));
    }
    let mut history = History::new();
    let mut low = width - 1;
    for (number, width) in WIDTHS.into_iter().enumerate().take(placements.into()) {
        low -= width;
        let index = value >> low & ((1 << width) - 1);
        let free = CELLS as u32 - number as u32;
        if index >= free {
            return Err(TinyError::Index { number: number + 1, low, index, free });
        }
        history.push_free(nth(history.free(), index));
    }
    Ok(history)
}
