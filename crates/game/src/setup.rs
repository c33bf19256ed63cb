//! Set-ups: what can differ between matches of a game.

use std::fmt::Debug;

use ennead_bits::{BitReader, BitWriter, ReadError};
use thiserror::Error;

use crate::{Game, Meaning, OptionError, OptionSpec, Options};

/// An invalid set-up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The input ends inside the set-up.
    #[error("the set-up is cut short: {0}")]
    Cut(#[from] ReadError),
    /// A field has an invalid value.
    #[error("the set-up's {field} cannot be {value}: {right}")]
    Field {
        /// The field.
        field: &'static str,
        /// The value found.
        value: u64,
        /// The values that would be accepted.
        right: &'static str,
    },
    /// An option is not accepted.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// A game's set-up. The default is the usual form of the game and takes no space in a record.
pub trait Setup: Clone + Eq + Debug + Default + Send + Sync + 'static {
    /// The options, for command lines and forms.
    const OPTIONS: &'static [OptionSpec];

    /// The meanings of an option's words, in the same order; empty where the words explain
    /// themselves.
    fn meanings(_option: &str) -> &'static [Meaning] {
        &[]
    }

    /// Sets an option to a value that its [`OptionSpec`] accepts.
    fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError>;

    /// The value of an option as text.
    fn get(&self, name: &str) -> String;

    /// Writes the set-up into a record's header.
    fn write(&self, writer: &mut BitWriter);

    /// Decodes the output of [`write`](Self::write) and rejects everything else.
    fn read(reader: &mut BitReader<'_>) -> Result<Self, SetupError>;

    /// The set-up described by options that may also serve other purposes: options that are not in
    /// [`OPTIONS`](Self::OPTIONS) are ignored. [`setup_of`] rejects them.
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

/// The set-up of a game that options describe. Rejects options that the set-up does not have.
pub fn setup_of<G: Game>(options: &Options) -> Result<G::Setup, SetupError> {
    options.check(G::ID, G::Setup::OPTIONS)?;
    G::Setup::from_options(options)
}

/// The set-up of a game without variants.
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
