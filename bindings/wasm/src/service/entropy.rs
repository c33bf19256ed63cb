//! Random numbers from a seed drawn by the page.

use ennead_game::Random;

/// A generator that is unpredictable without the seed: the keystream of keyed BLAKE3.
pub(crate) struct Entropy(blake3::OutputReader);

impl Entropy {
    pub(crate) fn new(seed: [u8; 32]) -> Entropy {
        Entropy(blake3::Hasher::new_keyed(&seed).finalize_xof())
    }
}

impl Random for Entropy {
    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }
}
