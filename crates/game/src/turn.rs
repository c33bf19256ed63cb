//! Who chooses next, and how a game ends.

use std::fmt;

/// A place at the table, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that moves first in most games: X, player one.
    pub const FIRST: Seat = Seat(0);
    /// The other seat of a game for two.
    pub const SECOND: Seat = Seat(1);
    /// Both seats of a game for two.
    pub const BOTH: [Seat; 2] = [Seat::FIRST, Seat::SECOND];

    /// The opponent in a game for two.
    ///
    /// ```
    /// use ennead_game::Seat;
    /// assert_eq!(Seat::FIRST.other(), Seat::SECOND);
    /// ```
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The seat as an index.
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
    /// One seat has won.
    Win(Seat),
    /// Nobody has.
    Draw,
}

impl Outcome {
    /// 1 for a win of `seat`, -1 for a loss, 0 for a draw.
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
    /// A player.
    Seat(Seat),
    /// Nobody: a shuffle or a die decides, every option equally likely.
    Chance,
    /// Nobody: the game is over.
    Over(Outcome),
}

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Someone who only watches.
    Spectator,
}

impl Viewer {
    /// Both seats of a game for two, and the spectator.
    pub const ALL: [Viewer; 3] = [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator];
}
