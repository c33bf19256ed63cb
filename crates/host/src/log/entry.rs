//! One entry of a match's log.

use ennead_game::Seat;

use crate::{PlayerName, SeatKey};

/// An event in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Choices were made, including those of chance and forced ones.
    Choices(Vec<u32>),
    /// A person took an open seat.
    Join {
        /// The seat.
        seat: Seat,
        /// The key of the player's token.
        key: SeatKey,
        /// The player's name, if given.
        name: Option<PlayerName>,
    },
    /// This seat offered a draw.
    Offer(Seat),
    /// This seat declined a draw offer.
    Decline(Seat),
    /// This seat resigned.
    Resign(Seat),
    /// This seat ran out of time.
    Timeout(Seat),
    /// Both seats agreed on a draw.
    Agree,
    /// The match was called off.
    Abandon,
    /// This seat requested a takeback.
    AskTakeback(Seat),
    /// This seat declined a takeback.
    DeclineTakeback(Seat),
}

/// An event and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Milliseconds since the match was created.
    pub at: u64,
    /// The event.
    pub event: Event,
}
