//! Secrets from the system: ids, tokens and shuffles that nobody can guess.

use ennead_game::Random;

/// The system's random numbers.
///
/// # Panics
/// If the system has none: a server that cannot keep secrets must not go on.
pub(crate) struct Entropy;

impl Random for Entropy {
    fn next_u64(&mut self) -> u64 {
        getrandom::u64().expect("the system gives random numbers")
    }
}

/// A token that nobody can guess.
pub(crate) fn token() -> [u8; 16] {
    let mut token = [0; 16];
    getrandom::fill(&mut token).expect("the system gives random numbers");
    token
}
