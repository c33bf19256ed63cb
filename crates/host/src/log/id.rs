//! Match ids.

use std::fmt;
use std::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use thiserror::Error;

/// 2026-01-01T00:00:00Z as Unix time in milliseconds.
const EPOCH: u64 = 1_767_225_600_000;
/// The resolution of an id's time, in milliseconds.
const UNIT: u64 = 16_000;
const RANDOM_BITS: u32 = 35;
const TIME_BITS: u32 = 28;
const RANDOM_MASK: u64 = (1 << RANDOM_BITS) - 1;
const TIME_MASK: u64 = (1 << TIME_BITS) - 1;
/// The highest id: 28 bits of time and 35 random ones.
const MAX: u64 = (1 << (RANDOM_BITS + TIME_BITS)) - 1;

/// A match id: 28 bits of time in units of 16 seconds since 2026, and 35 random bits.
///
/// Ids sort by time, so "newest first" is primary-key order. They are hard to guess, but grant
/// nothing: a token protects each seat.
///
/// ```
/// use ennead_host::MatchId;
/// let id = MatchId::new(1_800_000_000_000, 7);
/// assert_eq!(id.to_string(), "APoMgAAAAAc");
/// assert_eq!("APoMgAAAAAc".parse(), Ok(id));
/// assert_eq!(MatchId::from_bytes(id.to_bytes()), Some(id));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(u64);

impl MatchId {
    /// Creates an id for a match that begins at this time, with the low 35 bits of `random`.
    pub fn new(unix_ms: u64, random: u64) -> Self {
        let time = (unix_ms.saturating_sub(EPOCH) / UNIT).min(TIME_MASK);
        MatchId(time << RANDOM_BITS | random & RANDOM_MASK)
    }

    /// The id with this number; `None` if it needs more than 63 bits.
    pub const fn from_u64(number: u64) -> Option<Self> {
        if number <= MAX { Some(MatchId(number)) } else { None }
    }

    /// The id as a 63-bit number.
    pub const fn as_u64(self) -> u64 {
        self.0
    }

    /// The id with these bytes; `None` if the highest bit is set.
    pub const fn from_bytes(bytes: [u8; 8]) -> Option<Self> {
        Self::from_u64(u64::from_be_bytes(bytes))
    }

    /// The id's bytes, in big-endian order.
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The start of the id's time unit, as Unix time in milliseconds.
    pub const fn unix_ms(self) -> u64 {
        EPOCH + (self.0 >> RANDOM_BITS) * UNIT
    }

    /// The id as a signed number, as databases store it; never negative.
    pub const fn as_i64(self) -> i64 {
        self.0 as i64
    }

    /// The id with this signed number; `None` if it is negative.
    pub fn from_i64(number: i64) -> Option<Self> {
        u64::try_from(number).ok().and_then(Self::from_u64)
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64URL_NOPAD.encode(&self.to_bytes()))
    }
}

/// Text that is not a match id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a match id: 11 characters of base64url, the first below 'g'")]
pub struct MatchIdError {
    text: String,
}

impl FromStr for MatchId {
    type Err = MatchIdError;

    fn from_str(text: &str) -> Result<Self, MatchIdError> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok();
        let id = bytes.and_then(|bytes| bytes.try_into().ok()).and_then(Self::from_bytes);
        // The text may be hostile and long, so the error quotes only its beginning.
        id.ok_or_else(|| MatchIdError { text: text.chars().take(16).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_order_by_time() {
        assert!(MatchId::new(EPOCH, u64::MAX) < MatchId::new(EPOCH + UNIT, 0));
        assert_eq!(MatchId::new(EPOCH + UNIT - 1, 3), MatchId::new(EPOCH, 3));
    }

    #[test]
    fn out_of_range_times_are_clamped() {
        assert_eq!(MatchId::new(0, 0).as_u64(), 0);
        assert_eq!(MatchId::new(u64::MAX, u64::MAX).as_u64(), MAX);
    }

    #[test]
    fn the_time_is_that_of_the_unit() {
        assert_eq!(MatchId::new(EPOCH + 5 * UNIT + 123, 9).unix_ms(), EPOCH + 5 * UNIT);
    }

    #[test]
    fn invalid_texts_are_rejected() {
        for text in [
            "",
            "AAAAAAAAAA",
            "AAAAAAAAAAAA",
            "gAAAAAAAAAA",
            "AAAAAAAAAAB",
            "AAAAAAAAA+A",
            "ÄAAAAAAAAA",
        ] {
            assert!(text.parse::<MatchId>().is_err(), "{text}");
        }
        let error = "gAAAAAAAAAA".parse::<MatchId>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"gAAAAAAAAAA\" is not a match id: 11 characters of base64url, the first below 'g'"
        );
    }

    #[test]
    fn ids_above_63_bits_are_rejected() {
        assert_eq!(MatchId::from_u64(1 << 63), None);
        assert_eq!(MatchId::from_bytes([0xff; 8]), None);
        assert_eq!(MatchId::from_i64(-1), None);
    }
}
