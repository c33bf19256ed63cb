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
/// use ennead_solve::SolvedValue;
/// assert!(SolvedValue::Loss(2) < SolvedValue::Loss(4));
/// assert!(SolvedValue::Loss(4) < SolvedValue::Draw);
/// assert!(SolvedValue::Draw < SolvedValue::Win(5));
/// assert!(SolvedValue::Win(5) < SolvedValue::Win(1));
/// assert_eq!(SolvedValue::Win(5).to_string(), "win in 5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolvedValue {
    /// A loss after this many moves of both seats.
    Loss(u32),
    /// Neither seat can force a win.
    Draw,
    /// A win after this many moves of both seats.
    Win(u32),
}

impl SolvedValue {
    /// The value of a move for the seat that makes it, if it leads to a position of this value.
    ///
    /// ```
    /// use ennead_solve::SolvedValue;
    /// assert_eq!(SolvedValue::Loss(0).before(), SolvedValue::Win(1));
    /// ```
    #[must_use]
    pub const fn before(self) -> SolvedValue {
        match self {
            SolvedValue::Loss(moves) => SolvedValue::Win(moves.saturating_add(1)),
            SolvedValue::Draw => SolvedValue::Draw,
            SolvedValue::Win(moves) => SolvedValue::Loss(moves.saturating_add(1)),
        }
    }

    /// The value of a move for the seat that makes it, if it leads to a position of this value in
    /// which the same seat moves again.
    ///
    /// ```
    /// use ennead_solve::SolvedValue;
    /// assert_eq!(SolvedValue::Loss(4).before_another(), SolvedValue::Loss(5));
    /// ```
    #[must_use]
    pub const fn before_another(self) -> SolvedValue {
        match self {
            SolvedValue::Loss(moves) => SolvedValue::Loss(moves.saturating_add(1)),
            SolvedValue::Draw => SolvedValue::Draw,
            SolvedValue::Win(moves) => SolvedValue::Win(moves.saturating_add(1)),
        }
    }

    /// Number of moves until the win or loss; `None` for a draw.
    pub const fn moves(self) -> Option<u32> {
        match self {
            SolvedValue::Loss(moves) | SolvedValue::Win(moves) => Some(moves),
            SolvedValue::Draw => None,
        }
    }

    /// `win`, `loss` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            SolvedValue::Loss(_) => "loss",
            SolvedValue::Draw => "draw",
            SolvedValue::Win(_) => "win",
        }
    }

    /// A number that increases with the value.
    const fn rank(self) -> i64 {
        const ABOVE_ALL_DEPTHS: i64 = 1 << 32;
        match self {
            SolvedValue::Loss(moves) => moves as i64 - ABOVE_ALL_DEPTHS,
            SolvedValue::Draw => 0,
            SolvedValue::Win(moves) => ABOVE_ALL_DEPTHS - moves as i64,
        }
    }
}

impl Ord for SolvedValue {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for SolvedValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for SolvedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves() {
            Some(moves) => f.pad(&format!("{} in {moves}", self.name())),
            None => f.pad(self.name()),
        }
    }
}
