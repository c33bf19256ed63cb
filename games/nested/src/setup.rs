//! The set-up: depth, first player and rules.
//!
//! In a record's header:
//!
//! ```text
//! | first 1 | rules 2 | depth - 1: 5 |               depth 1 to 31
//! | first 1 | rules 2 | 11111        | depth - 32: 10 |   deeper
//! ```

use std::fmt;

use ennead_bits::{BitReader, BitWriter};
use ennead_game::{Meaning, OptionError, OptionSpec, Setup, SetupError, Values};
use thiserror::Error;

use crate::Mark;

/// The highest depth of a game.
pub const MAX_DEPTH: u32 = 1000;
/// The only depth of open rules.
const OPEN_DEPTH: u32 = 2;
/// Value of the short depth field if the depth follows in the long one.
const LONG: u32 = 31;
const SHORT_BITS: u32 = 5;
const LONG_BITS: u32 = 10;

/// What happens to drawn and won grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// A full grid without a line counts for both players.
    #[default]
    Both,
    /// A full grid without a line counts for neither player and blocks.
    Classic,
    /// As classic, but if nobody has a line in the top grid, the player with more grids in it wins.
    Count,
    /// Depth 2 only: a won grid stays playable until it is full; a drawn one counts for neither
    /// player.
    Open,
}

impl Rules {
    /// All rules, in the order of their numbers.
    pub const ALL: [Rules; 4] = [Rules::Both, Rules::Classic, Rules::Count, Rules::Open];
    const NAMES: &'static [&'static str] = &["both", "classic", "count", "open"];

    /// The name of the rules.
    pub const fn name(self) -> &'static str {
        Rules::NAMES[self as usize]
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The set-up of a nested game: depth from 1 to [`MAX_DEPTH`], first player, and rules.
///
/// ```
/// use ennead_nested::{Mark, NestedSetup, Rules};
/// assert_eq!(NestedSetup::default(), NestedSetup::new(2, Mark::X, Rules::Both)?);
/// assert_eq!(
///     NestedSetup::new(3, Mark::X, Rules::Open).unwrap_err().to_string(),
///     "open rules are for depth 2 only, not for depth 3"
/// );
/// # Ok::<(), ennead_nested::CombinationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NestedSetup {
    depth: u32,
    first: Mark,
    rules: Rules,
}

impl Default for NestedSetup {
    fn default() -> Self {
        NestedSetup { depth: 2, first: Mark::X, rules: Rules::Both }
    }
}

/// A depth that is out of range or incompatible with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CombinationError {
    /// The depth is out of range.
    #[error("depth {0} is out of range: it is a number from 1 to {MAX_DEPTH}")]
    Depth(u32),
    /// Open rules at a depth other than 2.
    #[error("open rules are for depth {OPEN_DEPTH} only, not for depth {0}")]
    Open(u32),
}

impl NestedSetup {
    /// Creates a set-up, if depth and rules are compatible.
    pub fn new(depth: u32, first: Mark, rules: Rules) -> Result<Self, CombinationError> {
        if !(1..=MAX_DEPTH).contains(&depth) {
            return Err(CombinationError::Depth(depth));
        }
        if rules == Rules::Open && depth != OPEN_DEPTH {
            return Err(CombinationError::Open(depth));
        }
        Ok(NestedSetup { depth, first, rules })
    }

    /// Number of levels of grids; 1 is plain tic-tac-toe.
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The player who moves first.
    pub const fn first(&self) -> Mark {
        self.first
    }

    /// The rules of the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }
}

const RULES: [Meaning; 4] = [
    Meaning { title: "For both", about: "A full grid without a line counts for both players." },
    Meaning { title: "Classic", about: "A full grid without a line counts for nobody." },
    Meaning {
        title: "Count",
        about: "As classic, but without a line at the top the player with more grids wins.",
    },
    Meaning {
        title: "Open",
        about: "As classic, but a won grid stays playable until it is full. For depth 2 only.",
    },
];

impl Setup for NestedSetup {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "depth",
            values: Values::Numbers(1, MAX_DEPTH),
            default: "2",
            help: "levels of grids; 1 is plain tic-tac-toe",
        },
        OptionSpec {
            name: "first",
            values: Values::Words(&["X", "O"]),
            default: "X",
            help: "the player who moves first",
        },
        OptionSpec {
            name: "rules",
            values: Values::Words(Rules::NAMES),
            default: "both",
            help: "a drawn grid counts for both players, or for neither (classic, count, open)",
        },
    ];

    fn meanings(option: &str) -> &'static [Meaning] {
        if option == "rules" { &RULES } else { &[] }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
        let mut wanted = *self;
        match name {
            "depth" => wanted.depth = value.parse().unwrap_or_default(),
            "first" => wanted.first = if value == "O" { Mark::O } else { Mark::X },
            _ => {
                let found = Rules::ALL.into_iter().find(|rules| rules.name() == value);
                wanted.rules = found.unwrap_or_default();
            }
        }
        *self = NestedSetup::new(wanted.depth, wanted.first, wanted.rules)
            .map_err(|error| option_error(name, value, error))?;
        Ok(())
    }

    fn get(&self, name: &str) -> String {
        match name {
            "depth" => self.depth.to_string(),
            "first" => self.first.to_string(),
            _ => self.rules.to_string(),
        }
    }

    fn write(&self, writer: &mut BitWriter) {
        writer.write_bit(self.first == Mark::O);
        writer.write(self.rules as u64, 2);
        if self.depth <= LONG {
            writer.write(u64::from(self.depth - 1), SHORT_BITS);
        } else {
            writer.write(u64::from(LONG), SHORT_BITS);
            writer.write(u64::from(self.depth - LONG - 1), LONG_BITS);
        }
    }

    fn read(reader: &mut BitReader<'_>) -> Result<Self, SetupError> {
        let first = if reader.read_bit()? { Mark::O } else { Mark::X };
        let rules = Rules::ALL[reader.read(2)? as usize];
        let mut depth = reader.read(SHORT_BITS)? as u32 + 1;
        if depth > LONG {
            depth += reader.read(LONG_BITS)? as u32;
        }
        NestedSetup::new(depth, first, rules).map_err(|error| match error {
            CombinationError::Depth(depth) => SetupError::Field {
                field: "depth",
                value: depth.into(),
                right: "it is a number from 1 to 1000",
            },
            CombinationError::Open(depth) => SetupError::Field {
                field: "depth",
                value: depth.into(),
                right: "open rules are for depth 2 only",
            },
        })
    }
}

fn option_error(name: &str, value: &str, error: CombinationError) -> OptionError {
    let (name, allowed) = match (name, error) {
        (_, CombinationError::Depth(_)) => ("depth", format!("a number from 1 to {MAX_DEPTH}")),
        ("depth", CombinationError::Open(_)) => ("depth", format!("{OPEN_DEPTH} with open rules")),
        (_, CombinationError::Open(depth)) => {
            ("rules", format!("for depth {OPEN_DEPTH} only, not for depth {depth}"))
        }
    };
    OptionError::Value { name, value: value.to_string(), allowed }
}
