//! Results of the closed grids, which index two-grid endgames.

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

/// Why results do not describe a two-grid endgame.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResultsError {
    /// The text is not nine letters of the notation.
    #[error("results are nine of X, O, B (drawn) and . (open), row by row, not {0:?}")]
    Text(String),
    /// The number of open grids is not two.
    #[error("exactly two grids must be open (.), not {0}")]
    Open(usize),
    /// The game is already over.
    #[error("the game is already over with these results")]
    Over,
    /// Under open rules won grids stay playable.
    #[error("there are no tables for open rules, under which won grids stay playable")]
    OpenRules,
}

impl Results {
    /// Parses nine letters, such as `XOX.OB.XO`.
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

/// Parses the rules followed by the results, as in `classic XOX.OB.XO`.
impl FromStr for Results {
    type Err = ResultsError;

    fn from_str(text: &str) -> Result<Results, ResultsError> {
        let wrong = || ResultsError::Text(text.chars().take(2 * CELLS).collect());
        let (rules, results) = text.split_once(' ').ok_or_else(wrong)?;
        let rules = Rules::ALL.into_iter().find(|known| known.name() == rules);
        Results::parse(results, rules.ok_or_else(wrong)?)
    }
}
