//! What happens in a match, one entry at a time.

use ennead_game::Seat;

use crate::Key;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Choices were made, those of chance and lone ones included.
    Choices(Vec<u32>),
    /// Someone took an open seat.
    Join {
        /// Which one.
        seat: Seat,
        /// What proves that it is held.
        key: Key,
    },
    /// A draw was offered.
    Offer(Seat),
    /// An offer was declined by this seat.
    Decline(Seat),
    /// A player gave up.
    Resign(Seat),
    /// A player's time ran out.
    Timeout(Seat),
    /// Both agreed on a draw.
    Agree,
    /// The match was called off.
    Abandon,
}

/// An event and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Milliseconds since the match was created.
    pub at: u64,
    /// What happened.
    pub event: Event,
}
