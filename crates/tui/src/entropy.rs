//! The source of randomness.

use ennead_game::{Random, SplitMix64};

use crate::ClientError;

/// The system's entropy, or numbers derived from a seed.
pub(crate) enum Entropy {
    System,
    Seeded(SplitMix64),
}

impl Entropy {
    /// The source for a seed, or the system's after checking that it works.
    pub(crate) fn new(seed: Option<u64>) -> Result<Entropy, ClientError> {
        if let Some(seed) = seed {
            return Ok(Entropy::Seeded(SplitMix64::new(seed)));
        }
        getrandom::u64().map_err(|error| ClientError::Random(error.to_string()))?;
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
