//! Set-ups: width, height, length of a line and gravity.
//!
//! In a record's header, present only if it is not the default:
//!
//! ```text
//! | width - 2: 4 | height - 2: 4 | gravity 1 (on = 1) | line - 3: 3 | padding 4 |
//! ```

use std::fmt;

use ennead_bits::{BitReader, BitWriter};
use ennead_game::{Meaning, OptionError, OptionSpec, Setup, SetupError, Values};
use thiserror::Error;

/// The shortest side of a board.
pub const MIN_SIDE: u8 = 2;
/// The longest side of a board.
pub const MAX_SIDE: u8 = 15;
/// The shortest line that wins.
pub const MIN_LINE: u8 = 3;
/// The longest line that wins.
pub const MAX_LINE: u8 = 8;

const SIDE_BITS: u32 = 4;
const LINE_BITS: u32 = 3;
/// Size of a set-up in a header, in bits.
pub(crate) const SETUP_BITS: u32 = 2 * SIDE_BITS + 1 + LINE_BITS;

const SIDE_RIGHT: &str = "it is a number from 2 to 15, written less 2";
const LINE_RIGHT: &str = "it is a number from 3 to 8, written less 3";

/// The set-up of a match: the board, the number of stones in a row that wins, and whether stones
/// fall.
///
/// A line too long for either side can never be completed; such a match is legal and ends in a
/// draw.
///
/// ```
/// use ennead_connect::ConnectSetup;
/// let gomoku = ConnectSetup::new(15, 15, 5, false)?;
/// assert_eq!((gomoku.width(), gomoku.cells(), gomoku.gravity()), (15, 225, false));
/// assert_eq!(ConnectSetup::default(), ConnectSetup::new(7, 6, 4, true)?);
/// assert_eq!(
///     ConnectSetup::new(16, 6, 4, true).unwrap_err().to_string(),
///     "width 16 is out of range: it is a number from 2 to 15"
/// );
/// # Ok::<(), ennead_connect::RangeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectSetup {
    width: u8,
    height: u8,
    line: u8,
    gravity: bool,
}

impl Default for ConnectSetup {
    fn default() -> Self {
        ConnectSetup { width: 7, height: 6, line: 4, gravity: true }
    }
}

/// A width, height or line out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{field} {value} is out of range: it is a number from {low} to {high}")]
pub struct RangeError {
    /// `width`, `height` or `line`.
    pub field: &'static str,
    /// The value given.
    pub value: u8,
    /// The lowest value.
    pub low: u8,
    /// The highest value.
    pub high: u8,
}

impl ConnectSetup {
    /// Creates a set-up, if every number is in range.
    pub fn new(width: u8, height: u8, line: u8, gravity: bool) -> Result<Self, RangeError> {
        check("width", width, MIN_SIDE, MAX_SIDE)?;
        check("height", height, MIN_SIDE, MAX_SIDE)?;
        check("line", line, MIN_LINE, MAX_LINE)?;
        Ok(ConnectSetup { width, height, line, gravity })
    }

    /// The number of columns.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// The minimum number of stones in a row that wins.
    pub const fn line(&self) -> u8 {
        self.line
    }

    /// Whether stones fall to the lowest free cell of their column.
    pub const fn gravity(&self) -> bool {
        self.gravity
    }

    /// The number of cells.
    pub const fn cells(&self) -> u8 {
        self.width * self.height
    }

    /// The value of `--gravity`.
    pub(crate) const fn gravity_word(&self) -> &'static str {
        if self.gravity { "on" } else { "off" }
    }
}

impl fmt::Display for ConnectSetup {
    /// A short description: `7 x 6, 4 in a row, gravity on`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConnectSetup { width, height, line, .. } = self;
        write!(f, "{width} x {height}, {line} in a row, gravity {}", self.gravity_word())
    }
}

fn check(field: &'static str, value: u8, low: u8, high: u8) -> Result<(), RangeError> {
    if (low..=high).contains(&value) { Ok(()) } else { Err(RangeError { field, value, low, high }) }
}

const GRAVITY: [Meaning; 2] = [
    Meaning { title: "On", about: "A stone falls to the lowest free cell of its column." },
    Meaning { title: "Off", about: "A stone stays on whichever empty cell it is placed." },
];

const SIDES: Values = Values::Numbers(MIN_SIDE as u32, MAX_SIDE as u32);

impl Setup for ConnectSetup {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "width", values: SIDES, default: "7", help: "columns of the board" },
        OptionSpec { name: "height", values: SIDES, default: "6", help: "rows of the board" },
        OptionSpec {
            name: "line",
            values: Values::Numbers(MIN_LINE as u32, MAX_LINE as u32),
            default: "4",
            help: "minimum number of stones in a row that wins",
        },
        OptionSpec {
            name: "gravity",
            values: Values::Words(&["on", "off"]),
            default: "on",
            help: "stones fall to the lowest free cell of their column",
        },
    ];

    fn meanings(option: &str) -> &'static [Meaning] {
        if option == "gravity" { &GRAVITY } else { &[] }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
        let mut wanted = *self;
        // Text that is not a number becomes 0, which is outside every range.
        let number = || value.parse().unwrap_or(0);
        match name {
            "width" => wanted.width = number(),
            "height" => wanted.height = number(),
            "line" => wanted.line = number(),
            _ => wanted.gravity = value == "on",
        }
        let ConnectSetup { width, height, line, gravity } = wanted;
        *self = ConnectSetup::new(width, height, line, gravity).map_err(|error| {
            OptionError::Value {
                name: error.field,
                value: value.to_string(),
                allowed: format!("a number from {} to {}", error.low, error.high),
            }
        })?;
        Ok(())
    }

    fn get(&self, name: &str) -> String {
        match name {
            "width" => self.width.to_string(),
            "height" => self.height.to_string(),
            "line" => self.line.to_string(),
            _ => self.gravity_word().to_string(),
        }
    }

    fn write(&self, writer: &mut BitWriter) {
        writer.write(u64::from(self.width - MIN_SIDE), SIDE_BITS);
        writer.write(u64::from(self.height - MIN_SIDE), SIDE_BITS);
        writer.write_bit(self.gravity);
        writer.write(u64::from(self.line - MIN_LINE), LINE_BITS);
    }

    fn read(reader: &mut BitReader<'_>) -> Result<Self, SetupError> {
        let width = reader.read(SIDE_BITS)? as u8 + MIN_SIDE;
        let height = reader.read(SIDE_BITS)? as u8 + MIN_SIDE;
        let gravity = reader.read_bit()?;
        let line = reader.read(LINE_BITS)? as u8 + MIN_LINE;
        ConnectSetup::new(width, height, line, gravity).map_err(|error| SetupError::Field {
            field: error.field,
            value: error.value.into(),
            right: if error.field == "line" { LINE_RIGHT } else { SIDE_RIGHT },
        })
    }
}
