//! A match in progress.

use crate::{Entry, Event, Head, SeatHolder};

/// A match in progress: its state is the head with all entries applied in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// The start of the log.
    pub head: Head,
    /// All entries since then.
    pub entries: Vec<Entry>,
}

impl Running {
    /// The current holders of the seats.
    pub fn seats(&self) -> [SeatHolder; 2] {
        self.head.seats_after(&self.entries)
    }

    /// Whether a seat is still open.
    pub fn is_open(&self) -> bool {
        self.seats().contains(&SeatHolder::Open)
    }
}

impl Head {
    /// The holders of the seats after these entries.
    pub fn seats_after(&self, entries: &[Entry]) -> [SeatHolder; 2] {
        let mut seats = self.seats;
        for entry in entries {
            if let Event::Join { seat, key, .. } = &entry.event
                && let Some(holder) = seats.get_mut(seat.index())
            {
                *holder = SeatHolder::Person(*key);
            }
        }
        seats
    }
}
