//! `connect.pack`: a position in a fixed number of bits for each set-up.
//!
//! Connect Four's board is seven columns of seven bits: zeros, a one, and then the column's stones
//! from the top down. Every other set-up starts with seven zero bits, which no column can be,
//! followed by the set-up. Without gravity, rows are numbers in base three.

use ennead_bits::{BitReader, BitString, BitWriter, ReadError, bits_for, bytes_for};
use ennead_game::{Setup, SetupError};
use thiserror::Error;

use crate::bits::{Bits, Wide};
use crate::rules::BoardError;
use crate::setup::{MAX_SIDE, SETUP_BITS};
use crate::{Connect, ConnectSetup};

/// Number of zero bits that announce a set-up: the width of a column in the default set-up.
pub(crate) const ESCAPE_BITS: u32 = 7;
/// Size of a Connect Four position.
pub const DEFAULT_BITS: u32 = 7 * 7;
/// Size of the longest values: those of the largest board without gravity.
pub const MAX_BITS: u32 = ESCAPE_BITS + SETUP_BITS + MAX_SIDE as u32 * 24;
/// Size of the shortest values: those of a 2 × 2 board with gravity.
pub const MIN_BITS: u32 = ESCAPE_BITS + SETUP_BITS + 2 * 3;

/// Bits that are not a packed position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PackError {
    /// The value is truncated.
    #[error("the pack is cut short: {0}")]
    Cut(#[from] ReadError),
    /// The set-up is invalid.
    #[error("{0} (from bit {ESCAPE_BITS})")]
    Setup(SetupError),
    /// The default set-up is written explicitly.
    #[error(
        "the set-up from bit {ESCAPE_BITS} is the default one, which a pack leaves out together \
         with the seven zeros before it"
    )]
    DefaultSetup,
    /// A column lacks the one bit above its top stone.
    #[error(
        "column {} (bits {at} to {}) is zero, but must have a one above its top stone",
        lane + 1,
        at + width - 1
    )]
    NoTop {
        /// The column, from 0.
        lane: u32,
        /// Its first bit.
        at: usize,
        /// Its width in bits.
        width: usize,
    },
    /// The number of a row is out of range.
    #[error(
        "row {} from the top (bits {at} to {}) is {value}, but must be below 3^width = {count}",
        lane + 1,
        at + width - 1
    )]
    Row {
        /// The row, from 0 at the top.
        lane: u32,
        /// Its first bit.
        at: usize,
        /// Its width in bits.
        width: usize,
        /// The number found.
        value: u64,
        /// The number of possible rows.
        count: u64,
    },
    /// There are more bits than the board takes.
    #[error("the pack has {found} bits, but a board of {setup} takes {wanted}")]
    Length {
        /// The set-up.
        setup: ConnectSetup,
        /// The number of bits it takes.
        wanted: usize,
        /// The number of bits found.
        found: usize,
    },
    /// There are more bytes than the board takes.
    #[error("the pack has {found} bytes, but a board of {setup} takes {wanted}")]
    Bytes {
        /// The set-up.
        setup: ConnectSetup,
        /// The number of bytes it takes.
        wanted: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// A padding bit is not zero.
    #[error("the padding after bit {} is not zero", .0 - 1)]
    Padding(usize),
    /// The stones are not a reachable board.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl PackError {
    /// The offset of the first wrong byte, as far as it can be determined.
    pub(crate) fn byte(&self) -> usize {
        let bit = match self {
            PackError::Cut(error) => error.at,
            PackError::Setup(_) | PackError::DefaultSetup => ESCAPE_BITS as usize,
            PackError::NoTop { at, .. } | PackError::Row { at, .. } => *at,
            PackError::Length { wanted, .. } | PackError::Padding(wanted) => *wanted,
            PackError::Bytes { wanted, .. } => wanted * 8,
            PackError::Board(_) => 0,
        };
        bit / 8
    }
}

/// Width of a lane in bits.
pub(crate) fn lane_bits(setup: &ConnectSetup) -> u32 {
    if setup.gravity() { setup.stride() } else { bits_for(row_count(setup)) }
}

/// Number of bits before the lanes.
pub(crate) fn header_bits(setup: &ConnectSetup) -> u32 {
    if *setup == ConnectSetup::default() { 0 } else { ESCAPE_BITS + SETUP_BITS }
}

/// Size of a packed position in bits.
///
/// ```
/// use ennead_connect::{ConnectSetup, formats::pack};
/// assert_eq!(pack::bits(&ConnectSetup::default()), pack::DEFAULT_BITS);
/// assert_eq!(pack::bits(&ConnectSetup::new(15, 15, 5, false)?), pack::MAX_BITS);
/// # Ok::<(), ennead_connect::RangeError>(())
/// ```
pub fn bits(setup: &ConnectSetup) -> u32 {
    header_bits(setup) + setup.lanes() * lane_bits(setup)
}

/// The number of possible rows without gravity.
fn row_count(setup: &ConnectSetup) -> u64 {
    3u64.pow(setup.width().into())
}

