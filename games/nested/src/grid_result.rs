//! Results of grids.

use ennead_game::nine::{FULL, Mask, has_line};
use ennead_game::{Outcome, Seat};

use crate::Rules;

/// The result of a decided grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridResult {
    /// X has won it.
    X,
    /// O has won it.
    O,
    /// Full without a line, or with lines of both players at once. Depending on the rules, it
    /// counts for both players or for neither.
    Both,
}

impl GridResult {
    /// The letter of the text form.
    pub const fn letter(self) -> char {
        match self {
            GridResult::X => 'X',
            GridResult::O => 'O',
            GridResult::Both => 'B',
        }
    }

    pub(crate) const fn of_bits(x: bool, o: bool) -> Option<GridResult> {
        match (x, o) {
            (true, true) => Some(GridResult::Both),
            (true, false) => Some(GridResult::X),
            (false, true) => Some(GridResult::O),
            (false, false) => None,
        }
    }

    pub(crate) const fn is_x(self) -> bool {
        matches!(self, GridResult::X | GridResult::Both)
    }

    pub(crate) const fn is_o(self) -> bool {
        matches!(self, GridResult::O | GridResult::Both)
    }
}

/// The result of a grid with these cells, if it is decided. Cells with the result "both" are in
/// both masks.
#[inline]
pub(crate) fn result(x: Mask, o: Mask, rules: Rules) -> Option<GridResult> {
    let (x_cells, o_cells) = line_cells(x, o, rules);
    match GridResult::of_bits(has_line(x_cells), has_line(o_cells)) {
        None if x | o == FULL => Some(GridResult::Both),
        decided => decided,
    }
}

/// The cells that count towards lines of X and O.
#[inline]
pub(crate) const fn line_cells(x: Mask, o: Mask, rules: Rules) -> (Mask, Mask) {
    match rules {
        Rules::Both => (x, o),
        Rules::Classic | Rules::Count | Rules::Open => (x & !o, o & !x),
    }
}

/// The outcome of a game whose top grid has these cells, if it is over.
pub(crate) fn outcome(x: Mask, o: Mask, rules: Rules, depth: u32) -> Option<Outcome> {
    Some(match result(x, o, rules)? {
        GridResult::X => Outcome::Win(Seat::FIRST),
        GridResult::O => Outcome::Win(Seat::SECOND),
        GridResult::Both if rules == Rules::Count && depth > 1 => {
            more_grids((x & !o).count_ones(), (o & !x).count_ones())
        }
        GridResult::Both => Outcome::Draw,
    })
}

fn more_grids(x: u32, o: u32) -> Outcome {
    match x.cmp(&o) {
        std::cmp::Ordering::Greater => Outcome::Win(Seat::FIRST),
        std::cmp::Ordering::Less => Outcome::Win(Seat::SECOND),
        std::cmp::Ordering::Equal => Outcome::Draw,
    }
}

/// Whether the last cell can have decided the grid: some cell exists without which it is undecided.
pub(crate) fn decided_by_last_cell(x: Mask, o: Mask, rules: Rules) -> bool {
    ennead_game::nine::cells(x | o).any(|cell| {
        let rest = !ennead_game::nine::bit(cell);
        result(x & rest, o & rest, rules).is_none()
    })
}

pub(crate) fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Seat::FIRST) => "X has won",
        Outcome::Win(_) => "O has won",
        Outcome::Draw => "it is a draw",
    }
}
