//! Prospects: the outcome of the game as a function of the result of its last open grid.

use ennead_game::nine::Mask;
use ennead_game::{Outcome, Seat};

use crate::grid_result::outcome;
use crate::{GridResult, Rules};

/// Number of prospects.
pub(super) const PROSPECTS: usize = 27;
/// The results of a grid, in the order of [`Prospect`].
pub(super) const RESULTS: [GridResult; 3] = [GridResult::X, GridResult::O, GridResult::Both];

/// The outcome of the game if X wins the last open grid, if O wins it, and if it is drawn: 1 for a
/// win of X, 0 for a draw, -1 for a win of O.
pub(super) type Prospect = [i8; RESULTS.len()];

/// The grids that X and O have won, after adding a result. Drawn grids are in both.
pub(super) fn with_result((x, o): (Mask, Mask), grid: Mask, result: GridResult) -> (Mask, Mask) {
    let part = |is_in| if is_in { grid } else { 0 };
    (x | part(result.is_x()), o | part(result.is_o()))
}

/// The outcome for X, once the game is over.
pub(super) fn score((x, o): (Mask, Mask), rules: Rules) -> Option<i8> {
    Some(match outcome(x, o, rules, 2)? {
        Outcome::Win(Seat::FIRST) => 1,
        Outcome::Win(_) => -1,
        Outcome::Draw => 0,
    })
}

/// The prospect with one open grid, or `None` if others are open too.
pub(super) fn prospect(won: (Mask, Mask), last: Mask, rules: Rules) -> Option<Prospect> {
    let [x, o, drawn] = RESULTS.map(|result| score(with_result(won, last, result), rules));
    Some([x?, o?, drawn?])
}

/// The number of a prospect, below [`PROSPECTS`].
pub(super) fn number(prospect: Prospect) -> usize {
    prospect.iter().fold(0, |number, score| number * 3 + (score + 1) as usize)
}

/// The prospect with the given number.
pub(super) fn of_number(number: usize) -> Prospect {
    let digit = |power: usize| (number / power % 3) as i8 - 1;
    [digit(9), digit(3), digit(1)]
}
