//! `nested.pack`: a position with everything needed to continue the game, in few bits.
//!
//! A header holds the depth and the rules. The body is a list of bounded choices: the grids, the
//! turn and the target. At depth 2 each grid is one choice (`pack_flat.rs`); at other depths grids
//! are written from the top down, and untouched ones cost almost nothing (`pack_tree.rs`).

use ennead_bits::{ChoiceDecoder, ChoiceEncoder, ChoiceError};
use ennead_game::Outcome;
use thiserror::Error;

use super::{pack_flat, pack_tree};
use crate::Mark;
use crate::rules::Representation;
use crate::{CombinationError, MAX_DEPTH, Nested, NestedSetup, Path, Rules};

/// The only supported version.
pub const VERSION: u8 = 1;
/// Value of the depth field if the depth follows in further bytes.
const LONG: u8 = 15;
/// Maximum size at depth 2 with the default rules, including the header.
pub const MAX_FLAT_BYTES: usize = HEADER_BYTES + FLAT_BODY_BYTES;
const HEADER_BYTES: usize = 1;
const FLAT_BODY_BYTES: usize = 16;

/// A position that cannot be packed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a half-made move cannot be packed: it has begun with {0}")]
pub struct HalfMadeError(pub Path);

/// Bytes that are not a packed position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PackError {
    /// The value is empty.
    #[error("a packed position has at least one byte")]
    Empty,
    /// The version is not supported.
    #[error("pack version {0} (byte 0) is not supported: expected version {VERSION}")]
    Version(u8),
    /// The depth is truncated, not in its shortest form, or out of range.
    #[error(
        "the depth (from byte {at}) is cut off, not in its shortest form, or not from 1 to \
         {MAX_DEPTH}"
    )]
    Depth {
        /// Offset of its first byte.
        at: usize,
    },
    /// Depth and rules are incompatible.
    #[error("byte 0: {0}")]
    Combination(#[from] CombinationError),
    /// The body does not encode a list of choices.
    #[error("pack body: {0}")]
    Choice(#[from] ChoiceError),
    /// A grid is encoded as open, but its cells decide it.
    #[error("{} is encoded as open, but its cells decide it", grid_name(.0))]
    Decided(Path),
    /// A grid is encoded as touched, but it is empty.
    #[error("{} is encoded as touched, but it is empty", grid_name(.0))]
    Untouched(Path),
    /// One open cell among untouched ones is not encoded in its shorter form.
    #[error(
        "{} has one open cell and eight untouched ones, but is not encoded in that form",
        grid_name(.0)
    )]
    Single(Path),
    /// The top grid was decided before its last cell.
    #[error("the top grid was decided before its last cell, but the game ends when it is decided")]
    PlayedOn,
    /// X and O have not alternated.
    #[error("{x} X and {o} O with {mover} to move, but X and O move in turn")]
    Counts {
        /// Number of X.
        x: u64,
        /// Number of O.
        o: u64,
        /// The player to move, or who would move next if the game were not over.
        mover: Mark,
    },
    /// The player may move anywhere, but no grid is closed.
    #[error(
        "the player is free to move anywhere, but that requires a decided or full grid, or an \
         empty board"
    )]
    Free,
    /// The player is sent to a grid before the first move.
    #[error("the player is sent to grid {0} before the first move")]
    SentFirst(Path),
}

fn grid_name(path: &Path) -> String {
    if path.cells().is_empty() { "the top grid".into() } else { format!("grid {path}") }
}

/// Packs a position.
///
/// ```
/// use ennead_game::Game;
/// use ennead_nested::{Nested, NestedSetup, formats::pack};
/// let mut position = Nested::new(&NestedSetup::default());
/// position.place(&"5.5".parse()?)?;
/// let bytes = pack::write(&position)?;
/// assert!(bytes.len() <= pack::MAX_FLAT_BYTES);
/// assert_eq!(pack::read(&bytes)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(position: &Nested) -> Result<Vec<u8>, HalfMadeError> {
    let begun = position.half_made();
    if !begun.cells().is_empty() {
        return Err(HalfMadeError(begun));
    }
    Ok(write_before(position))
}

/// Packs the position before the half-made move, if there is one.
pub(crate) fn write_before(position: &Nested) -> Vec<u8> {
    let mut bytes = header(position.depth(), position.rules());
    let mut encoder = ChoiceEncoder::new();
    match &position.0 {
        Representation::Flat(flat) => pack_flat::write(flat, &mut encoder),
        Representation::Tree(tree) => pack_tree::write(tree, &mut encoder),
    }
    bytes.extend(encoder.finish());
    bytes
}

/// Decodes a packed position.
pub fn read(bytes: &[u8]) -> Result<Nested, PackError> {
    let (depth, rules, at) = read_header(bytes)?;
    let setup = NestedSetup::new(depth, Mark::X, rules)?;
    let mut decoder = ChoiceDecoder::new(&bytes[at..]);
    let board = read_body(&setup, &mut decoder).and_then(|board| Ok((board, decoder.finish()?)));
    let (board, ()) = board.map_err(|error| match error {
        PackError::Choice(error) => PackError::Choice(move_offset(error, at)),
        other => other,
    })?;
    Ok(Nested(board))
}

