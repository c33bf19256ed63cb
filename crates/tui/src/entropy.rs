//! The source of chance.

use ennead_game::{Random, SplitMix64};

use crate::PlayError;

/// The system's entropy, or numbers that follow from a seed.
pub(crate) enum Entropy {
    System,
    Seeded(SplitMix64),
}

impl Entropy {
    /// The source for a seed, or the system's once it has proved to work.
    pub(crate) fn new(seed: Option<u64>) -> Result<Entropy, PlayError> {
        if let Some(seed) = seed {
            return Ok(Entropy::Seeded(SplitMix64::new(seed)));
        }
        getrandom::u64().map_err(|error| PlayError::Random(error.to_string()))?;
        Ok(Entropy::System)
    }
}

impl Random for Entropy {
    fn next_u64(&mut self) -> u64 {
        match self {
            Entropy::System => {
                getrandom::u64().expect("the system has given random numbers before")
            }
            Entropy::Seeded(generator) => generator.next_u64(),
        }
    }
}