/// Packs a position.
///
/// ```
/// use ennead_connect::{Connect, ConnectSetup, formats::pack};
/// use ennead_game::{Game, Notation};
/// let mut position = Connect::new(&ConnectSetup::default());
/// position.place(&Connect::parse_move("4")?)?;
/// let bits = pack::write(&position);
/// let empty = "0000001";
/// assert_eq!(bits.to_string(), [empty, empty, empty, "0000011", empty, empty, empty].concat());
/// assert_eq!(pack::read(&bits)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(position: &Connect) -> BitString {
    let setup = position.setup();
    let mut writer = BitWriter::with_capacity(bits(setup) as usize);
    if *setup != ConnectSetup::default() {
        writer.write(0, ESCAPE_BITS);
        setup.write(&mut writer);
    }
    let [x, o] = position.stones();
    for lane in 0..setup.lanes() {
        let cells =
            |stones: Wide| stones.down(lane * setup.stride()).low as u64 & mask(setup.length());
        let code = if setup.gravity() {
            column_code(cells(x), cells(o))
        } else {
            row_code(cells(x), cells(o), setup.width())
        };
        writer.write(code, lane_bits(setup));
    }
    writer.into_bit_string()
}

const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// X's stones from the bottom up, with a one bit above the top stone.
fn column_code(x: u64, o: u64) -> u64 {
    x | ((x | o) + 1)
}

/// A number in base three with the leftmost cell most significant: 0 empty, 1 X, 2 O.
fn row_code(x: u64, o: u64, width: u8) -> u64 {
    (0..width).fold(0, |code, column| code * 3 + (x >> column & 1) + 2 * (o >> column & 1))
}

/// Decodes a packed position from exactly its bits.
pub fn read(bits: &BitString) -> Result<Connect, PackError> {
    let mut reader = bits.reader();
    let position = read_from(&mut reader)?;
    let (setup, wanted) = (*position.setup(), reader.position());
    if wanted < bits.len() {
        return Err(PackError::Length { setup, wanted, found: bits.len() });
    }
    Ok(position)
}

/// Decodes a packed position from bytes: its bits, zero-padded to whole bytes.
pub fn read_bytes(bytes: &[u8]) -> Result<Connect, PackError> {
    let mut reader = BitReader::new(bytes);
    let position = read_from(&mut reader)?;
    let (setup, used) = (*position.setup(), reader.position());
    if bytes.len() > bytes_for(used) {
        return Err(PackError::Bytes { setup, wanted: bytes_for(used), found: bytes.len() });
    }
    if !reader.rest_is_zero() {
        return Err(PackError::Padding(used));
    }
    Ok(position)
}

fn read_from(reader: &mut BitReader<'_>) -> Result<Connect, PackError> {
    let setup = read_setup(reader)?;
    let mut stones = [Wide::NONE; 2];
    for lane in 0..setup.lanes() {
        let at = reader.position();
        let code = reader.read(lane_bits(&setup))?;
        let cells = if setup.gravity() {
            read_column(code, lane, at, &setup)?
        } else {
            read_row(code, lane, at, &setup)?
        };
        for (side, cells) in stones.iter_mut().zip(cells) {
            *side = *side | cells.wide().up(lane * setup.stride());
        }
    }
    Ok(Connect::from_stones(&setup, stones)?)
}

/// Decodes the set-up, leaving the reader at the first lane.
pub(crate) fn read_setup(reader: &mut BitReader<'_>) -> Result<ConnectSetup, PackError> {
    let mut ahead = reader.clone();
    if ahead.read(ESCAPE_BITS)? != 0 {
        return Ok(ConnectSetup::default());
    }
    let setup = ConnectSetup::read(&mut ahead).map_err(|error| match error {
        SetupError::Cut(error) => PackError::Cut(error),
        other => PackError::Setup(other),
    })?;
    if setup == ConnectSetup::default() {
        return Err(PackError::DefaultSetup);
    }
    *reader = ahead;
    Ok(setup)
}

/// The stones of X and O in a column.
fn read_column(
    code: u64,
    lane: u32,
    at: usize,
    setup: &ConnectSetup,
) -> Result<[u64; 2], PackError> {
    let Some(height) = code.checked_ilog2() else {
        return Err(PackError::NoTop { lane, at, width: lane_bits(setup) as usize });
    };
    let x = code & mask(height);
    Ok([x, mask(height) & !x])
}

/// The stones of X and O in a row.
fn read_row(code: u64, lane: u32, at: usize, setup: &ConnectSetup) -> Result<[u64; 2], PackError> {
    let count = row_count(setup);
    if code >= count {
        let width = lane_bits(setup) as usize;
        return Err(PackError::Row { lane, at, width, value: code, count });
    }
    let mut rest = code;
    let mut stones = [0; 2];
    for column in (0..setup.width()).rev() {
        if let Some(side) = (rest % 3).checked_sub(1) {
            stones[side as usize] |= 1 << column;
        }
        rest /= 3;
    }
    Ok(stones)
}