fn read_body(
    setup: &NestedSetup,
    decoder: &mut ChoiceDecoder<'_>,
) -> Result<Representation, PackError> {
    if setup.depth() == 2 {
        return Ok(Representation::Flat(pack_flat::read(setup.rules(), decoder)?));
    }
    Ok(Representation::Tree(Box::new(pack_tree::read(setup, decoder)?)))
}

fn header(depth: u32, rules: Rules) -> Vec<u8> {
    let short = depth.min(u32::from(LONG)) as u8;
    let mut bytes = vec![VERSION << 6 | (rules as u8) << 4 | short];
    if let Some(rest) = depth.checked_sub(LONG.into()) {
        if rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            bytes.push((rest >> 7) as u8);
        } else {
            bytes.push(rest as u8);
        }
    }
    bytes
}

/// Depth, rules, and the offset of the body.
pub(crate) fn read_header(bytes: &[u8]) -> Result<(u32, Rules, usize), PackError> {
    let first = *bytes.first().ok_or(PackError::Empty)?;
    if first >> 6 != VERSION {
        return Err(PackError::Version(first >> 6));
    }
    let rules = Rules::ALL[usize::from(first >> 4 & 0b11)];
    match first & 0x0f {
        0 => Err(PackError::Depth { at: 0 }),
        LONG => {
            let (rest, length) = read_rest(&bytes[1..]).ok_or(PackError::Depth { at: 1 })?;
            Ok((rest + u32::from(LONG), rules, 1 + length))
        }
        depth => Ok((depth.into(), rules, 1)),
    }
}

/// Reads one or two bytes, low bits first. `None` if they are truncated, or if one byte would
/// suffice.
fn read_rest(bytes: &[u8]) -> Option<(u32, usize)> {
    let low = *bytes.first()?;
    if low < 0x80 {
        return Some((low.into(), 1));
    }
    let high = *bytes.get(1)?;
    let rest = u32::from(low & 0x7f) | u32::from(high) << 7;
    (high != 0 && rest + u32::from(LONG) <= MAX_DEPTH).then_some((rest, 2))
}

/// Facts about the grids that determine whether turn and target are consistent.
#[derive(Default)]
pub(crate) struct Consistency {
    pub(crate) x: u64,
    pub(crate) o: u64,
    /// Whether marks were dropped because their grid was replaced by its result.
    pub(crate) hidden: bool,
    /// Whether a grid is no longer playable.
    pub(crate) closed: bool,
}

impl Consistency {
    /// Checks that turn and target are consistent with the grids.
    pub(crate) fn check(
        &self,
        mover: Mark,
        target: Option<&[u8]>,
        depth: u32,
    ) -> Result<(), PackError> {
        self.check_counts(mover)?;
        let placed = self.x + self.o > 0 || self.hidden;
        match target {
            Some(target) if !placed => Err(PackError::SentFirst(Path::new(target))),
            None if placed && !self.closed && depth > 1 => Err(PackError::Free),
            _ => Ok(()),
        }
    }

    /// Checks that the winner moved last.
    pub(crate) fn check_over(&self, outcome: Outcome) -> Result<(), PackError> {
        self.check_counts(match outcome {
            Outcome::Win(winner) => Mark::of(winner).other(),
            Outcome::Draw if self.x < self.o => Mark::X,
            Outcome::Draw => Mark::O,
        })
    }

    /// While all marks are on the board, the player to move has as many as the opponent or one
    /// fewer.
    fn check_counts(&self, mover: Mark) -> Result<(), PackError> {
        let Consistency { x, o, .. } = *self;
        let (ours, theirs) = if mover == Mark::X { (x, o) } else { (o, x) };
        if self.hidden || theirs == ours || theirs == ours + 1 {
            return Ok(());
        }
        Err(PackError::Counts { x, o, mover })
    }
}

/// Makes the offset of an error relative to the start of the value instead of the body.
fn move_offset(error: ChoiceError, by: usize) -> ChoiceError {
    match error {
        ChoiceError::Truncated { at } => ChoiceError::Truncated { at: at + by },
        ChoiceError::Trailing { at, extra } => ChoiceError::Trailing { at: at + by, extra },
        ChoiceError::NotCanonical { at } => ChoiceError::NotCanonical { at: at + by },
    }
}

/// Encodes the turn, in either kind of body.
pub(crate) fn put_turn(mover: Mark, encoder: &mut ChoiceEncoder) {
    encoder.put(mover as u32, 2);
}

pub(crate) fn take_turn(decoder: &mut ChoiceDecoder<'_>) -> Result<Mark, ChoiceError> {
    Ok(if decoder.take(2)? == 0 { Mark::X } else { Mark::O })
}
