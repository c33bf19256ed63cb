//! Values of positions.

use std::cmp::Ordering;
use std::fmt;

/// The value of a position under perfect play for the seat that chooses next, with the number of
/// single moves to the end. The winner plays for the shortest line, the loser for the longest. In a
/// final position it is the value for the seat that would be next.
///
/// Values are ordered from worst to best.
///
/// ```
/// use ennead_solve::Value;
/// assert!(Value::Loss(2) < Value::Loss(4));
/// assert!(Value::Loss(4) < Value::Draw);
/// assert!(Value::Draw < Value::Win(5));
/// assert!(Value::Win(5) < Value::Win(1));
/// assert_eq!(Value::Win(5).to_string(), "win in 5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A loss after this many moves of both seats.
    Loss(u32),
    /// Neither seat can force a win.
    Draw,
    /// A win after this many moves of both seats.
    Win(u32),
}

impl Value {
    /// The value of a move for the seat that makes it, if it leads to a position of this value.
    ///
    /// ```
    /// use ennead_solve::Value;
    /// assert_eq!(Value::Loss(0).before(), Value::Win(1));
    /// ```
    #[must_use]
    pub const fn before(self) -> Value {
        match self {
            Value::Loss(moves) => Value::Win(moves.saturating_add(1)),
            Value::Draw => Value::Draw,
            Value::Win(moves) => Value::Loss(moves.saturating_add(1)),
        }
    }

    /// Number of moves until the win or loss; `None` for a draw.
    pub const fn moves(self) -> Option<u32> {
        match self {
            Value::Loss(moves) | Value::Win(moves) => Some(moves),
            Value::Draw => None,
        }
    }

    /// `win`, `loss` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Loss(_) => "loss",
            Value::Draw => "draw",
            Value::Win(_) => "win",
        }
    }

    /// A number that increases with the value.
    const fn rank(self) -> i64 {
        const ABOVE_ALL_DEPTHS: i64 = 1 << 32;
        match self {
            Value::Loss(moves) => moves as i64 - ABOVE_ALL_DEPTHS,
            Value::Draw => 0,
            Value::Win(moves) => ABOVE_ALL_DEPTHS - moves as i64,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves() {
            Some(moves) => f.pad(&format!("{} in {moves}", self.name())),
            None => f.pad(self.name()),
        }
    }
}
