//! Where chance comes from.

use ennead_game::{Random, SplitMix64};

use crate::PlayError;

/// The system's entropy, or numbers that follow from a seed.
pub(crate) enum Source {
    System,
    Seeded(SplitMix64),
}

impl Source {
    /// The source that a seed asks for, once it is known to work.
    pub(crate) fn new(seed: Option<u64>) -> Result<Source, PlayError> {
        if let Some(seed) = seed {
            return Ok(Source::Seeded(SplitMix64::new(seed)));
        }
        getrandom::u64().map_err(|error| PlayError::Random(error.to_string()))?;
        Ok(Source::System)
    }
}

impl Random for Source {
    fn next_u64(&mut self) -> u64 {
        match self {
            Source::System => getrandom::u64().expect("the system has given random numbers before"),
            Source::Seeded(generator) => generator.next_u64(),
        }
    }
}
