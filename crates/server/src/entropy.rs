//! Random numbers from the operating system.

use ennead_game::Random;

/// Random numbers from the operating system, for unpredictable ids, tokens and shuffles.
///
/// # Panics
/// If the system provides none: a server that cannot keep secrets must not continue.
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
