//! A match that goes on.

use crate::{Entry, Event, Head, SeatHolder};

/// A match that goes on: its state is what the entries make of the head, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// What it began with.
    pub head: Head,
    /// What happened since.
    pub entries: Vec<Entry>,
}

impl Running {
    /// Who holds the seats now.
    pub fn seats(&self) -> [SeatHolder; 2] {
        seats(&self.head, &self.entries)
    }

    /// Whether a seat is still open.
    pub fn is_open(&self) -> bool {
        self.seats().contains(&SeatHolder::Open)
    }
}

/// Who holds the seats after these entries.
pub(crate) fn seats(head: &Head, entries: &[Entry]) -> [SeatHolder; 2] {
    let mut seats = head.seats;
    for entry in entries {
        if let Event::Join { seat, key } = &entry.event
            && let Some(holder) = seats.get_mut(seat.index())
        {
            *holder = SeatHolder::Person(*key);
        }
    }
    seats
}
