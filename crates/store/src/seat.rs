//! Who sits where.

use crate::Key;
use crate::key::{MARK_BYTES, equal};

/// Who holds a seat of a running match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatHolder {
    /// Whoever has the token of this key.
    Person(Key),
    /// Nobody yet: the first who comes.
    Open,
    /// A bot of this level.
    Bot(u8),
}

/// Who held a seat of a match that is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PastSeat {
    /// A person, by the first half of the key.
    Person([u8; MARK_BYTES]),
    /// Nobody ever came.
    Open,
    /// A bot of this level.
    Bot(u8),
}

impl PastSeat {
    /// Whether the token held this seat, in a time that does not depend on the bytes.
    pub fn matches(&self, token: &[u8; 16]) -> bool {
        match self {
            PastSeat::Person(mark) => equal(mark, &Key::of(token).mark()),
            PastSeat::Open | PastSeat::Bot(_) => false,
        }
    }
}

impl From<SeatHolder> for PastSeat {
    fn from(holder: SeatHolder) -> Self {
        match holder {
            SeatHolder::Person(key) => PastSeat::Person(key.mark()),
            SeatHolder::Open => PastSeat::Open,
            SeatHolder::Bot(level) => PastSeat::Bot(level),
        }
    }
}

impl std::fmt::Debug for PastSeat {
    /// Keys do not belong in logs, not even half of one.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PastSeat::Person(_) => f.write_str("Person(..)"),
            PastSeat::Open => f.write_str("Open"),
            PastSeat::Bot(level) => write!(f, "Bot({level})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_key_still_proves_the_seat() {
        let seat = PastSeat::from(SeatHolder::Person(Key::of(&[5; 16])));
        assert!(seat.matches(&[5; 16]));
        assert!(!seat.matches(&[6; 16]));
        assert!(!PastSeat::Open.matches(&[5; 16]));
        assert!(!PastSeat::Bot(1).matches(&[5; 16]));
        assert_eq!(format!("{seat:?}"), "Person(..)");
    }
}
