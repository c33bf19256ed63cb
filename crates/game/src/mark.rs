//! The marks X and O.

use std::fmt;

use crate::Seat;

/// A mark. X belongs to the first seat, even if O moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The first seat's mark.
    X,
    /// The second seat's mark.
    O,
}

impl Mark {
    /// The seat that plays this mark.
    pub const fn seat(self) -> Seat {
        match self {
            Mark::X => Seat::FIRST,
            Mark::O => Seat::SECOND,
        }
    }

    /// The mark that a seat plays.
    pub const fn of(seat: Seat) -> Mark {
        if seat.0 == 0 { Mark::X } else { Mark::O }
    }

    /// The other mark.
    #[must_use]
    pub const fn other(self) -> Mark {
        match self {
            Mark::X => Mark::O,
            Mark::O => Mark::X,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mark::X => "X",
            Mark::O => "O",
        })
    }
}
