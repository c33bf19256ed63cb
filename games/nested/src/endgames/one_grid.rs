//! One open grid: 27 prospects, 11,093 fillings and two players to move make 599,022 states. They
//! are computed in milliseconds on first use and take two bits each.

use std::sync::LazyLock;

use ennead_game::nine::{bit, cells};

use super::Tally;
use super::open_fillings::{STEPS, Step, descendants};
use super::prospect::{PROSPECTS, Prospect, number, of_number, prospect};
use crate::filling::{OPEN_FILLINGS, rank};
use crate::{Flat, Mark, Rules};

const STATES: usize = PROSPECTS * OPEN_FILLINGS as usize * 2;
const PER_BYTE: usize = 4;

/// The values of all states for the player to move, two bits each: 0 for a loss, 1 for a draw, 2
/// for a win.
pub(super) struct OneGridTable {
    values: Vec<u8>,
}

pub(super) static TABLE: LazyLock<OneGridTable> = LazyLock::new(OneGridTable::new);

/// Statistics of all endgames with one open grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneGrid {
    /// Number of states by value. A state is a prospect, a filling and a player to move.
    pub tally: Tally,
    /// The BLAKE3 digest of the values, in hexadecimal.
    pub digest: String,
}

impl OneGrid {
    /// Computes the table on first use, and returns its statistics.
    pub fn get() -> OneGrid {
        let mut counts = [0; 3];
        for state in 0..STATES {
            counts[usize::from(TABLE.at(state))] += 1;
        }
        OneGrid {
            tally: Tally { lost: counts[0], drawn: counts[1], won: counts[2] },
            digest: blake3::hash(&TABLE.values).to_hex().to_string(),
        }
    }
}

/// The value, for the player to move, of a position with exactly one open grid: 1 for a win, 0 for
/// a draw, -1 for a loss. `None` for other positions and under open rules.
///
/// ```
/// use ennead_nested::{Flat, Mark, Rules, endgames::one_grid_value};
/// assert_eq!(one_grid_value(&Flat::new(Mark::X, Rules::Both)), None);
/// ```
pub fn one_grid_value(board: &Flat) -> Option<i8> {
    let open = board.playable();
    if board.rules() == Rules::Open || !open.is_power_of_two() {
        return None;
    }
    let grid = cells(open).next()?;
    let (x, o) = board.marks(grid);
    let prospect = prospect(board.won(), bit(grid), board.rules())?;
    Some(TABLE.value(number(prospect), rank(x, o) as u16, board.mover()) as i8 - 1)
}

fn state(prospect: usize, filling: u16, mover: Mark) -> usize {
    (prospect * OPEN_FILLINGS as usize + usize::from(filling)) * 2 + mover as usize
}

impl OneGridTable {
    fn new() -> Self {
        let mut table = OneGridTable { values: vec![0; STATES.div_ceil(PER_BYTE)] };
        let fillings = descendants((0, 0));
        for number in 0..PROSPECTS {
            for filling in &fillings {
                for mover in [Mark::X, Mark::O] {
                    let value = table.best(number, *filling, mover);
                    let state = state(number, *filling, mover);
                    table.values[state / PER_BYTE] |= value << (state % PER_BYTE * 2);
                }
            }
        }
        table
    }

    /// The best value that the player to move can achieve.
    fn best(&self, number: usize, filling: u16, mover: Mark) -> u8 {
        let prospect = of_number(number);
        let after = |step: &Step| match step {
            Step::Open(next) => 2 - self.value(number, *next, mover.other()),
            Step::Closed(result) => value_for(mover, prospect, *result as usize),
        };
        let steps = &STEPS[usize::from(filling)][mover as usize];
        steps.iter().map(|(_, step)| after(step)).max().unwrap_or_default()
    }

    /// The value for the player to move: 0, 1 or 2.
    pub(super) fn value(&self, prospect: usize, filling: u16, mover: Mark) -> u8 {
        self.at(state(prospect, filling, mover))
    }

    fn at(&self, state: usize) -> u8 {
        self.values[state / PER_BYTE] >> (state % PER_BYTE * 2) & 3
    }
}

fn value_for(mover: Mark, prospect: Prospect, result: usize) -> u8 {
    outcome_value(mover, prospect[result])
}

/// The value, for `mover`, of an outcome given as 1, 0 or -1 for X.
pub(super) fn outcome_value(mover: Mark, score: i8) -> u8 {
    (1 + if mover == Mark::X { score } else { -score }) as u8
}
