//! The results of the closed grids: what two-grid endgames are sorted by.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use ennead_game::nine::{CELLS, FULL, Mask, bit, cells};
use thiserror::Error;

use super::prospect::{score, with_result};
use crate::{Flat, GridResult, Rules};

/// The results of seven closed grids, as text with a `.` for each of the two open ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// The grids that X and O have won; drawn ones are in both.
    pub(super) won: (Mask, Mask),
    /// The open grids in ascending order.
    pub(super) open: [u8; 2],
    pub(super) rules: Rules,
}

/// Why there is no endgame with two open grids.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResultsError {
    /// Not nine letters of the notation.
    #[error("results are nine of X, O, B (drawn) and . (open), row by row, not {0:?}")]
    Text(String),
    /// Another number of open grids.
    #[error("exactly two grids must be open (.), not {0}")]
    Open(usize),
    /// Nothing is left to play.
    #[error("the game is already over with these results")]
    Over,
    /// Won grids stay playable.
    #[error("with open rules closed grids matter, so there are no tables")]
    OpenRules,
}

impl Results {
    /// Reads nine letters, such as `XOX.OB.XO`.
    pub fn parse(text: &str, rules: Rules) -> Result<Results, ResultsError> {
        let wrong = || ResultsError::Text(text.chars().take(CELLS + 1).collect());
        if text.len() != CELLS {
            return Err(wrong());
        }
        let mut won = (0, 0);
        for (grid, letter) in text.chars().enumerate() {
            let result = match letter {
                'X' => GridResult::X,
                'O' => GridResult::O,
                'B' => GridResult::Both,
                '.' => continue,
                _ => return Err(wrong()),
            };
            won = with_result(won, bit(grid as u8), result);
        }
        Results::new(won, rules)
    }

    /// The results of a board with two open grids.
    pub fn of_board(board: &Flat) -> Result<Results, ResultsError> {
        Results::new(board.won(), board.rules())
    }

    fn new(won: (Mask, Mask), rules: Rules) -> Result<Results, ResultsError> {
        if rules == Rules::Open {
            return Err(ResultsError::OpenRules);
        }
        let open: Vec<u8> = cells(FULL & !(won.0 | won.1)).collect();
        let &[first, second] = open.as_slice() else {
            return Err(ResultsError::Open(open.len()));
        };
        if score(won, rules).is_some() {
            return Err(ResultsError::Over);
        }
        Ok(Results { won, open: [first, second], rules })
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }
}

impl Display for Results {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for grid in cells(FULL) {
            let is_in = |won: Mask| won & bit(grid) != 0;
            let result = GridResult::of_bits(is_in(self.won.0), is_in(self.won.1));
            write!(out, "{}", result.map_or('.', GridResult::letter))?;
        }
        Ok(())
    }
}

/// Reads the results with the rules before them, as in `classic XOX.OB.XO`.
impl FromStr for Results {
    type Err = ResultsError;

    fn from_str(text: &str) -> Result<Results, ResultsError> {
        let wrong = || ResultsError::Text(text.chars().take(2 * CELLS).collect());
        let (rules, results) = text.split_once(' ').ok_or_else(wrong)?;
        let rules = Rules::ALL.into_iter().find(|known| known.name() == rules);
        Results::parse(results, rules.ok_or_else(wrong)?)
    }
}
