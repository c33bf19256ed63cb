//! Keys: stored proofs of the right to a seat.

use std::fmt;

/// The first 16 bytes of the BLAKE3 hash of a seat's token. The token itself is never stored.
///
/// ```
/// use ennead_host::SeatKey;
/// let token = [7; 16];
/// assert!(SeatKey::of(&token).matches(&token));
/// assert!(!SeatKey::of(&token).matches(&[8; 16]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeatKey([u8; 16]);

impl SeatKey {
    /// The key of a token.
    pub fn of(token: &[u8; 16]) -> Self {
        let hash = blake3::hash(token);
        SeatKey(std::array::from_fn(|at| hash.as_bytes()[at]))
    }

    /// A key from its stored bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        SeatKey(bytes)
    }

    /// The key's bytes.
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// Whether this is the key of the token, compared in constant time.
    pub fn matches(&self, token: &[u8; 16]) -> bool {
        equal(&self.0, &SeatKey::of(token).0)
    }
}

impl fmt::Debug for SeatKey {
    /// Prints nothing of the key: keys do not belong in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey(..)")
    }
}

/// Compares in constant time, as BLAKE3 does for its hashes.
fn equal<const N: usize>(a: &[u8; N], b: &[u8; N]) -> bool {
    let padded = |bytes: &[u8; N]| {
        blake3::Hash::from_bytes(std::array::from_fn(|at| bytes.get(at).copied().unwrap_or(0)))
    };
    padded(a) == padded(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_the_start_of_the_hash() {
        let hash = blake3::hash(&[1; 16]);
        assert_eq!(SeatKey::of(&[1; 16]).to_bytes(), hash.as_bytes()[..16]);
    }

    #[test]
    fn every_byte_counts() {
        let key = [9; 16];
        for at in 0..16 {
            let mut other = key;
            other[at] ^= 1;
            assert!(!equal(&key, &other));
        }
        assert!(equal(&key, &key));
    }

    #[test]
    fn a_key_is_not_printed() {
        assert_eq!(format!("{:?}", SeatKey::of(&[1; 16])), "SeatKey(..)");
    }
}
