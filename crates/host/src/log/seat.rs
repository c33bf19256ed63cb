//! Who plays a seat.

use crate::SeatKey;

/// The holder of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatHolder {
    /// The person with the token of this key.
    Person(SeatKey),
    /// Nobody yet: the seat goes to the first person who joins.
    Open,
    /// A bot of this level.
    Bot(u8),
}
