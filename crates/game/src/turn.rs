//! Seats, turns and outcomes.

use std::fmt;

use crate::PlayError;

/// A player's place in a match, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that moves first in most games: X, or player one.
    pub const FIRST: Seat = Seat(0);
    /// The second seat.
    pub const SECOND: Seat = Seat(1);
    /// Both seats.
    pub const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

    /// The opponent's seat.
    ///
    /// ```
    /// use ennead_game::Seat;
    /// assert_eq!(Seat::FIRST.other(), Seat::SECOND);
    /// ```
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The seat as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0 + 1)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A win for a seat.
    Win(Seat),
    /// A draw.
    Draw,
}

impl Outcome {
    /// 1 if `seat` won, -1 if it lost, 0 for a draw.
    pub fn score(self, seat: Seat) -> i32 {
        match self {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == seat => 1,
            Outcome::Win(_) => -1,
        }
    }
}

/// Who chooses next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A seat.
    Seat(Seat),
    /// Chance, with every option equally likely: a shuffle or a die.
    Chance,
    /// Nobody, because the game is over.
    Over(Outcome),
}

impl Turn {
    /// Rejects a turn or a win of a seat that matches do not have: there are two, 0 and 1.
    ///
    /// ```
    /// use ennead_game::{Outcome, Seat, Turn};
    /// assert!(Turn::Seat(Seat::SECOND).check_seat().is_ok());
    /// let error = Turn::Over(Outcome::Win(Seat(2))).check_seat().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the rules name seat 2, but a match has two seats, 0 and 1"
    /// );
    /// ```
    pub fn check_seat(self) -> Result<(), PlayError> {
        match self {
            Turn::Seat(seat) | Turn::Over(Outcome::Win(seat)) if !Seat::BOTH.contains(&seat) => {
                Err(PlayError::UnknownSeat(seat))
            }
            _ => Ok(()),
        }
    }
}

/// A viewer of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// The player at a seat.
    Seat(Seat),
    /// A spectator.
    Spectator,
}

impl Viewer {
    /// Both seats and the spectator.
    pub const ALL: [Viewer; 3] =
        [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator];

    /// The viewer's place in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        match self {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator => Seat::BOTH.len(),
        }
    }
}
