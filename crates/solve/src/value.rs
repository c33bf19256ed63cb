//! What a position is worth.

use std::cmp::Ordering;
use std::fmt;

/// What a position is worth under perfect play to the seat that chooses next, with the number of single moves to the end.
/// The winner hurries and the loser delays. In a position that is over it is the seat that would be next.
///
/// Values are ordered from the worst to the best.
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
    /// Lost, after this many moves of both seats.
    Loss(u32),
    /// Neither seat can force a win.
    Draw,
    /// Won, after this many moves of both seats.
    Win(u32),
}

impl Value {
    /// What a move is worth to whoever makes it, if it leads to a position of this value.
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

    /// How many moves are left until the win or the loss; none for a draw.
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

    /// A number that is higher for a better value.
    const fn rank(self) -> i64 {
        const BEYOND: i64 = 1 << 32;
        match self {
            Value::Loss(moves) => moves as i64 - BEYOND,
            Value::Draw => 0,
            Value::Win(moves) => BEYOND - moves as i64,
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
