//! Two open grids: all positions that share the results of the other seven.

use ennead_game::nine::{Mask, bit};

use super::one_grid::{TABLE, outcome_value};
use super::open_fillings::{CellStep, STEPS, Step, descendants};
use super::prospect::{RESULTS, number, prospect, score, with_result};
use super::results::Results;
use crate::filling::{OPEN_FILLINGS, rank};
use crate::{Flat, Mark};

/// Mask of a value: 0 for a loss of the player to move, 1 for a draw, 2 for a win.
const VALUE: u8 = 0b11;
const MOVERS: [Mark; 2] = [Mark::X, Mark::O];

/// All endgames that share the results of the seven closed grids: the values of every pair of open
/// fillings, for each player to move and each grid the player may be sent to.
///
/// A byte holds the four values of a pair, two bits each. A player who is sent to a closed grid may
/// play in either open grid, and gets the better of two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    results: Results,
    /// The row of each filling of the first grid, and the column of each filling of the second.
    places: [Vec<u16>; 2],
    columns: usize,
    pub(super) pairs: Vec<u8>,
}

/// Number of states by value for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// States that the player to move wins.
    pub won: u64,
    /// Drawn states.
    pub drawn: u64,
    /// States that the player to move loses.
    pub lost: u64,
}

impl Tally {
    /// Number of all states.
    pub fn states(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// The rest of the game after one of the two grids is closed.
enum Rest {
    Over(i8),
    /// The number of the other grid's prospect.
    Open(usize),
}

/// Data about both grids that generation needs.
struct Generator {
    /// Indexed by open grid and its result.
    rests: [[Rest; RESULTS.len()]; 2],
    fillings: [Vec<u16>; 2],
}

impl Slice {
    /// Computes the values of all positions.
    pub fn generate(results: Results) -> Slice {
        Self::generate_from(results, [(0, 0); 2])
    }

    /// Computes the values of the positions that can follow from these marks in the open grids.
    pub(super) fn generate_from(results: Results, base: [(Mask, Mask); 2]) -> Slice {
        let fillings = base.map(descendants);
        let mut slice = Slice::empty(results, &fillings);
        let generator = Generator { rests: rests(&results), fillings };
        for row in 0..generator.fillings[0].len() {
            slice.fill_row(row, &generator);
        }
        slice
    }

    fn empty(results: Results, fillings: &[Vec<u16>; 2]) -> Slice {
        let place = |fillings: &Vec<u16>| {
            let mut places = vec![u16::MAX; OPEN_FILLINGS as usize];
            for (place, filling) in fillings.iter().enumerate() {
                places[usize::from(*filling)] = place as u16;
            }
            places
        };
        let [rows, columns] = [fillings[0].len(), fillings[1].len()];
        let places = [place(&fillings[0]), place(&fillings[1])];
        Slice { results, places, columns, pairs: vec![0; rows * columns] }
    }

    /// A slice of all fillings, from its bytes.
    pub(super) fn of_pairs(results: Results, pairs: Vec<u8>) -> Option<Slice> {
        let all = descendants((0, 0));
        let slice = Slice::empty(results, &[all.clone(), all]);
        (slice.pairs.len() == pairs.len() && pairs.iter().all(|pair| is_valid(*pair)))
            .then_some(Slice { pairs, ..slice })
    }

    /// The results that all positions share.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Number of states by value. A state is a pair of fillings, a player to move and a grid.
    pub fn tally(&self) -> Tally {
        let mut counts = [0u64; 4];
        let mut pairs = [0u64; 256];
        for pair in &self.pairs {
            pairs[usize::from(*pair)] += 1;
        }
        for (pair, count) in pairs.iter().enumerate() {
            for shift in [0, 2, 4, 6] {
                counts[pair >> shift & usize::from(VALUE)] += count;
            }
        }
        Tally { lost: counts[0], drawn: counts[1], won: counts[2] }
    }

    /// The value of a position for the player to move: 1, 0 or -1. `None` if it is not in the
    /// slice.
    pub fn value(&self, board: &Flat) -> Option<i8> {
        let results = Results::of_board(board).ok()?;
        let [first, second] = results.open;
        let place = |grid: usize| {
            let (x, o) = board.marks(results.open[grid]);
            let place = self.places[grid][rank(x, o) as usize];
            (place != u16::MAX).then_some(usize::from(place))
        };
        let pair = *self.pairs.get(place(0)? * self.columns + place(1)?)?;
        let is_here = results == self.results && board.outcome().is_none();
        let value = match board.target() {
            Some(target) if target == first => value(pair, board.mover(), 0),
            Some(target) if target == second => value(pair, board.mover(), 1),
            _ => best(pair, board.mover()),
        };
        is_here.then_some(value as i8 - 1)
    }

    /// Computes the values of one filling of the first grid with every filling of the second.
    fn fill_row(&mut self, row: usize, generator: &Generator) {
        let filling = generator.fillings[0][row];
        let (done, rest) = self.pairs.split_at_mut(row * self.columns);
        let here = &mut rest[..self.columns];
        let open = self.results.open;
        for mover in MOVERS {
            for step in &STEPS[usize::from(filling)][mover as usize] {
                let row = match step.1 {
                    Step::Open(next) => {
                        let at = usize::from(self.places[0][usize::from(next)]) * self.columns;
                        Some(&done[at..at + self.columns])
                    }
                    Step::Closed(_) => None,
                };
                generator.play_first(here, row, *step, mover, open);
            }
        }
        for column in 0..self.columns {
            let other = generator.fillings[1][column];
            for mover in MOVERS {
                let mut most = 0;
                for (cell, step) in &STEPS[usize::from(other)][mover as usize] {
                    most = most.max(match step {
                        Step::Open(next) => {
                            let next = usize::from(self.places[1][usize::from(*next)]);
                            VALUE - 1 - sent(here[next], mover.other(), *cell, open)
                        }
                        Step::Closed(result) => {
                            generator.closed(1, *result as usize, filling, mover)
                        }
                    });
                }
                here[column] |= most << shift(mover, 1);
            }
        }
    }
}

impl Generator {
    /// Raises the values of a row by one move in the first grid, which leads to the row `next` or
    /// closes the grid.
    fn play_first(
        &self,
        here: &mut [u8],
        next: Option<&[u8]>,
        (cell, step): CellStep,
        mover: Mark,
        open: [u8; 2],
    ) {
        let shift = shift(mover, 0);
        let mut raise = |column: usize, value: u8| {
            let pair = &mut here[column];
            let known = *pair >> shift & VALUE;
            *pair += (value.max(known) - known) << shift;
        };
        match (next, step) {
            (Some(next), _) => {
                for (column, pair) in next.iter().enumerate() {
                    raise(column, VALUE - 1 - sent(*pair, mover.other(), cell, open));
                }
            }
            (None, Step::Closed(result)) => {
                for (column, filling) in self.fillings[1].iter().enumerate() {
                    raise(column, self.closed(0, result as usize, *filling, mover));
                }
            }
            (None, Step::Open(_)) => {}
        }
    }

    /// The value for `mover` of closing a grid while the other one has the filling `other`.
    fn closed(&self, grid: usize, result: usize, other: u16, mover: Mark) -> u8 {
        match self.rests[grid][result] {
            Rest::Over(score) => outcome_value(mover, score),
            Rest::Open(prospect) => VALUE - 1 - TABLE.value(prospect, other, mover.other()),
        }
    }
}

/// The rest of the game after each result of each open grid.
fn rests(results: &Results) -> [[Rest; RESULTS.len()]; 2] {
    [0, 1].map(|grid| {
        let (closing, other) = (bit(results.open[grid]), bit(results.open[1 - grid]));
        RESULTS.map(|result| {
            let won = with_result(results.won, closing, result);
            match (score(won, results.rules), prospect(won, other, results.rules)) {
                (Some(score), _) => Rest::Over(score),
                (None, prospect) => Rest::Open(prospect.map_or(0, number)),
            }
        })
    })
}

const fn shift(mover: Mark, grid: usize) -> u32 {
    (mover as u32 * 2 + grid as u32) * 2
}

#[inline]
fn value(pair: u8, mover: Mark, grid: usize) -> u8 {
    pair >> shift(mover, grid) & VALUE
}

/// The value for a player who may play in either grid.
#[inline]
fn best(pair: u8, mover: Mark) -> u8 {
    value(pair, mover, 0).max(value(pair, mover, 1))
}

/// The value for a player who is sent to the grid `cell`.
#[inline]
fn sent(pair: u8, mover: Mark, cell: u8, [first, second]: [u8; 2]) -> u8 {
    if cell == first {
        value(pair, mover, 0)
    } else if cell == second {
        value(pair, mover, 1)
    } else {
        best(pair, mover)
    }
}

/// Whether all four values are in range.
fn is_valid(pair: u8) -> bool {
    pair & pair >> 1 & 0b0101_0101 == 0
}
