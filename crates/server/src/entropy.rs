//! Random numbers from the operating system.

use ennead_game::Random;

/// Random numbers from the operating system, for ids, tokens and shuffles that nobody can guess.
///
/// # Panics
/// If the system has none: a server that cannot keep secrets must not continue.
pub(crate) struct Entropy;

impl Random for Entropy {
    fn next_u64(&mut self) -> u64 {
        #[cfg(feature = "simulation")]
        if let Some(number) = crate::simulation::seeded_number() {
            return number;
        }
        getrandom::u64().expect("the system provides random numbers")
    }
}
