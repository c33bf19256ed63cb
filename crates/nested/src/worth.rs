//! What a grid can be worth.

use ennead_game::nine::{FULL, Mask, has_line};
use ennead_game::{Outcome, Seat};

use crate::Rules;

/// What a decided grid is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// X has won it.
    X,
    /// O has won it.
    O,
    /// Full without a line, or lines for both at once. It counts for both or for nobody, as the rules say.
    Both,
}

impl Worth {
    /// The letter of the text form.
    pub const fn letter(self) -> char {
        match self {
            Worth::X => 'X',
            Worth::O => 'O',
            Worth::Both => 'B',
        }
    }

    pub(crate) const fn of_bits(x: bool, o: bool) -> Option<Worth> {
        match (x, o) {
            (true, true) => Some(Worth::Both),
            (true, false) => Some(Worth::X),
            (false, true) => Some(Worth::O),
            (false, false) => None,
        }
    }

    pub(crate) const fn is_x(self) -> bool {
        matches!(self, Worth::X | Worth::Both)
    }

    pub(crate) const fn is_o(self) -> bool {
        matches!(self, Worth::O | Worth::Both)
    }
}

/// What a grid with these cells is worth, once it is decided. Cells that are worth "both" stand in both masks.
#[inline]
pub(crate) fn worth(x: Mask, o: Mask, rules: Rules) -> Option<Worth> {
    let (x_line, o_line) = match rules {
        Rules::Both => (has_line(x), has_line(o)),
        Rules::Classic | Rules::Count | Rules::Open => (has_line(x & !o), has_line(o & !x)),
    };
    match Worth::of_bits(x_line, o_line) {
        None if x | o == FULL => Some(Worth::Both),
        decided => decided,
    }
}

/// How a game with these cells in its top grid ended, if it has.
pub(crate) fn outcome(x: Mask, o: Mask, rules: Rules, depth: u32) -> Option<Outcome> {
    Some(match worth(x, o, rules)? {
        Worth::X => Outcome::Win(Seat::FIRST),
        Worth::O => Outcome::Win(Seat::SECOND),
        Worth::Both if rules == Rules::Count && depth > 1 => {
            more_grids((x & !o).count_ones(), (o & !x).count_ones())
        }
        Worth::Both => Outcome::Draw,
    })
}

fn more_grids(x: u32, o: u32) -> Outcome {
    match x.cmp(&o) {
        std::cmp::Ordering::Greater => Outcome::Win(Seat::FIRST),
        std::cmp::Ordering::Less => Outcome::Win(Seat::SECOND),
        std::cmp::Ordering::Equal => Outcome::Draw,
    }
}

/// Whether some one cell, when it was decided last, can have decided the whole grid.
pub(crate) fn decided_by_last_cell(x: Mask, o: Mask, rules: Rules) -> bool {
    ennead_game::nine::cells(x | o).any(|cell| {
        let rest = !ennead_game::nine::bit(cell);
        worth(x & rest, o & rest, rules).is_none()
    })
}

pub(crate) fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Seat::FIRST) => "X has won",
        Outcome::Win(_) => "O has won",
        Outcome::Draw => "it is a draw",
    }
}
