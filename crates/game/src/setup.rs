//! What may differ from match to match.

use std::fmt::Debug;

use ennead_bits::{BitReader, BitWriter, ReadError};
use thiserror::Error;

use crate::{Meaning, OptionError, OptionSpec, Options};

/// A set-up that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The bytes end early.
    #[error("the set-up is cut short: {0}")]
    Cut(#[from] ReadError),
    /// A field has a value that it cannot have.
    #[error("the set-up's {field} cannot be {value}: {right}")]
    Field {
        /// The field.
        field: &'static str,
        /// What was found.
        value: u64,
        /// What would be right.
        right: &'static str,
    },
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// A game's set-up. The default is the game as most people play it, and costs a record nothing.
pub trait Setup: Clone + Eq + Debug + Default + Send + Sync + 'static {
    /// The options, for command lines and forms.
    const OPTIONS: &'static [OptionSpec];

    /// What the words of an option stand for, in their order; none where they speak for themselves.
    fn meanings(_option: &str) -> &'static [Meaning] {
        &[]
    }

    /// Sets an option; its value has been checked against its [`OptionSpec`].
    fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError>;

    /// The value of an option as text.
    fn get(&self, name: &str) -> String;

    /// Writes the set-up into a record's header.
    fn write(&self, writer: &mut BitWriter);

    /// Reads what [`write`](Self::write) has written, and nothing else.
    fn read(reader: &mut BitReader<'_>) -> Result<Self, SetupError>;

    /// The set-up that options ask for. Options that belong to something else are passed over:
    /// check them first with [`Options::check`].
    fn from_options(options: &Options) -> Result<Self, SetupError> {
        let mut setup = Self::default();
        for spec in Self::OPTIONS {
            if let Some(value) = options.get(spec.name) {
                spec.check(value)?;
                setup.set(spec.name, value)?;
            }
        }
        Ok(setup)
    }
}

/// The set-up of a game that has only one.
impl Setup for () {
    const OPTIONS: &'static [OptionSpec] = &[];

    fn set(&mut self, _: &str, _: &str) -> Result<(), SetupError> {
        Ok(())
    }

    fn get(&self, _: &str) -> String {
        String::new()
    }

    fn write(&self, _: &mut BitWriter) {}

    fn read(_: &mut BitReader<'_>) -> Result<Self, SetupError> {
        Ok(())
    }
}
