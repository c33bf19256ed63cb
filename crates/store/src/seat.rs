//! Who sits where.

use crate::Key;

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatHolder {
    /// Whoever has the token of this key.
    Person(Key),
    /// Nobody yet: the first who comes.
    Open,
    /// A bot of this level.
    Bot(u8),
}
